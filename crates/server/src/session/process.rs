//! The session's process: starting, attaching, parking, ending.

use std::io;
use std::sync::atomic::Ordering;
use std::time::Duration;

use pilothouse_protocol::command::{CliVersion, CommandLine, SettingsFile};
use pilothouse_protocol::log::{Kind, Note, Parked, Record, Warning, Who, Woken};
use pilothouse_protocol::permission::PermissionMode;
use pilothouse_protocol::wire::Wire;
use pilothouse_protocol::{Input as Line, RawJson};
use pilothouse_runner::socket::Role;
use pilothouse_runner::{Client, Config, Durability, LogWriter, Program};
use serde_json::{Map, Value};

use super::queue::unique;
use super::task::{Runner, Task};
use crate::problem::Problem;

/// When a segment of the log has this size, the next is begun.
const SEGMENT_BYTES: u64 = 16 << 20;
/// How long a process may take to end by itself.
const GRACE: Duration = Duration::from_secs(5);

impl Task {
    /// Whether the CLI can be written to.
    pub(super) fn is_ready(&self) -> bool {
        self.runner.as_ref().is_some_and(|runner| runner.caught_up)
    }

    /// Attaches to the session's runner, if one lives.
    pub(super) async fn attach(&mut self) -> io::Result<()> {
        let Some(found) = pilothouse_runner::find(&self.shared.log_dir(&self.id))? else {
            return Ok(());
        };
        self.connect(&found.socket).await
    }

    async fn connect(&mut self, socket: &std::path::Path) -> io::Result<()> {
        let after = self.fold.view().seq;
        let (client, events) = Client::connect(socket, Role::Control, after)
            .await
            .map_err(io::Error::other)?;
        self.shared.live.fetch_add(1, Ordering::Relaxed);
        self.runner = Some(Runner {
            client,
            events,
            caught_up: false,
        });
        Ok(())
    }

    /// Starts a process for the session: a new conversation, or the one it had.
    pub(super) async fn wake(&mut self, reason: &str) -> Result<(), Problem> {
        if self.runner.is_some() {
            return Ok(());
        }
        let config = self.runner_config().await?;
        let program = match &self.shared.config.runner {
            Some(path) => Program::new(path, ["runner"]),
            None => Program::this(["runner"])?,
        };
        if self.fold.view().liveness.epoch > 0 {
            let note = Woken {
                reason: Some(reason.to_owned()),
                missing: Vec::new(),
                extra: Map::new(),
            };
            self.note(&unique(), Who::Host, Note::Woken(note)).await?;
        }
        let socket = config.socket.clone();
        let launched =
            tokio::task::spawn_blocking(move || pilothouse_runner::launch(&program, &config)).await;
        launched.map_err(Problem::internal)?.map_err(|error| {
            Problem::conflict(
                "cannotStart",
                format!("The CLI could not be started: {error}."),
            )
            .detail("Run `pilothouse doctor` to see what is wrong.")
        })?;
        self.connect(&socket).await?;
        self.initialize().await
    }

    /// Says hello to a new process, once; its answer is in the log.
    async fn initialize(&mut self) -> Result<(), Problem> {
        let Some(runner) = &mut self.runner else {
            return Ok(());
        };
        // Nothing of a new process is old: what was read from the log is all there was.
        runner.caught_up = true;
        let epoch = runner.client.welcome().epoch;
        let empty = RawJson::empty_object();
        let object = pilothouse_protocol::JsonObject::try_from(empty).map_err(Problem::internal)?;
        let line = Line::raw_request(format!("init-{epoch}"), "initialize", &object);
        self.write(&format!("init-{epoch}"), Who::Host, &line)
            .await
            .map(drop)
    }

