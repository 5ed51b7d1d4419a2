//! The frames of a session, in the key order of the CLI.

use crate::corpus::prose;
use crate::random::Random;

const MODEL: &str = "claude-sonnet-4-5-20250929";
const USAGE: &str = r#"{"input_tokens":100,"output_tokens":1,"cache_creation_input_tokens":0,"cache_read_input_tokens":50,"service_tier":"standard"}"#;

pub(crate) struct Session {
    pub(crate) random: Random,
    out: Vec<u8>,
    frames: usize,
    session_id: String,
    message_id: String,
    request_id: String,
    /// Blocks of the reply so far.
    blocks: usize,
    seconds: u64,
}

impl Session {
    pub(crate) fn new(seed: u64) -> Session {
        let mut random = Random::new(seed);
        let session_id = random.uuid();
        let message_id = random.id("msg_01");
        let request_id = random.id("req_01");
        Session {
            random,
            out: Vec::new(),
            frames: 0,
            session_id,
            message_id,
            request_id,
            blocks: 0,
            seconds: 0,
        }
    }

    pub(crate) fn frames(&self) -> usize {
        self.frames
    }

    pub(crate) fn into_bytes(self) -> Vec<u8> {
        self.out
    }

    pub(crate) fn begin_turn(&mut self) {
        let (session, uuid) = (self.session_id.clone(), self.random.uuid());
        self.line(&format!(
            r#"{{"type":"system","subtype":"init","cwd":"/home/dev/project","session_id":"{session}","tools":["Task","AskUserQuestion","Bash","Edit","ExitPlanMode","NotebookEdit","Read","Skill","TaskCreate","TaskGet","TaskList","TaskStop","TaskUpdate","ToolSearch","WebFetch","WebSearch","Write"],"mcp_servers":[],"model":"{MODEL}","permissionMode":"default","slash_commands":["verify","debug","code-review","simplify","batch","clear","compact","config","context","effort","init","mcp","model","rename","security-review","usage","recap"],"apiKeySource":"none","claude_code_version":"2.1.325","output_style":"default","agents":["claude","Explore","general-purpose","Plan"],"skills":["verify","debug"],"plugins":[],"uuid":"{uuid}","fast_mode_state":"off"}}"#
        ));
    }

    pub(crate) fn begin_reply(&mut self) {
        self.message_id = self.random.id("msg_01");
        self.request_id = self.random.id("req_01");
        self.blocks = 0;
        let (session, uuid) = (self.session_id.clone(), self.random.uuid());
        self.line(&format!(
            r#"{{"type":"system","subtype":"status","status":"requesting","session_id":"{session}","uuid":"{uuid}"}}"#
        ));
        let (id, uuid) = (self.message_id.clone(), self.random.uuid());
        let wait = self.random.between(200, 2000);
        self.line(&format!(
            r#"{{"type":"stream_event","event":{{"type":"message_start","message":{{"id":"{id}","type":"message","role":"assistant","model":"{MODEL}","content":[],"stop_reason":null,"stop_sequence":null,"usage":{USAGE}}}}},"session_id":"{session}","parent_tool_use_id":null,"uuid":"{uuid}","ttft_ms":{wait},"thinking_display":"updates","api_message_id":"{id}"}}"#
        ));
    }

    pub(crate) fn text_block(&mut self, deltas: u64) {
        let index = self.blocks;
        self.event(&format!(
            r#"{{"type":"content_block_start","index":{index},"content_block":{{"type":"text","text":""}}}}"#
        ));
        let mut whole = String::new();
        for _ in 0..deltas {
            whole.push_str(&self.text_delta());
        }
        self.assistant(&format!(
            r#"{{"type":"text","text":{}}}"#,
            prose::quoted(&whole)
        ));
        self.end_block();
    }

    /// Writes one delta and returns its text.
    pub(crate) fn text_delta(&mut self) -> String {
        let text = prose::delta(&mut self.random);
        let (index, quoted) = (self.blocks, prose::quoted(&text));
        self.event(&format!(
            r#"{{"type":"content_block_delta","index":{index},"delta":{{"type":"text_delta","text":{quoted}}}}}"#
        ));
        text
    }

    /// Writes a tool call and returns its id.
    pub(crate) fn tool_block(&mut self) -> String {
        let tool = self.random.id("toolu_01");
        let index = self.blocks;
        self.event(&format!(
            r#"{{"type":"content_block_start","index":{index},"content_block":{{"type":"tool_use","id":"{tool}","name":"Bash","input":{{}}}}}}"#
        ));
        let number = self.random.between(1, 9999);
        let input = format!(
            r#"{{"command":"sed -n 1,{number}p src/session.rs | grep -n \"fn \"","description":"Look at the functions"}}"#
        );
        let (first, second) = input.split_at(input.len() / 2);
        for part in ["", first, second] {
            let part = prose::quoted(part);
            self.event(&format!(
                r#"{{"type":"content_block_delta","index":{index},"delta":{{"type":"input_json_delta","partial_json":{part}}}}}"#
            ));
        }
        self.assistant(&format!(
            r#"{{"type":"tool_use","id":"{tool}","name":"Bash","input":{input}}}"#
        ));
        self.end_block();
        tool
    }

