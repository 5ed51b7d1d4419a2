//! Resources of MCP servers that sessions have listed. The CLI names them nowhere else.

use std::collections::BTreeMap;

use pilothouse_api::project::McpResource;
use pilothouse_view::{Entry, EntryBody};
use serde_json::Value;

use super::Store;

/// The tool that lists them begins with this in every version.
const TOOL: &str = "ListMcpResources";
/// How many listings of a project are read, the newest first.
const LISTINGS: u32 = 50;

impl Store {
    /// What the sessions of a project have listed; of a resource that was listed again, its newest name.
    pub(crate) fn resources(&self, project: &str) -> rusqlite::Result<Vec<McpResource>> {
        self.read(|connection| {
            // Found by the words the tool is shown with, which no scan of all entries could do in time.
            let sql = "select entries.entry
                   from search
                   join search_places place on place.id = search.rowid
                   join sessions on sessions.id = place.session
                   join entries on entries.session = place.session and entries.id = place.entry
                   where search match '\"List MCP Resources\"' and sessions.project = ?1
                   order by place.at desc
                   limit ?2";
            let mut statement = connection.prepare_cached(sql)?;
            let rows = statement.query_map((project, LISTINGS), |row| row.get::<_, String>(0))?;
            let mut found = BTreeMap::new();
            for json in rows {
                let Ok(entry) = serde_json::from_str::<Entry>(&json?) else {
                    continue;
                };
                for resource in listed(&entry) {
                    let key = (resource.server.clone(), resource.uri.clone());
                    found.entry(key).or_insert(resource);
                }
            }
            Ok(found.into_values().collect())
        })
    }
}

/// What a call has listed; nothing for every other entry.
fn listed(entry: &Entry) -> Vec<McpResource> {
    let EntryBody::Tool(call) = &entry.body else {
        return Vec::new();
    };
    if !call.tool.name.starts_with(TOOL) {
        return Vec::new();
    }
    let structured = call
        .result
        .as_ref()
        .and_then(|result| result.structured.as_ref());
    let items = structured.and_then(|json| json.0.as_array());
    items.into_iter().flatten().filter_map(resource).collect()
}

fn resource(item: &Value) -> Option<McpResource> {
    let text = |name: &str| item.get(name).and_then(Value::as_str).map(str::to_owned);
    Some(McpResource {
        server: text("server")?,
        uri: text("uri")?,
        name: text("name"),
    })
}

#[cfg(test)]
mod tests {
    use rusqlite::Connection;
    use serde_json::json;

    use super::*;
    use crate::store::Indexed;

    fn listing(id: &str, at: u64, items: Value) -> Entry {
        serde_json::from_value(json!({
            "id": id, "order": at, "at": at, "epoch": 1,
            "body": {
                "kind": "tool", "toolUseId": id, "input": {}, "inputCut": false, "state": "done",
                "tool": {"name": "ListMcpResourcesTool", "display": "List MCP Resources"},
                "result": {
                    "text": {"text": "a list", "truncated": false, "fullSize": 6}, "seq": 1, "isError": false, "invalidCall": false,
                    "attachments": [], "structured": items, "structuredCut": false,
                },
                "links": {},
            },
        }))
        .unwrap()
    }

    fn put(store: &Store, session: &str, project: &str, entry: Entry) {
        let sql = "insert into sessions (id, at, archived, project, summary, busy) values (?1, 1, 0, ?2, '{}', 0)";
        let put = |connection: &mut Connection| connection.execute(sql, [session, project]);
        store.write(put).unwrap();
        store.index(session, Indexed::Entries(vec![entry]));
    }

    #[test]
    fn what_sessions_of_a_project_listed_is_known_by_its_newest_name() {
        let store = Store::in_memory().unwrap();
        let north = json!({"server": "charts", "uri": "chart://north", "name": "North"});
        let renamed = json!({"server": "charts", "uri": "chart://north", "name": "North Sea"});
        let south = json!({"server": "charts", "uri": "chart://south"});
        let nameless = json!({"name": "without an address"});
        put(
            &store,
            "a",
            "/home/shop",
            listing("1", 1, json!([north, nameless])),
        );
        put(
            &store,
            "b",
            "/home/shop",
            listing("2", 2, json!([renamed, south])),
        );
        put(
            &store,
            "c",
            "/home/other",
            listing("3", 3, json!([{"server": "x", "uri": "y://z"}])),
        );
        let found = store.resources("/home/shop").unwrap();
        let told: Vec<_> = found
            .iter()
            .map(|one| (one.uri.as_str(), one.name.as_deref()))
            .collect();
        assert_eq!(
            told,
            [
                ("chart://north", Some("North Sea")),
                ("chart://south", None)
            ]
        );
        assert!(store.resources("/home/nowhere").unwrap().is_empty());
    }
}
