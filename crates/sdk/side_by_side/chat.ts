import { createInterface } from "node:readline";
import { query, type SDKUserMessage } from "@anthropic-ai/claude-agent-sdk";

async function* prompts(): AsyncGenerator<SDKUserMessage> {
  for await (const content of createInterface({ input: process.stdin })) {
    yield { type: "user", message: { role: "user", content }, parent_tool_use_id: null };
  }
}

for await (const message of query({ prompt: prompts() })) {
  if (message.type === "assistant") {
    for (const block of message.message.content) {
      if (block.type === "text") process.stdout.write(block.text);
    }
  } else if (message.type === "result") {
    console.log(`\n($${message.total_cost_usd.toFixed(4)})`);
  }
}
