//! The builder of a session.

mod elsewhere;
mod environment;
mod flags;
mod handler_methods;
mod initialize;
mod stored;

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use pilothouse_protocol::command::{CommandLine, Flag, QuestionPreview};
use pilothouse_protocol::control::{Initialize, InitializeResponse};
use pilothouse_protocol::hook::HookFailure;
use pilothouse_protocol::ids::{MessageUuid, SessionId};
use pilothouse_protocol::permission::PermissionMode;
use pilothouse_protocol::sandbox::SandboxSettings;
use pilothouse_protocol::{JsonObject, RawJson};

use crate::cli::Cli;
use crate::connection::{self, Settings, Shared};
use crate::error::{Error, Result};
use crate::events::Events;
use crate::handlers::{Handlers, Permissions};
use crate::process::{Launch, Mark, OnStderr, Process, User};
use crate::session::{Introduced, ProcessInfo, Session};
pub use elsewhere::Elsewhere;
pub(crate) use handler_methods::handler_methods;

/// The timeout of the first request.
const START_TIMEOUT: Duration = Duration::from_secs(120);

/// The conversation to start or resume.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
enum Conversation {
    /// A new conversation, with an ID chosen by this crate.
    #[default]
    New,
    /// A new conversation, with this ID.
    NewAs(SessionId),
    /// An earlier conversation.
    Resume(SessionId),
    /// The newest conversation of the working directory.
    Continue,
}

/// Configures and starts a session: one method for each common flag and each field of `initialize`.
///
/// Set other options with [`SessionBuilder::command_line_with`] and [`SessionBuilder::initialize_with`].
///
/// ```no_run
/// # async fn example() -> pilothouse_sdk::Result<()> {
/// use pilothouse_sdk::{Cli, Decision};
///
/// let (session, mut events) = Cli::locate()?
///     .session()
///     .cwd("/repo")
///     .model("sonnet")
///     .permissions(|request| async move {
///         if request.tool_name == "Read" { Decision::allow() } else { Decision::deny("read-only session") }
///     })
///     .start()
///     .await?;
/// # Ok(())
/// # }
/// ```
#[must_use]
#[derive(Clone)]
pub struct SessionBuilder {
    cli: Cli,
    conversation: Conversation,
    fork: bool,
    resume_at: Option<MessageUuid>,
    cwd: Option<PathBuf>,
    user: Option<String>,
    command: CommandLine,
    sandbox: Option<SandboxSettings>,
    env: Vec<(OsString, OsString)>,
    env_remove: Vec<OsString>,
    env_clear: bool,
    initialize: Initialize,
    pub(crate) handlers: Handlers,
    pub(crate) settings: Settings,
    on_stderr: Option<OnStderr>,
}

impl SessionBuilder {
    pub(crate) fn new(cli: Cli) -> Self {
        Self {
            cli,
            conversation: Conversation::New,
            fork: false,
            resume_at: None,
            cwd: None,
            user: None,
            command: CommandLine::stream_json()
                .include_partial_messages()
                .replay_user_messages()
                .session_state_events(),
            sandbox: None,
            env: Vec::new(),
            env_remove: Vec::new(),
            env_clear: false,
            initialize: Initialize::default(),
            handlers: Handlers::default(),
            settings: Settings::default(),
            on_stderr: None,
        }
    }

    /// Sets the working directory of the CLI.
    pub fn cwd(mut self, directory: impl Into<PathBuf>) -> Self {
        self.cwd = Some(directory.into());
        self
    }

    /// Starts the CLI as another user of this machine, with that user's `HOME`, `USER` and `LOGNAME` and only the
    /// user's own group.
    ///
    /// Requires a host that runs as root on Unix. The user needs access to the program, the working directory and the
    /// CLI's files:
    /// this process's `CLAUDE_CONFIG_DIR` is inherited unless [`env`](Self::env) sets another one.
    pub fn user(mut self, name: impl Into<String>) -> Self {
        self.user = Some(name.into());
        self
    }

    /// Resumes an earlier conversation. Its history is not repeated as events: see [`crate::disk`].
    pub fn resume(mut self, id: impl Into<SessionId>) -> Self {
        self.conversation = Conversation::Resume(id.into());
        self
    }

    /// Resumes the newest conversation of the working directory, or starts a new one if there is none.
    pub fn continue_latest(mut self) -> Self {
        self.conversation = Conversation::Continue;
        self
    }

    /// Resumes a copy of an earlier conversation; the original is not changed.
    pub fn fork(mut self, id: impl Into<SessionId>) -> Self {
        self.conversation = Conversation::Resume(id.into());
        self.fork = true;
        self
    }

    /// Sets the ID of a new conversation: a UUID that is not in use. Generated if not set.
    pub fn session_id(mut self, id: impl Into<SessionId>) -> Self {
        self.conversation = Conversation::NewAs(id.into());
        self
    }

