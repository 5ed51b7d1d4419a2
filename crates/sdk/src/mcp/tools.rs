//! A server of async functions.

use std::pin::Pin;
use std::sync::{Arc, Mutex};

use pilothouse_protocol::mcp::{
    CallToolParams, CallToolResult, InitializeParams, InitializeResult, JsonRpc, ListToolsResult,
    McpContentBlock, McpTool, McpToolAnnotations, error_code,
};
use pilothouse_protocol::wire::Wire;
use pilothouse_protocol::{JsonObject, RawJson};
use schemars::transform::{RecursiveTransform, Transform};
use schemars::{JsonSchema, Schema};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::{McpOutlet, McpServer};
use crate::connection::lock;
use crate::prompt::Media;

/// An MCP server of functions: input types define the schemas, and errors are returned to the model.
///
/// A function returns a value that converts into a [`ToolOutput`], or a [`Result`] whose error implements `Display`.
///
/// ```
/// use pilothouse_sdk::ToolServer;
/// use schemars::JsonSchema;
/// use serde::Deserialize;
///
/// #[derive(Deserialize, JsonSchema)]
/// struct Add { a: i64, b: i64 }
///
/// let tools = ToolServer::new().tool("add", "Add two numbers", |Add { a, b }: Add| async move { a + b });
/// ```
#[derive(Clone, Default)]
pub struct ToolServer {
    inner: Arc<Inner>,
}

#[derive(Default)]
struct Inner {
    tools: Mutex<Vec<Tool>>,
    outlets: Mutex<Vec<McpOutlet>>,
    instructions: Mutex<Option<String>>,
}

#[derive(Clone)]
struct Tool {
    description: McpTool,
    run: Arc<dyn Run>,
}

trait Run: Send + Sync {
    fn run(&self, arguments: RawJson) -> Pin<Box<dyn Future<Output = CallToolResult> + Send + '_>>;
}

/// The error of a tool. Every type that implements `Display` converts into it, so `?` works on any error.
#[derive(Debug)]
pub struct ToolError(String);

impl<E: std::fmt::Display> From<E> for ToolError {
    fn from(error: E) -> Self {
        Self(error.to_string())
    }
}

/// The output of a tool: text, a number, [`Json`], an image, blocks, or a whole [`CallToolResult`].
#[derive(Debug, Clone, PartialEq)]
pub struct ToolOutput(CallToolResult);

impl ToolOutput {
    /// Creates an image of up to 5 MB; its type is detected from its first bytes.
    pub fn image(bytes: &[u8]) -> crate::Result<Self> {
        let media = Media::from_bytes(bytes.to_vec())?.expect_image()?;
        Ok(Self::image_base64(media.media_type(), media.base64()))
    }

    /// Creates an image from base64. Its type and size are not checked.
    pub fn image_base64(media_type: &str, data: impl Into<String>) -> Self {
        vec![McpContentBlock::image(data, media_type)].into()
    }
}

/// The return value of a tool's function: a value that converts into a [`ToolOutput`], or a [`Result`] of it whose
/// error converts into a [`ToolError`].
pub trait ToolReturn {
    /// Returns the result of the call.
    fn into_call_result(self) -> CallToolResult;
}

impl<T: Into<ToolOutput>, E: Into<ToolError>> ToolReturn for Result<T, E> {
    fn into_call_result(self) -> CallToolResult {
        match self {
            Ok(output) => output.into().0,
            Err(error) => CallToolResult::error(error.into().0),
        }
    }
}

impl<T: Serialize> ToolReturn for Json<T> {
    fn into_call_result(self) -> CallToolResult {
        ToolOutput::from(self).0
    }
}

impl ToolReturn for ToolOutput {
    fn into_call_result(self) -> CallToolResult {
        self.0
    }
}

/// A value that the model receives as JSON, and as structured content if it is an object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Json<T>(pub T);

impl<T: Serialize> From<Json<T>> for ToolOutput {
    fn from(Json(value): Json<T>) -> Self {
        match RawJson::from_serialize(&value) {
            Ok(json) => {
                let mut result = CallToolResult::text(json.as_str());
                result.structured_content = JsonObject::try_from(json).ok();
                Self(result)
            }
            Err(error) => Self(CallToolResult::error(format!(
                "the result cannot be written: {error}"
            ))),
        }
    }
}

impl From<Value> for ToolOutput {
    fn from(value: Value) -> Self {
        match value {
            Value::String(text) => text.into(),
            value => Json(value).into(),
        }
    }
}

