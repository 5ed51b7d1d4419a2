//! How a session is started.

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

/// How long the CLI may take to answer the first request.
const START_TIMEOUT: Duration = Duration::from_secs(120);

/// Which conversation is begun or taken up.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
enum Conversation {
    /// A new one, with an id of our choice.
    #[default]
    New,
    /// A new one, with this id.
    NewAs(SessionId),
    /// An earlier one goes on.
    Resume(SessionId),
    /// The newest of the working directory goes on.
    Continue,
}

/// Begins a session: one method for each flag that a host may want and each field of `initialize`.
///
/// [`SessionBuilder::command_line_with`] and [`SessionBuilder::initialize_with`] reach the others.
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

    /// Starts the CLI as another user of this machine, with that user's `HOME`, `USER` and `LOGNAME` and the user's own group alone.
    ///
    /// Only a host that runs as root can, and only on Unix. The program, the working directory and the CLI's files must be within that user's reach:
    /// a `CLAUDE_CONFIG_DIR` of ours is passed on unless [`env`](Self::env) sets another.
    pub fn user(mut self, name: impl Into<String>) -> Self {
        self.user = Some(name.into());
        self
    }

    /// Takes up an earlier conversation. Its history is not told again: see [`crate::disk`].
    pub fn resume(mut self, id: impl Into<SessionId>) -> Self {
        self.conversation = Conversation::Resume(id.into());
        self
    }

    /// Takes up the newest conversation of the working directory; begins a new one if there is none.
    pub fn continue_latest(mut self) -> Self {
        self.conversation = Conversation::Continue;
        self
    }

    /// Takes up a copy of an earlier conversation; the original stays as it is.
    pub fn fork(mut self, id: impl Into<SessionId>) -> Self {
        self.conversation = Conversation::Resume(id.into());
        self.fork = true;
        self
    }

    /// Chooses the id of a new conversation: a uuid that is not in use. Without it, one is made.
    pub fn session_id(mut self, id: impl Into<SessionId>) -> Self {
        self.conversation = Conversation::NewAs(id.into());
        self
    }

    /// Takes up the conversation as it was after this message of the assistant; what came later is left out.
    pub fn resume_at(mut self, message: impl Into<MessageUuid>) -> Self {
        self.resume_at = Some(message.into());
        self
    }

    /// Adds an argument as it is, for what has no method here.
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

    /// Lets the CLI inherit nothing of our environment.
    pub fn env_clear(mut self) -> Self {
        self.env_clear = true;
        self
    }

    /// Keeps copies of files that the CLI changes, so that they can be taken back with [`Session::rewind_files`].
    pub fn file_checkpointing(mut self) -> Self {
        self.command = self.command.file_checkpointing();
        self
    }

    /// Runs commands in a sandbox. It becomes the key `sandbox` of [`settings`](Self::settings), and excludes [`settings_file`](Self::settings_file).
    pub fn sandbox(mut self, sandbox: SandboxSettings) -> Self {
        self.sandbox = Some(sandbox);
        self
    }

    /// Chooses how previews in the model's questions are written: as HTML for a host that shows them in a page.
    pub fn question_preview(mut self, preview: QuestionPreview) -> Self {
        self.command = self.command.question_preview(preview);
        self
    }

    /// Calls a closure with each line the CLI prints on stderr. The end of it is kept in any case.
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

    /// Starts the CLI and waits until it has answered.
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

    /// Refuses a working directory that is none: the system would say that the program is missing.
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

    /// Makes the first request, and ends the session if that fails or is given up.
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

    /// The id of a new conversation, or of a copy.
    fn own_session_id(&self) -> Option<SessionId> {
        let fresh = || SessionId::from(uuid::Uuid::new_v4().to_string());
        match &self.conversation {
            Conversation::New => Some(fresh()),
            Conversation::NewAs(id) => Some(id.clone()),
            Conversation::Resume(_) if self.fork => Some(fresh()),
            Conversation::Resume(_) | Conversation::Continue => None,
        }
    }

    /// The command line with what the whole of the options means for it.
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
        // Without a mode a newer CLI may decide by itself and never ask.
        if !command.has(Flag::PermissionMode) {
            command = command.permission_mode(&PermissionMode::Default);
        }
        Ok(command)
    }

    /// Puts the sandbox into the settings, of which it is a part.
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

/// Makes the first request. A CLI that exits instead says why on its stderr, which is in the error.
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

/// Ends a session whose start failed or was given up.
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