    /// Resumes the conversation after this assistant message; later messages are left out.
    pub fn resume_at(mut self, message: impl Into<MessageUuid>) -> Self {
        self.resume_at = Some(message.into());
        self
    }

    /// Adds an argument unchanged, for options without a method.
    pub fn arg(mut self, argument: impl Into<OsString>) -> Self {
        self.command = self.command.argument(argument);
        self
    }

    /// Sets a variable of the CLI's environment.
    pub fn env(mut self, name: impl Into<OsString>, value: impl Into<OsString>) -> Self {
        self.env.push((name.into(), value.into()));
        self
    }

    /// Removes a variable from the CLI's environment.
    pub fn env_remove(mut self, name: impl Into<OsString>) -> Self {
        self.env_remove.push(name.into());
        self
    }

    /// Prevents the CLI from inheriting this process's environment.
    pub fn env_clear(mut self) -> Self {
        self.env_clear = true;
        self
    }

    /// Keeps copies of changed files, so that [`Session::rewind_files`] can restore them.
    pub fn file_checkpointing(mut self) -> Self {
        self.command = self.command.file_checkpointing();
        self
    }

    /// Runs commands in a sandbox. Sets the key `sandbox` of [`settings`](Self::settings), and excludes
    /// [`settings_file`](Self::settings_file).
    pub fn sandbox(mut self, sandbox: SandboxSettings) -> Self {
        self.sandbox = Some(sandbox);
        self
    }

    /// Sets the format of previews in the model's questions: HTML for a host that shows them in a page.
    pub fn question_preview(mut self, preview: QuestionPreview) -> Self {
        self.command = self.command.question_preview(preview);
        self
    }

    /// Calls a closure with each line that the CLI prints to stderr. The end of stderr is kept in any case.
    pub fn on_stderr(mut self, callback: impl Fn(&str) + Send + Sync + 'static) -> Self {
        self.on_stderr = Some(Arc::new(callback));
        self
    }

    pub(crate) fn program_path(&self) -> PathBuf {
        self.cli.path().to_owned()
    }

    pub(crate) fn resumed(mut self, id: SessionId) -> Self {
        self.conversation = Conversation::Resume(id);
        self.fork = false;
        self.resume_at = None;
        self
    }

    /// Starts the CLI and waits for its response to `initialize`.
    pub async fn start(mut self) -> Result<(Session, Events)> {
        self.check_directory()?;
        self.restore_session().await?;
        let chosen_id = self.own_session_id();
        let launch = self.launch(chosen_id.as_ref())?;
        let mark = Mark::unique();
        let (process, pipes) =
            Process::spawn(&launch, mark.clone(), self.on_stderr.clone()).await?;
        let pid = process.pid;
        let shared = connection::over_process(
            process,
            pipes,
            self.handlers.clone(),
            self.connection_settings(),
        );
        let response = self.introduce(&shared).await?;
        let info = ProcessInfo {
            pid,
            mark,
            builder: self,
        };
        let introduced = Introduced {
            chosen_id,
            response,
        };
        Ok(Session::new(shared, Some(info), Some(introduced)))
    }

    /// Rejects a missing working directory: the system error would name the program instead.
    fn check_directory(&self) -> Result<()> {
        let Some(directory) = &self.cwd else {
            return Ok(());
        };
        let found = match std::fs::metadata(directory) {
            Ok(metadata) if metadata.is_dir() => Ok(()),
            Ok(_) => Err(std::io::ErrorKind::NotADirectory.into()),
            Err(error) => Err(error),
        };
        found.map_err(|error| Error::file("work in", directory, error))
    }

    fn connection_settings(&self) -> Settings {
        Settings {
            echoes: self.command.has(Flag::ReplayUserMessages),
            ..self.settings.clone()
        }
    }

    /// Sends the first request, and ends the session if the request fails or is cancelled.
    async fn introduce(&self, shared: &Arc<Shared>) -> Result<InitializeResponse> {
        let initialize = self.initialize_request();
        let needs_block = initialize
            .hooks
            .values()
            .flatten()
            .any(|matcher| matcher.on_failure == Some(HookFailure::Block));
        let starting = EndOnDrop(Some(Arc::clone(shared)));
        let response = introduce(shared, initialize, needs_block).await?;
        starting.keep();
        Ok(response)
    }

    /// The ID of a new conversation or a copy.
    fn own_session_id(&self) -> Option<SessionId> {
        let fresh = || SessionId::from(uuid::Uuid::new_v4().to_string());
        match &self.conversation {
            Conversation::New => Some(fresh()),
            Conversation::NewAs(id) => Some(id.clone()),
            Conversation::Resume(_) if self.fork => Some(fresh()),
            Conversation::Resume(_) | Conversation::Continue => None,
        }
    }