    pub(crate) fn end_reply(&mut self, reason: &str) {
        let tokens = self.random.between(20, 900);
        self.event(&format!(
            r#"{{"type":"message_delta","delta":{{"stop_reason":"{reason}","stop_sequence":null}},"usage":{{"output_tokens":{tokens}}}}}"#
        ));
        self.event(r#"{"type":"message_stop"}"#);
    }

    /// The output is in the frame twice, for the model and for the host, as on the real wire.
    pub(crate) fn tool_result(&mut self, tool: &str, size: usize) {
        let output = prose::quoted(&prose::output(&mut self.random, size));
        let (session, uuid, time) = (self.session_id.clone(), self.random.uuid(), self.time());
        self.line(&format!(
            r#"{{"type":"user","message":{{"role":"user","content":[{{"tool_use_id":"{tool}","type":"tool_result","content":{output},"is_error":false}}]}},"parent_tool_use_id":null,"session_id":"{session}","uuid":"{uuid}","timestamp":"{time}","tool_use_result":{{"stdout":{output},"stderr":"","interrupted":false,"isImage":false,"noOutputExpected":false}},"tool_result_meta":[{{"id":"{tool}","permission_decision":{{"decision":"accept","source":"config","reason_type":"mode"}}}}]}}"#
        ));
    }

    pub(crate) fn end_turn(&mut self) {
        let (session, uuid) = (self.session_id.clone(), self.random.uuid());
        let (spent, output) = (
            self.random.between(1000, 60000),
            self.random.between(100, 4000),
        );
        let usage = format!(
            r#"{{"inputTokens":200,"outputTokens":{output},"cacheReadInputTokens":100,"cacheCreationInputTokens":0,"webSearchRequests":0,"costUSD":0.00123,"contextWindow":200000,"maxOutputTokens":32000}}"#
        );
        // The type is near the end of a result.
        self.line(&format!(
            r#"{{"duration_api_ms":{spent},"stop_reason":"end_turn","session_id":"{session}","total_cost_usd":0.00123,"usage":{{"input_tokens":200,"cache_creation_input_tokens":0,"cache_read_input_tokens":100,"output_tokens":{output},"server_tool_use":{{"web_search_requests":0,"web_fetch_requests":0}},"service_tier":"standard","cache_creation":{{"ephemeral_1h_input_tokens":0,"ephemeral_5m_input_tokens":0}},"inference_geo":"","iterations":[],"speed":"standard"}},"modelUsage":{{"{MODEL}":{usage}}},"permission_denials":[],"terminal_reason":"completed","fast_mode_state":"off","is_error":false,"num_turns":2,"subtype":"success","api_error_status":null,"result":"done","ttft_ms":126,"type":"result","duration_ms":{spent},"uuid":"{uuid}"}}"#
        ));
    }

    fn end_block(&mut self) {
        self.event(&format!(
            r#"{{"type":"content_block_stop","index":{}}}"#,
            self.blocks
        ));
        self.blocks += 1;
    }

    fn event(&mut self, event: &str) {
        let (session, uuid, id) = (&self.session_id, self.random.uuid(), &self.message_id);
        let line = format!(
            r#"{{"type":"stream_event","event":{event},"session_id":"{session}","parent_tool_use_id":null,"uuid":"{uuid}","api_message_id":"{id}"}}"#
        );
        self.line(&line);
    }

    fn assistant(&mut self, block: &str) {
        let (session, uuid, time) = (self.session_id.clone(), self.random.uuid(), self.time());
        let (id, request) = (self.message_id.clone(), self.request_id.clone());
        self.line(&format!(
            r#"{{"type":"assistant","message":{{"id":"{id}","type":"message","role":"assistant","model":"{MODEL}","content":[{block}],"stop_reason":null,"stop_sequence":null,"usage":{USAGE},"context_management":null}},"parent_tool_use_id":null,"session_id":"{session}","uuid":"{uuid}","timestamp":"{time}","request_id":"{request}"}}"#
        ));
    }

    fn time(&mut self) -> String {
        self.seconds += 1;
        let (hours, minutes, seconds) = (
            self.seconds / 3600 % 24,
            self.seconds / 60 % 60,
            self.seconds % 60,
        );
        format!(
            "2026-11-15T{hours:02}:{minutes:02}:{seconds:02}.{:03}Z",
            self.random.between(0, 999)
        )
    }

    fn line(&mut self, text: &str) {
        self.out.extend_from_slice(text.as_bytes());
        self.out.push(b'\n');
        self.frames += 1;
    }
}
