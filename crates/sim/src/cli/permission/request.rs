//! The `can_use_tool` request.

use serde_json::{Map, Value, json};

use crate::cli::call::Call;
use crate::cli::session::Sim;

impl Sim {
    /// Builds the request from the call and the fields of the decision.
    pub(in crate::cli) fn ask_request(
        &self,
        call: &Call,
        mut fields: Map<String, Value>,
    ) -> Map<String, Value> {
        let mut request = Map::new();
        request.insert("subtype".into(), "can_use_tool".into());
        request.insert("tool_name".into(), call.name.clone().into());
        if let Some(server) = self.state.borrow().servers.of_tool(&call.name) {
            request.insert(
                "mcp_server".into(),
                json!({ "name": server.name, "source": server.source }),
            );
        }
        request.insert("display_name".into(), self.display_name(&call.name).into());
        request.insert("input".into(), self.asked_input(call));
        if !fields.contains_key("description")
            && let Some(description) = self.description(call)
        {
            fields.insert("description".into(), description.into());
        }
        request.extend(fields);
        request.insert("tool_use_id".into(), call.id.clone().into());
        if let Some(agent) = &call.agent {
            request.insert("agent_id".into(), agent.agent_id.clone().into());
        }
        request
    }

    fn description(&self, call: &Call) -> Option<String> {
        let text = |name: &str| call.input.get(name).and_then(Value::as_str);
        match call.name.as_str() {
            "Bash" => text("description")
                .or_else(|| text("command"))
                .map(str::to_owned),
            "Write" | "Edit" | "Read" => {
                text("file_path").map(|path| self.display_path(&self.absolute(path)))
            }
            _ => None,
        }
    }

    /// The input in the request: with defaults, and for a plan with the plan itself.
    fn asked_input(&self, call: &Call) -> Value {
        let mut input = call.input.clone();
        match call.name.as_str() {
            "Edit" => {
                input.entry("replace_all").or_insert(false.into());
            }
            "ExitPlanMode" if self.features().asks_with_plan_file => {
                input.remove("plan");
                if let Some((path, plan)) = self.plan() {
                    let mut with_plan = Map::new();
                    with_plan.insert("plan".into(), plan.into());
                    with_plan.insert("planFilePath".into(), path.display().to_string().into());
                    with_plan.extend(input);
                    input = with_plan;
                }
            }
            _ => {}
        }
        Value::Object(input)
    }

    /// The display name: MCP tools by their title.
    pub(in crate::cli) fn display_name(&self, tool: &str) -> String {
        let title = self.state.borrow().servers.tool_title(tool);
        title.unwrap_or_else(|| tool.to_owned())
    }
}