    /// Returns the command line, completed with the flags that follow from other options.
    fn complete_command(&self, session_id: Option<&SessionId>) -> Result<CommandLine> {
        let mut command = self.with_sandbox(self.command.clone())?;
        command = match &self.conversation {
            Conversation::New | Conversation::NewAs(_) => command,
            Conversation::Resume(id) => command.resume(id.as_str()),
            Conversation::Continue => command.continue_newest(),
        };
        if let Some(id) = session_id {
            command = command.session_id(id.as_str());
        }
        if self.fork {
            command = command.fork_session();
        }
        if let Some(message) = &self.resume_at {
            command = command.resume_session_at(message.as_str());
        }
        if let Some(budget) = &self.settings.budget
            && !command.has(Flag::MaxBudgetUsd)
            && !budget.is_spent()
        {
            command = command.max_budget_usd(budget.left());
        }
        if matches!(self.handlers.permissions, Permissions::Nobody) {
            return Ok(command);
        }
        if !command.has(Flag::PermissionPromptTool) {
            command = command.permission_prompt_stdio();
        }
        // Without a mode, newer CLIs may choose one that never asks.
        if !command.has(Flag::PermissionMode) {
            command = command.permission_mode(&PermissionMode::Default);
        }
        Ok(command)
    }

    /// Adds the sandbox to the settings.
    fn with_sandbox(&self, command: CommandLine) -> Result<CommandLine> {
        let Some(sandbox) = &self.sandbox else {
            return Ok(command);
        };
        let given = command
            .value(Flag::Settings)
            .and_then(|given| given.to_str());
        let settings = given.map_or_else(|| Ok(JsonObject::default()), JsonObject::from_text);
        let settings = settings.map_err(|_| Error::Option {
            option: "sandbox".into(),
            reason: "the settings come from a file; write the sandbox there".into(),
        })?;
        let mut settings = settings.to_value();
        settings["sandbox"] = RawJson::from_wire(sandbox).to_value();
        let settings = JsonObject::try_from(settings).unwrap_or_default();
        Ok(command.settings(&settings))
    }

    fn launch(&self, session_id: Option<&SessionId>) -> Result<Launch> {
        let command = self.complete_command(session_id)?;
        let checked = match self.cli.version() {
            Some(version) => command.launch_for(&version),
            None => command.launch(),
        };
        let checked = checked.map_err(Error::Command)?;
        let prefix = self.cli.prefix().iter().cloned();
        let user = self.user.as_deref().map(known_user).transpose()?;
        let (env, env_remove) = environment::complete(self, &checked.environment, user.as_ref());
        Ok(Launch {
            program: self.cli.program().to_owned(),
            args: prefix.chain(checked.arguments).collect(),
            cwd: self.cwd.clone(),
            env_clear: self.env_clear,
            env_remove,
            env,
            user,
        })
    }

    fn initialize_request(&self) -> Initialize {
        let mut initialize = self.initialize.clone();
        initialize.hooks = self.handlers.hooks.registration();
        initialize.sdk_mcp_servers = self.handlers.servers.names();
        initialize.sdk_mcp_server_configs = self.handlers.servers.configs();
        let kinds = self
            .handlers
            .dialogs
            .keys()
            .chain(&self.handlers.dialog_kinds);
        initialize.supported_dialog_kinds.extend(kinds.cloned());
        initialize
    }
}

fn known_user(name: &str) -> Result<User> {
    let error = |reason: String| Error::Option {
        option: "user".into(),
        reason,
    };
    let user = User::named(name).map_err(|failed| error(failed.to_string()))?;
    user.ok_or_else(|| error(format!("there is no user {name}")))
}

/// Sends the first request. If the CLI exits instead, the error includes its stderr.
async fn introduce(
    shared: &Arc<Shared>,
    initialize: Initialize,
    needs_block: bool,
) -> Result<InitializeResponse> {
    let timeout = START_TIMEOUT.max(shared.settings.request_timeout);
    let response = shared.call(initialize, timeout).await?;
    let guarded =
        response.hook_on_failure_supported == Some(true) && response.hooks_applied != Some(false);
    if needs_block && !guarded {
        return Err(Error::Unsupported {
            subtype: "initialize.hooks.onFailure".into(),
        });
    }
    Ok(response)
}

/// Ends a session whose start failed or was cancelled.
struct EndOnDrop(Option<Arc<Shared>>);

impl EndOnDrop {
    fn keep(mut self) {
        self.0 = None;
    }
}

impl Drop for EndOnDrop {
    fn drop(&mut self) {
        if let Some(shared) = &self.0 {
            shared.request_end(crate::process::CloseTimeouts::at_once());
        }
    }
}
