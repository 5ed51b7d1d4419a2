//! Writes the TypeScript types of the API and the view, or checks that they are up to date.

use std::collections::BTreeMap;
use std::path::PathBuf;

use ts_rs::{Config, TS, TypeVisitor};

use crate::{
    audit, doctor, host, message, project, push, rules, session, settings, socket, usage, wire,
};
use pilothouse_view::change::ChangeSet;
use pilothouse_view::view::{CHECKPOINTS, CLOSED_ASKS, EntryPage, SessionView, VIEW_VERSION};

mod layout;
mod schemas;

/// Collects the declarations of a type and all its dependencies by name.
struct Declarations<'a> {
    config: &'a Config,
    by_name: BTreeMap<String, String>,
}

impl TypeVisitor for Declarations<'_> {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        // Types without an output path are built into TypeScript.
        if T::output_path().is_none() || self.by_name.contains_key(&T::ident(self.config)) {
            return;
        }
        let docs = T::docs().unwrap_or_default();
        let declaration = format!("{docs}export {}\n", layout::lines(&T::decl(self.config)));
        self.by_name.insert(T::ident(self.config), declaration);
        T::visit_dependencies(self);
    }
}

/// The types of `/api` that are at the root of a request or response.
fn visit_api(declarations: &mut Declarations<'_>) {
    declarations.visit::<socket::SocketCommand>();
    declarations.visit::<socket::SocketUpdate>();
    declarations.visit::<session::SessionPage>();
    declarations.visit::<session::RemovedSession>();
    declarations.visit::<session::CreateSession>();
    declarations.visit::<session::UpdateSession>();
    declarations.visit::<session::ForkSession>();
    declarations.visit::<session::ChangeLifecycle>();
    declarations.visit::<session::Interrupt>();
    declarations.visit::<session::Interruption>();
    declarations.visit::<session::LookAt>();
    declarations.visit::<session::ReleaseHeld>();
    declarations.visit::<session::StoppedTasks>();
    declarations.visit::<session::Rewind>();
    declarations.visit::<session::RewindReport>();
    declarations.visit::<session::ControlCall>();
    declarations.visit::<session::InboxItem>();
    declarations.visit::<message::SentMessage>();
    declarations.visit::<message::UpdateQueued>();
    declarations.visit::<message::AnswerAsk>();
    declarations.visit::<message::AskAnswered>();
    declarations.visit::<message::Upload>();
    declarations.visit::<host::Login>();
    declarations.visit::<host::LoggedIn>();
    declarations.visit::<host::Problem>();
    declarations.visit::<host::Pair>();
    declarations.visit::<host::Pairing>();
    declarations.visit::<host::NewToken>();
    declarations.visit::<host::MadeToken>();
    declarations.visit::<project::Project>();
    declarations.visit::<project::CloneProject>();
    declarations.visit::<project::ClonedProject>();
    declarations.visit::<project::TrustReport>();
    declarations.visit::<project::TrustProject>();
    declarations.visit::<session::DecideProjectSettings>();
    declarations.visit::<project::FileNode>();
    declarations.visit::<project::FileSuggestion>();
    declarations.visit::<project::McpResource>();
    declarations.visit::<project::StoredPage>();
    declarations.visit::<project::SearchPage>();
    declarations.visit::<project::WorkingDiff>();
    declarations.visit::<rules::Rule>();
    declarations.visit::<rules::NewRule>();
    declarations.visit::<rules::RuleTrial>();
    declarations.visit::<audit::AuditPage>();
    declarations.visit::<usage::UsageReport>();
    declarations.visit::<settings::HostSettings>();
    declarations.visit::<wire::WirePage>();
    declarations.visit::<wire::Replay>();
    declarations.visit::<doctor::DoctorReport>();
    declarations.visit::<push::PushSubscription>();
    declarations.visit::<push::PushMessage>();
}

fn typescript() -> String {
    let config = Config::new().with_large_int("number");
    let mut declarations = Declarations {
        config: &config,
        by_name: BTreeMap::new(),
    };
    declarations.visit::<SessionView>();
    declarations.visit::<ChangeSet>();
    declarations.visit::<EntryPage>();
    visit_api(&mut declarations);
    let mut text = String::from(
        "// Made from the Rust types by `cargo xtask codegen`. Do not edit.\n\n\
         /** Version of the view's format and of its changes. */\n",
    );
    text.push_str(&format!("export const VIEW_VERSION = {VIEW_VERSION}\n\n"));
    text.push_str("/** How many settled asks a view remembers. */\n");
    text.push_str(&format!("export const CLOSED_ASKS = {CLOSED_ASKS}\n\n"));
    text.push_str("/** How many checkpoints a view lists. */\n");
    text.push_str(&format!("export const CHECKPOINTS = {CHECKPOINTS}\n"));
    for declaration in declarations.by_name.values() {
        text.push('\n');
        text.push_str(declaration);
    }
    text
}

/// Compares a generated file with its expected content, or writes it if `PILOTHOUSE_CODEGEN=write` is set.
fn compare_or_write(path: &str, expected: &str) {
    let file = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .join(path);
    if std::env::var_os("PILOTHOUSE_CODEGEN").is_some_and(|value| value == "write") {
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(&file, expected).unwrap();
        return;
    }
    let found = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(
        found == expected,
        "{path} is out of date: run `cargo xtask codegen`"
    );
}

#[test]
fn typescript_types_are_up_to_date() {
    compare_or_write("ui/src/api/generated.ts", &typescript());
}
