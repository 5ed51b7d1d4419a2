//! The deltas of the blocks of a reply.

use serde_json::json;

use super::{Partial, Stopped, Stream};
use crate::cli::call::Call;
use crate::script::{Block, DEFAULT_SIGNATURE, Seconds, ToolUseBlock, input_pieces, pieces};

impl Stream<'_> {
    /// Streams one content block. `Err` is the written part when the turn was aborted.
    pub(super) async fn content(&mut self, block: Block, cut_inside: bool) -> Result<(), Partial> {
        match block {
            Block::Text(text) => {
                self.block_start(json!({ "type": "text", "text": "" }));
                self.text_deltas(&text.text, text.chunks, text.delay)
                    .await
                    .map_err(Partial::Text)?;
                if !cut_inside {
                    self.text.clone_from(&text.text);
                    self.finish_block(json!({ "type": "text", "text": text.text }), json!({}));
                }
            }
            Block::Thinking(thinking) => {
                let signature = thinking.signature.as_deref().unwrap_or(DEFAULT_SIGNATURE);
                self.block_start(json!({ "type": "thinking", "thinking": "", "signature": "" }));
                let estimated = self
                    .thinking_deltas(&thinking.thinking, thinking.chunks, thinking.delay)
                    .await
                    .map_err(|Stopped| Partial::Thinking)?;
                if !self.sim.has_partial_messages() {
                    // Without reported increments, the signature counts as one.
                    let tokens = signature.len() * 3 / 16;
                    self.thinking_tokens(estimated + tokens, tokens);
                }
                self.delta(json!({ "type": "signature_delta", "signature": signature }));
                if !cut_inside {
                    let block = json!({
                        "type": "thinking", "thinking": thinking.thinking, "signature": signature,
                    });
                    let extra = json!({ "thinking_duration_ms": 2, "thinking_display": "updates" });
                    self.finish_block(block, extra);
                }
            }
            Block::ToolUse(tool) => self.tool_use(tool, cut_inside).await?,
            _ => return Ok(()),
        }
        self.index += usize::from(!cut_inside);
        tokio::task::yield_now().await;
        if self.turn.abort.is_set() && self.tool_calls == 0 {
            Err(Partial::Nothing)
        } else {
            Ok(())
        }
    }

    async fn tool_use(&mut self, mut tool: ToolUseBlock, cut_inside: bool) -> Result<(), Partial> {
        self.sim.complete_paths(&mut tool.input);
        let id = tool.id.clone().unwrap_or_else(|| {
            format!("toolu_{}", &uuid::Uuid::new_v4().simple().to_string()[..24])
        });
        self.block_start(json!({ "type": "tool_use", "id": id, "name": tool.name, "input": {} }));
        for (number, piece) in input_pieces(&tool.input).into_iter().enumerate() {
            if number > 0 {
                self.wait(tool.delay)
                    .await
                    .map_err(|Stopped| Partial::Nothing)?;
            }
            self.delta(json!({ "type": "input_json_delta", "partial_json": piece }));
        }
        if cut_inside {
            return Ok(());
        }
        let shown = self.sim.shown_input(&tool.name, &tool.input);
        let block = json!({ "type": "tool_use", "id": id, "name": tool.name, "input": shown });
        let extra = self.sim.tool_use_meta(&id, &tool.name);
        let uuid = self.finish_block(block, extra);
        self.tool_calls += 1;
        if self.sim.exceeds_budget(self.usage) {
            return Ok(());
        }
        {
            let mut state = self.sim.state.borrow_mut();
            let is_new = state.tool_ids.insert(id.clone());
            state.repeated_tool_id |= !is_new && self.sim.features().drops_repeated_tool_ids;
        }
        self.batch.add(Call {
            id,
            name: tool.name,
            input: tool.input,
            outcome: tool.sim,
            assistant_uuid: uuid,
            agent: None,
        });
        Ok(())
    }

    async fn text_deltas(
        &mut self,
        text: &str,
        chunks: Option<u32>,
        delay: Option<Seconds>,
    ) -> Result<(), String> {
        let mut out = String::new();
        for (number, piece) in pieces(text, chunks).into_iter().enumerate() {
            if number > 0 && self.wait(delay).await.is_err() {
                return Err(out);
            }
            self.delta(json!({ "type": "text_delta", "text": piece }));
            out.push_str(piece);
        }
        Ok(())
    }

    async fn thinking_deltas(
        &mut self,
        text: &str,
        chunks: Option<u32>,
        delay: Option<Seconds>,
    ) -> Result<usize, Stopped> {
        let mut estimated = 0;
        for (number, piece) in pieces(text, chunks).into_iter().enumerate() {
            if number > 0 {
                self.wait(delay).await?;
            }
            let tokens = piece.len().div_ceil(4);
            estimated += tokens;
            self.thinking_tokens(estimated, tokens);
            self.delta(json!({ "type": "thinking_delta", "thinking": piece }));
        }
        Ok(estimated)
    }

    fn thinking_tokens(&self, estimated: usize, delta: usize) {
        let mut fields = json!({ "estimated_tokens": estimated, "estimated_tokens_delta": delta });
        if let Some(uuid) = self.turn.uuids.borrow().first() {
            fields["user_message_uuid"] = uuid.clone().into();
        }
        self.sim.system("thinking_tokens", fields);
    }
}