impl From<CallToolResult> for ToolOutput {
    fn from(result: CallToolResult) -> Self {
        Self(result)
    }
}

impl From<Vec<McpContentBlock>> for ToolOutput {
    fn from(blocks: Vec<McpContentBlock>) -> Self {
        Self(CallToolResult::new(blocks))
    }
}

impl From<()> for ToolOutput {
    fn from((): ()) -> Self {
        Self(CallToolResult::text("done"))
    }
}

macro_rules! return_output {
    ($($type:ty),*) => {$(
        impl ToolReturn for $type {
            fn into_call_result(self) -> CallToolResult {
                ToolOutput::from(self).0
            }
        }
    )*};
}

return_output!(Value, CallToolResult, Vec<McpContentBlock>, ());

macro_rules! output_from_display {
    ($($type:ty),*) => {$(
        impl From<$type> for ToolOutput {
            fn from(value: $type) -> Self {
                Self(CallToolResult::text(value.to_string()))
            }
        }

        return_output!($type);
    )*};
}

output_from_display!(
    String, &str, bool, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize, f32, f64
);

struct Function<F, A> {
    function: F,
    arguments: std::marker::PhantomData<fn(A)>,
}

impl<F, A, R> Run for Function<F, A>
where
    F: Fn(A) -> R + Send + Sync + 'static,
    A: DeserializeOwned + 'static,
    R: Future<Output: ToolReturn> + Send + 'static,
{
    fn run(&self, arguments: RawJson) -> Pin<Box<dyn Future<Output = CallToolResult> + Send + '_>> {
        // Invalid arguments are an error that the model can correct.
        let arguments = match arguments.parse() {
            Ok(arguments) => arguments,
            Err(error) => {
                return Box::pin(async move {
                    CallToolResult::error(format!("invalid arguments: {error}"))
                });
            }
        };
        let output = (self.function)(arguments);
        Box::pin(async move { output.await.into_call_result() })
    }
}

impl ToolServer {
    /// Creates a server without tools.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a tool; the schema of its input is that of its argument type.
    #[must_use]
    pub fn tool<A, F, R>(self, name: &str, description: &str, function: F) -> Self
    where
        A: DeserializeOwned + JsonSchema + 'static,
        F: Fn(A) -> R + Send + Sync + 'static,
        R: Future<Output: ToolReturn> + Send + 'static,
    {
        self.describe(McpTool::new(name, description, schema::<A>()), function)
    }

    /// Adds a tool that changes nothing; the CLI may run several calls of it at once.
    #[must_use]
    pub fn read_only_tool<A, F, R>(self, name: &str, description: &str, function: F) -> Self
    where
        A: DeserializeOwned + JsonSchema + 'static,
        F: Fn(A) -> R + Send + Sync + 'static,
        R: Future<Output: ToolReturn> + Send + 'static,
    {
        let mut tool = McpTool::new(name, description, schema::<A>());
        let mut annotations = McpToolAnnotations::default();
        annotations.read_only_hint = Some(true);
        tool.annotations = Some(annotations);
        self.describe(tool, function)
    }

    /// Adds a tool with a custom description: schema, annotations, metadata.
    #[must_use]
    pub fn describe<A, F, R>(self, tool: McpTool, function: F) -> Self
    where
        A: DeserializeOwned + 'static,
        F: Fn(A) -> R + Send + Sync + 'static,
        R: Future<Output: ToolReturn> + Send + 'static,
    {
        let run = Arc::new(Function {
            function,
            arguments: std::marker::PhantomData,
        });
        self.inner.put(Tool {
            description: tool,
            run,
        });
        self
    }

    /// Sets the instructions for the model about the server.
    #[must_use]
    pub fn instructions(self, text: impl Into<String>) -> Self {
        *lock(&self.inner.instructions) = Some(text.into());
        self
    }

    /// Adds a tool while sessions are running, and notifies them.
    pub async fn add_tool<A, F, R>(
        &self,
        name: &str,
        description: &str,
        function: F,
    ) -> crate::Result<()>
    where
        A: DeserializeOwned + JsonSchema + 'static,
        F: Fn(A) -> R + Send + Sync + 'static,
        R: Future<Output: ToolReturn> + Send + 'static,
    {
        let run = Arc::new(Function {
            function,
            arguments: std::marker::PhantomData,
        });
        self.inner.put(Tool {
            description: McpTool::new(name, description, schema::<A>()),
            run,
        });
        self.tell_sessions().await
    }

