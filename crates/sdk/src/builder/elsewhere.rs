//! Sessions with a CLI that runs in a container or on another machine.

use std::ffi::{OsStr, OsString};

use pilothouse_protocol::ids::SessionId;
use tokio::io::{AsyncRead, AsyncWrite};

use super::SessionBuilder;
use crate::connection;
use crate::error::Result;
use crate::events::Events;
use crate::session::{Introduced, Session};

/// A session whose CLI is started by the caller. Created by [`SessionBuilder::elsewhere`].
///
/// Start the CLI with these arguments and variables, and pass its stdout and stdin to [`Elsewhere::over`].
/// The caller must end its processes; closing the session closes the stdin of the CLI, which then exits by itself.
///
/// ```no_run
/// # async fn example() -> Result<(), Box<dyn std::error::Error>> {
/// use std::process::Stdio;
/// use pilothouse_sdk::Cli;
///
/// let elsewhere = Cli::unchecked("claude").session().model("sonnet").elsewhere()?;
/// let mut container = tokio::process::Command::new("docker")
///     .args(["exec", "-i", "sandbox", "env"])
///     .args(elsewhere.assignments())
///     .arg("claude")
///     .args(elsewhere.arguments())
///     .stdin(Stdio::piped())
///     .stdout(Stdio::piped())
///     .kill_on_drop(true)
///     .spawn()?;
/// let (stdout, stdin) = (container.stdout.take().ok_or("no stdout")?, container.stdin.take().ok_or("no stdin")?);
/// let (session, events) = elsewhere.over(stdout, stdin).await?;
/// # drop((session, events));
/// # Ok(())
/// # }
/// ```
#[must_use]
pub struct Elsewhere {
    builder: SessionBuilder,
    chosen_id: Option<SessionId>,
    arguments: Vec<OsString>,
    variables: Vec<(OsString, OsString)>,
}

impl SessionBuilder {
    /// Prepares a session whose CLI is started by the caller.
    pub fn elsewhere(self) -> Result<Elsewhere> {
        let chosen_id = self.own_session_id();
        // The variables of this process do not apply to the other environment.
        let launch = self.clone().env_clear().launch(chosen_id.as_ref())?;
        Ok(Elsewhere {
            builder: self,
            chosen_id,
            arguments: launch.args,
            variables: launch.env,
        })
    }
}

impl Elsewhere {
    /// Returns the arguments of the CLI.
    pub fn arguments(&self) -> &[OsString] {
        &self.arguments
    }

    /// Returns the environment variables that the CLI needs.
    pub fn variables(&self) -> impl Iterator<Item = (&OsStr, &OsStr)> {
        self.variables
            .iter()
            .map(|(name, value)| (name.as_os_str(), value.as_os_str()))
    }

    /// Returns the variables as `NAME=value`, the format of `env` and `docker run -e`.
    pub fn assignments(&self) -> impl Iterator<Item = OsString> {
        self.variables().map(|(name, value)| {
            let mut assignment = name.to_owned();
            assignment.push("=");
            assignment.push(value);
            assignment
        })
    }

    /// Connects to the CLI over its stdout and stdin, and sends `initialize`.
    pub async fn over(
        self,
        source: impl AsyncRead + Send + Unpin + 'static,
        sink: impl AsyncWrite + Send + Unpin + 'static,
    ) -> Result<(Session, Events)> {
        let builder = &self.builder;
        let shared = connection::over_streams(
            source,
            sink,
            builder.handlers.clone(),
            builder.connection_settings(),
        );
        let response = builder.introduce(&shared).await?;
        let introduced = Introduced {
            chosen_id: self.chosen_id,
            response,
        };
        Ok(Session::new(shared, None, Some(introduced)))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};
    use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};

    use crate::hook::{HookCall, HookEvent, HookOutput};
    use crate::{Cli, Error};

    #[tokio::test]
    async fn a_cli_that_was_started_elsewhere_is_introduced_with_hooks() {
        let elsewhere = Cli::unchecked("claude")
            .session()
            .model("sonnet")
            .env("COLOR", "blue")
            .hook(HookEvent::Stop, "", |_: HookCall| async {
                HookOutput::proceed()
            })
            .elsewhere()
            .unwrap();
        let arguments: Vec<&str> = elsewhere
            .arguments()
            .iter()
            .filter_map(|argument| argument.to_str())
            .collect();
        let id = arguments
            .iter()
            .find_map(|argument| argument.strip_prefix("--session-id="))
            .unwrap()
            .to_owned();
        assert!(arguments.contains(&"--model=sonnet"), "{arguments:?}");
        let assignments: Vec<_> = elsewhere.assignments().collect();
        assert!(
            assignments.contains(&"COLOR=blue".into())
                && assignments.contains(&"CLAUDE_CODE_EMIT_SESSION_STATE_EVENTS=1".into()),
            "{assignments:?}"
        );

        let (ours, theirs) = tokio::io::duplex(64 * 1024);
        let cli = tokio::spawn(async move {
            let (source, mut sink) = tokio::io::split(theirs);
            let mut line = String::new();
            BufReader::new(source).read_line(&mut line).await.unwrap();
            let request: Value = serde_json::from_str(&line).unwrap();
            let response = json!({"subtype": "success", "request_id": request["request_id"],
                "response": {"commands": [], "claude_code_version": "2.1.325"}});
            let answer = json!({"type": "control_response", "response": response});
            sink.write_all(format!("{answer}\n").as_bytes())
                .await
                .unwrap();
            (request, sink)
        });
        let (source, sink) = tokio::io::split(ours);
        let (session, _events) = elsewhere.over(source, sink).await.unwrap();
        let (request, _sink) = cli.await.unwrap();
        assert_eq!(request["request"]["subtype"], "initialize");
        assert_eq!(
            request["request"]["hooks"]["Stop"][0]["hookCallbackIds"],
            json!(["hook_0"])
        );
        assert!(session.initialized().is_some() && session.pid().is_none());
        assert_eq!(session.session_id().unwrap().as_str(), id);
        assert!(matches!(
            session.kill_and_resume().await,
            Err(Error::Option { .. })
        ));
    }
}
