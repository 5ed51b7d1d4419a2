//! The systemd user unit.

use crate::service::definition::Definition;

/// Returns the text of the unit.
pub(crate) fn unit(definition: &Definition) -> String {
    let mut command = quoted(&definition.program);
    for argument in &definition.arguments {
        command.push(' ');
        command += &word(&argument.replace('$', "$$"));
    }
    let environment: String = definition
        .environment
        .iter()
        .map(|(name, value)| format!("Environment={}\n", quoted(&format!("{name}={value}"))))
        .collect();
    format!(
        "\
# Written by `pilothouse service install`; `pilothouse service uninstall` removes it.

[Unit]
Description=Pilothouse, a server for Claude Code sessions
After=network.target

[Service]
ExecStart={command}
{environment}Restart=on-failure
# Stop only the server. Sessions run in processes of their own and continue.
KillMode=process
NoNewPrivileges=yes

[Install]
WantedBy=default.target
"
    )
}

/// Quotes an argument only where systemd needs it.
fn word(text: &str) -> String {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "-_./:=,@+".contains(letter);
    if !text.is_empty() && text.chars().all(is_plain) {
        return text.to_owned();
    }
    quoted(text)
}

fn quoted(text: &str) -> String {
    let escaped = text
        .replace('\\', "\\\\")
        .replace('"', "\\\"")
        .replace('%', "%%");
    format!("\"{escaped}\"")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_quoted_as_systemd_reads_them() {
        let definition = Definition {
            program: "/home/a b/bin/pilothouse".to_owned(),
            arguments: vec!["serve".to_owned(), "/etc/50% \"x\"\\$HOME.toml".to_owned()],
            environment: vec![("PATH".to_owned(), "/home/a b/bin:/usr/bin:/100%".to_owned())],
        };
        let unit = unit(&definition);
        let lines: Vec<_> = unit.lines().collect();
        assert!(
            lines.contains(
                &r#"ExecStart="/home/a b/bin/pilothouse" serve "/etc/50%% \"x\"\\$$HOME.toml""#
            ),
            "{unit}"
        );
        assert!(
            lines.contains(&r#"Environment="PATH=/home/a b/bin:/usr/bin:/100%%""#),
            "{unit}"
        );
    }
}
