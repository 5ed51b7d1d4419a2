//! Single questions.

use pilothouse_protocol::control::GetSettingsResponse;
use schemars::JsonSchema;
use serde::de::DeserializeOwned;

use crate::builder::SessionBuilder;
use crate::cli::Cli;
use crate::error::{Error, Result};
use crate::prompt::Prompt;
use crate::turn::{Turn, TurnResult};

impl Cli {
    /// Asks one question in its own session.
    pub async fn prompt(&self, prompt: impl Into<Prompt>) -> Result<TurnResult> {
        self.session().prompt(prompt).await
    }

    /// Asks one question in its own session, and returns the answer as a stream of steps.
    ///
    /// ```no_run
    /// # async fn example() -> pilothouse_sdk::Result<()> {
    /// use pilothouse_sdk::{Cli, Step};
    ///
    /// let mut turn = Cli::locate()?.stream("Why is the sky blue?").await?;
    /// while let Some(step) = turn.next().await {
    ///     if let Step::Text { text, .. } = step {
    ///         print!("{text}");
    ///     }
    /// }
    /// turn.result().await?;
    /// # Ok(())
    /// # }
    /// ```
    pub async fn stream(&self, prompt: impl Into<Prompt>) -> Result<Turn> {
        self.session().stream(prompt).await
    }
}

impl SessionBuilder {
    /// Starts the session, asks one question, waits until the session is idle, and closes it.
    pub async fn prompt(self, prompt: impl Into<Prompt>) -> Result<TurnResult> {
        let (session, events) = self.without_partial_messages().start().await?;
        // No events are read, so none need to be kept.
        drop(events);
        let result = session.ask(prompt).await;
        if result.is_ok() {
            session.idle().await;
        }
        session.close().await?;
        result
    }

    /// Starts the session, asks one question, and returns the answer as a stream of steps. The session ends with the turn.
    pub async fn stream(self, prompt: impl Into<Prompt>) -> Result<Turn> {
        let (session, events) = self.start().await?;
        drop(events);
        let turn = session.stream(prompt).await?;
        Ok(turn.closing(session))
    }

    /// Returns the settings of a session, with their sources. Starts the CLI to merge them, and sends nothing to the
    /// model.
    pub async fn resolve_settings(self) -> Result<GetSettingsResponse> {
        let (session, events) = self.no_session_persistence().start().await?;
        drop(events);
        let settings = session.settings().await;
        session.close().await?;
        settings
    }

    /// Like [`SessionBuilder::prompt`], with an answer that matches a type.
    pub async fn prompt_as<T: DeserializeOwned + JsonSchema>(
        self,
        prompt: impl Into<Prompt>,
    ) -> Result<T> {
        self.structured_output::<T>()
            .prompt(prompt)
            .await?
            .structured()
    }

    /// Like [`SessionBuilder::prompt`], for programs without a runtime: runs its own until the answer is complete.
    ///
    /// Inside an async runtime this blocks one of its threads; use [`SessionBuilder::prompt`] there.
    pub fn prompt_blocking(self, prompt: impl Into<Prompt>) -> Result<TurnResult> {
        let prompt = prompt.into();
        if tokio::runtime::Handle::try_current().is_err() {
            return self.run_blocking(prompt);
        }
        // A runtime cannot be started inside another one, only on another thread.
        let beside = || self.run_blocking(prompt);
        std::thread::scope(|scope| scope.spawn(beside).join())
            .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    }

    fn run_blocking(self, prompt: Prompt) -> Result<TurnResult> {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build();
        let runtime = runtime.map_err(|source| Error::Spawn {
            path: self.program_path(),
            source: source.into(),
        })?;
        runtime.block_on(self.prompt(prompt))
    }
}

impl Cli {
    /// Asks one question in its own session, for programs without a runtime.
    pub fn prompt_blocking(&self, prompt: impl Into<Prompt>) -> Result<TurnResult> {
        self.session().prompt_blocking(prompt)
    }
}

impl TurnResult {
    /// Parses the structured answer. The session must have been started with a schema.
    pub fn structured<T: DeserializeOwned>(&self) -> Result<T> {
        let failed = |reason: String| Error::Answer {
            subtype: "structured_output".into(),
            reason,
        };
        match &self.message.structured_output {
            Some(output) => output.parse().map_err(|error| failed(error.to_string())),
            // A model that only writes text ends the turn successfully, without a structured answer.
            None => Err(failed("the model gave no structured answer".into())),
        }
    }
}
