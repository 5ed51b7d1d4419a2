//! A live process that is asked for nothing but its name.

use std::time::{Duration, Instant};

use pilothouse_api::doctor::DoctorCheck;
use pilothouse_protocol::control::AccountInfo;
use pilothouse_sdk::{Cli, Decision, PermissionRequest};

use super::{SIGN_IN, check, error, ok, warning};

/// How long the CLI may take to say hello.
const PATIENCE: Duration = Duration::from_secs(60);

/// Starts a session as the host does, takes the answer to `initialize`, and ends it. No message is sent, so no model is called.
///
/// It runs in an empty directory and without MCP servers, so that nothing else is started.
pub(super) async fn hello(cli: &Cli) -> Vec<DoctorCheck> {
    let folder = std::env::temp_dir().join(format!(
        "pilothouse-doctor-{}",
        uuid::Uuid::new_v4().simple()
    ));
    if let Err(problem) = std::fs::create_dir(&folder) {
        let text = format!("A directory to try it in cannot be made: {problem}.");
        return vec![error(
            check::START,
            text,
            "make room in the temporary directory",
        )];
    }
    let checks = try_in(cli, &folder).await;
    // What is left of an empty directory does no harm.
    drop(std::fs::remove_dir_all(&folder));
    checks
}

async fn try_in(cli: &Cli, folder: &std::path::Path) -> Vec<DoctorCheck> {
    let begun = Instant::now();
    let builder = cli
        .session()
        .cwd(folder)
        .arg("--no-session-persistence")
        .arg("--strict-mcp-config")
        .arg("--setting-sources=user")
        .permissions(|_: PermissionRequest| async { Decision::deny("only a check") });
    let started = match tokio::time::timeout(PATIENCE, builder.start()).await {
        Ok(started) => started,
        Err(_) => {
            let text = format!(
                "It did not answer `initialize` within {} s.",
                PATIENCE.as_secs()
            );
            return vec![error(
                check::START,
                text,
                "run `claude` by hand to see what it waits for",
            )];
        }
    };
    let (session, _events) = match started {
        Ok(started) => started,
        Err(problem) => {
            let text = format!("A session cannot be started: {problem}.");
            return vec![error(
                check::START,
                text,
                "run `claude` by hand to see what is wrong, and install it again if it does not start",
            )];
        }
    };
    let seconds = begun.elapsed().as_secs_f64();
    let account = session
        .initialized()
        .and_then(|answer| answer.account.clone());
    session.kill().await;
    let text = format!(
        "A session started and answered `initialize` in {seconds:.1} s; no model was called."
    );
    vec![ok(check::START, text), signed_in(account.as_ref())]
}

/// What the CLI says about who is signed in.
fn signed_in(account: Option<&AccountInfo>) -> DoctorCheck {
    let given = |source: &Option<String>| source.clone().filter(|source| source != "none");
    let Some(account) = account else {
        return warning(
            check::SIGN_IN,
            "It does not tell whether somebody is signed in.",
            SIGN_IN,
        );
    };
    let source = given(&account.api_key_source).or_else(|| given(&account.token_source));
    let provider = account.api_provider.as_ref().map(ToString::to_string);
    let elsewhere = provider.filter(|provider| provider != "firstParty");
    match (source, elsewhere) {
        (Some(source), _) => ok(check::SIGN_IN, format!("Signed in, by {source}.")),
        (None, Some(provider)) => ok(check::SIGN_IN, format!("Models are reached by {provider}.")),
        (None, None) if account.email.is_some() => ok(check::SIGN_IN, "Signed in."),
        (None, None) => error(check::SIGN_IN, "Nobody is signed in.", SIGN_IN),
    }
}

#[cfg(test)]
mod tests {
    use pilothouse_api::doctor::CheckOutcome;
    use pilothouse_protocol::wire::Wire;

    use super::*;

    #[test]
    fn who_is_signed_in_is_what_the_cli_says() {
        for (json, outcome) in [
            (
                r#"{"tokenSource":"none","apiProvider":"firstParty"}"#,
                CheckOutcome::Error,
            ),
            (r#"{"tokenSource":"none"}"#, CheckOutcome::Error),
            (
                r#"{"tokenSource":"none","apiKeySource":"ANTHROPIC_API_KEY","apiProvider":"firstParty"}"#,
                CheckOutcome::Ok,
            ),
            (
                r#"{"tokenSource":"claude.ai","email":"a@b.c"}"#,
                CheckOutcome::Ok,
            ),
            (
                r#"{"tokenSource":"none","apiProvider":"bedrock"}"#,
                CheckOutcome::Ok,
            ),
        ] {
            let account = AccountInfo::from_json(json).unwrap();
            assert_eq!(signed_in(Some(&account)).outcome, outcome, "{json}");
        }
        assert_eq!(signed_in(None).outcome, CheckOutcome::Warning);
    }
}