    /// How the runner is to start the CLI.
    async fn runner_config(&self) -> Result<Config, Problem> {
        let cli = self.shared.cli.find().await?;
        let command = self.command(cli.version.as_ref())?;
        let launch = match &cli.version {
            Some(version) => command.launch_for(version),
            None => command.launch(),
        };
        let launch = launch.map_err(|problems| {
            Problem::invalid(format!("The CLI cannot be started like this: {problems}."))
        })?;
        let mut argv: Vec<String> = cli.argv.clone();
        argv.extend(
            launch
                .arguments
                .iter()
                .map(|argument| argument.to_string_lossy().into_owned()),
        );
        argv.extend(self.settings.texts("flags").into_iter().map(str::to_owned));
        let log = self.shared.directory(&self.id).join("log");
        let socket = pilothouse_runner::socket_path(&log)?;
        let cwd = self
            .settings
            .text("worktree")
            .or(self.settings.text("project"))
            .unwrap_or("/");
        let mut config = Config::new(&self.id, std::path::absolute(log)?, socket, argv, cwd);
        config.env = launch.environment;
        config
            .env
            .push(("CLAUDE_CODE_ENTRYPOINT".to_owned(), "pilothouse".to_owned()));
        config.env_remove = ["CLAUDECODE", "NODE_OPTIONS", "DEBUG"]
            .map(str::to_owned)
            .to_vec();
        config.cli_version = cli.version.as_ref().map(ToString::to_string);
        config.cli_session_id = command
            .value(pilothouse_protocol::command::Flag::SessionId)
            .map(|id| id.to_string_lossy().into_owned());
        Ok(config)
    }

    /// The flags of this session: those every hosted session has, and its own settings.
    fn command(&self, version: Option<&CliVersion>) -> Result<CommandLine, Problem> {
        let mut command = CommandLine::stream_json()
            .verbose()
            .include_partial_messages()
            .replay_user_messages()
            .permission_prompt_stdio()
            .session_state_events()
            .file_checkpointing();
        if let Some(model) = self.settings.text("model") {
            command = command.model(model);
        }
        if let Some(mode) = self.settings.text("permissionMode") {
            command = command.permission_mode(&PermissionMode::from(mode));
        }
        if let Some(effort) = self.settings.text("effort") {
            command = command.flag_with(pilothouse_protocol::command::Flag::Effort, effort);
        }
        for directory in self.settings.texts("directories") {
            command = command.add_dir(directory);
        }
        if let Some(text) = self.settings.text("appendSystemPrompt") {
            command = command.append_system_prompt(text);
        }
        if let Some(servers) = self.settings.value("mcpServers") {
            command = command.flag_with(
                pilothouse_protocol::command::Flag::McpConfig,
                servers.to_string(),
            );
        }
        if let Some(budget) = self.settings.number("budgetUsd") {
            command = command.max_budget_usd(budget);
        }
        if let Some(turns) = self.settings.number("maxTurns") {
            let turns = turns.to_string();
            command = command.flag_with(pilothouse_protocol::command::Flag::MaxTurns, turns);
        }
        if !self.settings.flag("trusted") {
            command = command
                .setting_sources([SettingsFile::User])
                .strict_mcp_config();
        }
        command = self.conversation(command);
        if let Some(version) = version {
            command.retain_known(version);
        }
        Ok(command)
    }

    /// Which conversation the process continues, or the id of the new one.
    fn conversation(&self, command: CommandLine) -> CommandLine {
        let resumed = self
            .settings
            .text("resume")
            .filter(|_| self.fold.view().liveness.epoch == 0);
        match (&self.settings.cli_session_id, resumed) {
            (_, Some(id)) if self.settings.flag("fork") => command.resume(id).fork_session(),
            (_, Some(id)) => command.resume(id),
            // A conversation is on disk once it had a turn.
            (Some(id), None) if self.fold.view().usage.turns > 0 => command.resume(id.as_str()),
            (Some(id), None) if self.fold.view().liveness.epoch == 0 => {
                command.session_id(id.as_str())
            }
            _ => command.session_id(uuid::Uuid::new_v4().to_string()),
        }
    }

    /// Ends an idle process; the next message wakes the session.
    pub(super) async fn park(&mut self, reason: &str, who: Who) {
        let note = Note::Parked(Parked {
            reason: Some(reason.to_owned()),
            extra: Map::new(),
        });
        if let Err(problem) = self.note(&unique(), who, note).await {
            tracing::warn!(session = %self.id, ?problem, "cannot park");
            return;
        }
        self.end_process().await;
    }

