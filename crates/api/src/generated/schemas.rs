//! Writes the JSON Schemas of the API's types, or checks that they are up to date.
//! The server generates its OpenAPI document from them.

use schemars::generate::{SchemaGenerator, SchemaSettings};
use schemars::transform::RecursiveTransform;
use schemars::{JsonSchema, Schema};
use serde_json::{Map, Value};

use crate::bounds::Bounded;
use crate::{
    audit, doctor, host, message, project, push, rules, session, settings, socket, usage, wire,
};
use pilothouse_view::entry::Entry;
use pilothouse_view::json::Json;
use pilothouse_view::view::{EntryPage, SessionView};

/// Adds the bounds of a type to its schema.
type Describe = fn(&mut Schema);

/// The schemas of requests, for deserialization, with their bounds.
struct Requests {
    generator: SchemaGenerator,
    /// Functions that add the bounds of a type, by its name.
    bounds: Vec<(String, Describe)>,
}

impl Requests {
    fn add<T: JsonSchema + Bounded>(&mut self) {
        self.generator.subschema_for::<T>();
        self.bounds
            .push((T::schema_name().into_owned(), T::describe));
    }

    fn schemas(mut self) -> Map<String, Value> {
        let mut all = self.generator.take_definitions(true);
        for (name, describe) in self.bounds {
            let mut schema = Schema::try_from(all[&name].take()).unwrap();
            describe(&mut schema);
            all[&name] = schema.into();
        }
        all
    }
}

fn requests() -> Requests {
    let mut requests = Requests {
        generator: settings().for_deserialize().into_generator(),
        bounds: Vec::new(),
    };
    requests.add::<host::Login>();
    requests.add::<host::NewToken>();
    requests.add::<host::Pair>();
    requests.add::<message::AnswerAsk>();
    requests.add::<message::NewMessage>();
    requests.add::<message::UpdateQueued>();
    requests.add::<project::CloneProject>();
    requests.add::<project::TrustProject>();
    requests.add::<session::DecideProjectSettings>();
    requests.add::<push::PushSubscription>();
    requests.add::<rules::NewRule>();
    requests.add::<session::ChangeLifecycle>();
    requests.add::<session::ControlCall>();
    requests.add::<session::CreateSession>();
    requests.add::<session::ForkSession>();
    requests.add::<session::Interrupt>();
    requests.add::<session::LookAt>();
    requests.add::<session::ReleaseHeld>();
    requests.add::<session::Rewind>();
    requests.add::<session::UpdateSession>();
    requests.add::<settings::HostSettings>();
    requests.add::<settings::NotifyTarget>();
    requests.generator.subschema_for::<socket::SocketCommand>();
    requests
}

/// The schemas of responses, for serialization.
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
    generator.subschema_for::<project::ClonedProject>();
    generator.subschema_for::<project::FileNode>();
    generator.subschema_for::<project::FileSuggestion>();
    generator.subschema_for::<project::McpResource>();
    generator.subschema_for::<project::Project>();
    generator.subschema_for::<project::SearchPage>();
    generator.subschema_for::<project::StoredPage>();
    generator.subschema_for::<project::TrustReport>();
    generator.subschema_for::<project::WorkingDiff>();
    generator.subschema_for::<push::PushMessage>();
    generator.subschema_for::<rules::Rule>();
    generator.subschema_for::<rules::RuleTrial>();
    generator.subschema_for::<session::InboxItem>();
    generator.subschema_for::<session::Interruption>();
    generator.subschema_for::<session::RewindReport>();
    generator.subschema_for::<session::SessionPage>();
    generator.subschema_for::<session::StoppedTasks>();
    generator.subschema_for::<session::RemovedSession>();
    generator.subschema_for::<socket::SocketUpdate>();
    generator.subschema_for::<usage::UsageReport>();
    generator.subschema_for::<wire::Replay>();
    generator.subschema_for::<wire::WirePage>();
    generator
}

fn settings() -> SchemaSettings {
    let settings = SchemaSettings::draft2020_12().with(|settings| {
        settings.definitions_path = "/components/schemas".into();
    });
    settings.with_transform(RecursiveTransform(bound_integers))
}

/// Adds the maximum of an integer type.
fn bound_integers(schema: &mut Schema) {
    let largest = match schema.get("format").and_then(Value::as_str) {
        Some("uint16") => u64::from(u16::MAX),
        Some("uint32") => u64::from(u32::MAX),
        Some("uint64") => u64::MAX,
        _ => return,
    };
    schema.insert("maximum".to_owned(), largest.into());
}

/// All schemas by name. A type with different schemas for reading and writing would need two names.
fn schemas() -> Map<String, Value> {
    let mut all = requests().schemas();
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
