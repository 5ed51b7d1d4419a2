//! Writes the JSON Schemas of the API's types, or checks that they are up to date.
//! The server makes its OpenAPI document of them.

use schemars::generate::{SchemaGenerator, SchemaSettings};
use serde_json::{Map, Value};

use crate::{
    audit, doctor, host, message, project, push, rules, session, settings, socket, usage, wire,
};
use pilothouse_view::entry::Entry;
use pilothouse_view::json::Json;
use pilothouse_view::view::{EntryPage, SessionView};

/// What a request may begin with: described as it is read.
fn requests() -> SchemaGenerator {
    let mut generator = settings().for_deserialize().into_generator();
    generator.subschema_for::<host::Login>();
    generator.subschema_for::<host::NewToken>();
    generator.subschema_for::<host::Pair>();
    generator.subschema_for::<message::AnswerAsk>();
    generator.subschema_for::<message::NewMessage>();
    generator.subschema_for::<message::UpdateQueued>();
    generator.subschema_for::<project::CloneProject>();
    generator.subschema_for::<project::TrustProject>();
    generator.subschema_for::<session::DecideProjectSettings>();
    generator.subschema_for::<push::PushSubscription>();
    generator.subschema_for::<rules::NewRule>();
    generator.subschema_for::<session::ChangeLifecycle>();
    generator.subschema_for::<session::ControlCall>();
    generator.subschema_for::<session::CreateSession>();
    generator.subschema_for::<session::ForkSession>();
    generator.subschema_for::<session::Interrupt>();
    generator.subschema_for::<session::Interruption>();
    generator.subschema_for::<session::LookAt>();
    generator.subschema_for::<session::ReleaseHeld>();
    generator.subschema_for::<session::StoppedTasks>();
    generator.subschema_for::<session::Rewind>();
    generator.subschema_for::<session::UpdateSession>();
    generator.subschema_for::<settings::HostSettings>();
    generator.subschema_for::<socket::SocketCommand>();
    generator
}

/// What an answer may begin with: described as it is written.
fn answers() -> SchemaGenerator {
    let mut generator = settings().for_serialize().into_generator();
    generator.subschema_for::<Entry>();
    generator.subschema_for::<EntryPage>();
    generator.subschema_for::<Json>();
    generator.subschema_for::<SessionView>();
    generator.subschema_for::<audit::AuditPage>();
    generator.subschema_for::<doctor::DoctorReport>();
    generator.subschema_for::<host::HostInfo>();
    generator.subschema_for::<host::LoggedIn>();
    generator.subschema_for::<host::MadeToken>();
    generator.subschema_for::<host::Pairing>();
    generator.subschema_for::<host::Problem>();
    generator.subschema_for::<message::AskAnswered>();
    generator.subschema_for::<message::SentMessage>();
    generator.subschema_for::<message::Upload>();
    generator.subschema_for::<project::FileNode>();
    generator.subschema_for::<project::FileSuggestion>();
    generator.subschema_for::<project::McpResource>();
    generator.subschema_for::<project::Project>();
    generator.subschema_for::<project::SearchPage>();
    generator.subschema_for::<project::StoredPage>();
    generator.subschema_for::<project::ClonedProject>();
    generator.subschema_for::<project::TrustReport>();
    generator.subschema_for::<project::WorkingDiff>();
    generator.subschema_for::<push::PushMessage>();
    generator.subschema_for::<rules::Rule>();
    generator.subschema_for::<rules::RuleTrial>();
    generator.subschema_for::<session::InboxItem>();
    generator.subschema_for::<session::RewindReport>();
    generator.subschema_for::<session::SessionPage>();
    generator.subschema_for::<session::RemovedSession>();
    generator.subschema_for::<socket::SocketUpdate>();
    generator.subschema_for::<usage::UsageReport>();
    generator.subschema_for::<wire::Replay>();
    generator.subschema_for::<wire::WirePage>();
    generator
}

fn settings() -> SchemaSettings {
    SchemaSettings::draft2020_12().with(|settings| {
        settings.definitions_path = "/components/schemas".into();
    })
}

/// All schemas by name. A type that is read in another way than it is written would need two names.
fn schemas() -> Map<String, Value> {
    let mut all = requests().take_definitions(true);
    for (name, schema) in answers().take_definitions(true) {
        if let Some(known) = all.get(&name) {
            assert_eq!(known, &schema, "{name} is read and written differently");
        }
        all.insert(name, schema);
    }
    all
}

#[test]
fn json_schemas_are_up_to_date() {
    let mut expected = serde_json::to_string_pretty(&schemas()).unwrap();
    expected.push('\n');
    super::compare_or_write("crates/server/src/openapi/schemas.json", &expected);
}