    /// Asks the process to end, and makes it if it does not.
    pub(super) async fn end_process(&mut self) {
        if let Some(runner) = &self.runner
            && let Err(error) = runner.client.terminate(GRACE).await
        {
            tracing::warn!(session = %self.id, %error, "the runner did not take the order to end");
        }
    }

    /// The process is gone, or the connection to its runner is.
    pub(super) async fn on_end(&mut self) {
        if self.runner.take().is_none() {
            return;
        }
        self.shared.live.fetch_sub(1, Ordering::Relaxed);
        self.shared.room.notify_waiters();
        self.requests.fail_all("The session's process ended.");
        self.interrupting = false;
        // A runner that still lives lost us, not the CLI.
        if let Err(error) = self.attach().await {
            tracing::warn!(session = %self.id, %error, "cannot attach again");
        }
        let waits = !self.fold.view().queue.is_empty();
        if self.runner.is_none() && waits && self.ending.take().is_none() && self.ended_well() {
            // What waits in the queue was acknowledged: it runs in a new process.
            if let Err(problem) = self.wake("messages wait").await {
                let text = format!("{problem:?}");
                let note = Note::Warning(Warning {
                    code: "cannotWake".to_owned(),
                    message: text,
                    extra: Map::new(),
                });
                drop(self.note(&unique(), Who::Host, note).await);
            }
        }
    }

    fn ended_well(&self) -> bool {
        use pilothouse_view::session::Activity;
        match &self.fold.view().liveness.activity {
            Activity::Ended { exit } => exit.code == Some(0),
            _ => true,
        }
    }

    /// Writes a line to the CLI. It is on disk when this returns.
    pub(super) async fn write(&mut self, id: &str, who: Who, line: &Line) -> Result<u64, Problem> {
        let Some(runner) = &self.runner else {
            return Err(Problem::conflict("notLive", "The session has no process."));
        };
        let written = runner
            .client
            .write(id, who, line.to_json(), Durability::Synced)
            .await;
        written
            .map(|written| written.seq)
            .map_err(|error| refused(&error))
    }

    /// Adds a note to the log: through the runner while one lives, else directly.
    pub(super) async fn note(&mut self, id: &str, who: Who, note: Note) -> Result<u64, Problem> {
        if let Some(runner) = &self.runner {
            let written = runner.client.note(id, who, note, Durability::Synced).await;
            return written
                .map(|written| written.seq)
                .map_err(|error| refused(&error));
        }
        let (dir, session) = (self.shared.log_dir(&self.id), self.id.clone());
        let appended = tokio::task::spawn_blocking(move || -> io::Result<Vec<Record>> {
            let mut writer =
                LogWriter::open(&dir, &session, SEGMENT_BYTES).map_err(io::Error::other)?;
            let before = writer.head().seq;
            let mut records = [Record::new(Kind::Note, who, note.to_bytes())];
            writer.append(&mut records)?;
            writer.sync()?;
            // Opening may have noted a cut tail or a missing exit before.
            dir.read_after(before.min(records[0].seq - 1))?.collect()
        });
        let records = appended.await.map_err(Problem::internal)??;
        self.fold_own(records)
    }

    /// Folds what this task wrote itself, and tells readers.
    fn fold_own(&mut self, records: Vec<Record>) -> Result<u64, Problem> {
        let seen = self.fold.view().seq;
        let mut sets = Vec::new();
        for record in records.iter().filter(|record| record.seq > seen) {
            sets.push(self.fold_record(record));
        }
        self.store_settled();
        self.feed.publish(sets);
        records
            .last()
            .map(|record| record.seq)
            .ok_or_else(|| Problem::internal("a note was not written"))
    }

    /// Remembers a setting.
    pub(super) async fn set(&mut self, name: &str, value: Value, who: Who) -> Result<(), Problem> {
        self.note(&unique(), who, super::settings::setting(name, value))
            .await
            .map(drop)
    }
}

fn refused(error: &pilothouse_runner::ClientError) -> Problem {
    Problem::conflict("notWritten", format!("It could not be written: {error}."))
        .detail("Nothing was lost; try again.")
}
