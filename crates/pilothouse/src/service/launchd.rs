//! The launchd agent of macOS. It was never run on a Mac.

use crate::service::definition::Definition;

/// Name of the agent.
pub(crate) const LABEL: &str = "org.pilothouse.server";

/// Returns the text of the property list.
pub(crate) fn agent(definition: &Definition, log: &str) -> String {
    let program = std::iter::once(&definition.program).chain(&definition.arguments);
    let program: String = program
        .map(|argument| format!("    <string>{}</string>\n", escaped(argument)))
        .collect();
    let environment: String = definition
        .environment
        .iter()
        .map(|(name, value)| {
            format!(
                "    <key>{}</key>\n    <string>{}</string>\n",
                escaped(name),
                escaped(value)
            )
        })
        .collect();
    let log = escaped(log);
    format!(
        r#"<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<!-- Written by `pilothouse service install`; `pilothouse service uninstall` removes it. -->
<plist version="1.0">
<dict>
  <key>Label</key>
  <string>{LABEL}</string>
  <key>ProgramArguments</key>
  <array>
{program}  </array>
  <key>EnvironmentVariables</key>
  <dict>
{environment}  </dict>
  <key>StandardErrorPath</key>
  <string>{log}</string>
  <key>RunAtLoad</key>
  <true/>
  <key>KeepAlive</key>
  <dict>
    <key>SuccessfulExit</key>
    <false/>
  </dict>
  <!-- Sessions run in processes of their own and continue when the server stops. -->
  <key>AbandonProcessGroup</key>
  <true/>
</dict>
</plist>
"#
    )
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_escaped_as_xml() {
        let definition = Definition {
            program: "/Users/a&b/pilothouse".to_owned(),
            arguments: vec!["serve".to_owned()],
            environment: vec![("PATH".to_owned(), "/usr/bin:/<x>".to_owned())],
        };
        let agent = agent(&definition, "/Users/a&b/Library/Logs/pilothouse.log");
        assert!(agent.contains(
            "    <string>/Users/a&amp;b/pilothouse</string>\n    <string>serve</string>\n"
        ));
        assert!(agent.contains("    <key>PATH</key>\n    <string>/usr/bin:/&lt;x&gt;</string>\n"));
        assert!(agent.contains("<string>/Users/a&amp;b/Library/Logs/pilothouse.log</string>"));
    }
}