    /// Removes a tool while sessions are running, and notifies them.
    pub async fn remove_tool(&self, name: &str) -> crate::Result<()> {
        lock(&self.inner.tools).retain(|tool| tool.description.name != name);
        self.tell_sessions().await
    }

    async fn tell_sessions(&self) -> crate::Result<()> {
        let outlets: Vec<McpOutlet> = lock(&self.inner.outlets).clone();
        let mut told = Ok(());
        for outlet in outlets {
            match outlet.tools_changed().await {
                // A session that has ended needs no notification.
                Ok(()) | Err(crate::Error::Closed | crate::Error::Exited(_)) => {}
                // Continue with the other sessions.
                Err(error) => told = told.and(Err(error)),
            }
        }
        told
    }
}

impl Inner {
    fn put(&self, tool: Tool) {
        let mut tools = lock(&self.tools);
        tools.retain(|other| other.description.name != tool.description.name);
        tools.push(tool);
    }

    fn list(&self) -> ListToolsResult {
        ListToolsResult::new(
            lock(&self.tools)
                .iter()
                .map(|tool| tool.description.clone()),
        )
    }

    fn initialize(&self, params: &RawJson, name: &str) -> InitializeResult {
        let mut result = InitializeResult::with_tools(name, env!("CARGO_PKG_VERSION"));
        // Use the version of the client: tools have not changed between the versions.
        let asked = InitializeParams::from_json(params.as_str())
            .ok()
            .and_then(|params| params.protocol_version);
        result.protocol_version = asked.unwrap_or(result.protocol_version);
        result.capabilities.tools = JsonObject::from_text(r#"{"listChanged":true}"#).ok();
        result.instructions.clone_from(&lock(&self.instructions));
        result
    }

    async fn call(&self, params: &RawJson) -> Result<CallToolResult, String> {
        let call = CallToolParams::from_json(params.as_str()).map_err(|error| error.to_string())?;
        let tool = lock(&self.tools)
            .iter()
            .find(|tool| tool.description.name == call.name)
            .cloned();
        let tool = tool.ok_or_else(|| format!("no tool named {}", call.name))?;
        Ok(tool
            .run
            .run(call.arguments.unwrap_or_default().into())
            .await)
    }
}

impl McpServer for ToolServer {
    async fn handle(&self, message: JsonRpc) -> Option<JsonRpc> {
        let id = message.id?;
        let params = message.params.unwrap_or_else(RawJson::empty_object);
        let name = lock(&self.inner.outlets).last().map_or_else(
            || "tools".to_owned(),
            |outlet| outlet.server_name().to_owned(),
        );
        let result = match message.method?.as_str() {
            "initialize" => RawJson::from_wire(&self.inner.initialize(&params, &name)),
            "tools/list" => RawJson::from_wire(&self.inner.list()),
            "ping" => RawJson::empty_object(),
            "tools/call" => match self.inner.call(&params).await {
                Ok(result) => RawJson::from_wire(&result),
                Err(message) => {
                    return Some(JsonRpc::failure(id, error_code::INVALID_PARAMS, message));
                }
            },
            other => {
                return Some(JsonRpc::failure(
                    id,
                    error_code::METHOD_NOT_FOUND,
                    format!("no method {other}"),
                ));
            }
        };
        Some(JsonRpc::success(id, result))
    }

    fn connected(&self, outlet: McpOutlet) {
        let mut outlets = lock(&self.inner.outlets);
        outlets.retain(McpOutlet::is_open);
        outlets.push(outlet);
    }
}

/// The schema of a type, without the parts that only schema tools need.
fn schema<A: JsonSchema>() -> JsonObject {
    object(schemars::schema_for!(A))
}

/// The schema of a structured answer.
///
/// It has no `format`: with one anywhere, 2.1.38 does not offer the tool for structured answers and reports nothing.
/// 2.1.325 accepts all formats.
pub(crate) fn answer_schema<A: JsonSchema>() -> JsonObject {
    let mut schema = schemars::schema_for!(A);
    let drop_format = |schema: &mut Schema| drop(schema.remove("format"));
    RecursiveTransform(drop_format).transform(&mut schema);
    object(schema)
}

fn object(schema: Schema) -> JsonObject {
    let mut schema = schema.to_value();
    if let Some(members) = schema.as_object_mut() {
        members.remove("$schema");
        members.entry("type").or_insert_with(|| "object".into());
    }
    RawJson::from(schema).try_into().unwrap_or_default()
}
