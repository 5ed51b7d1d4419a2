import { query } from "@anthropic-ai/claude-agent-sdk";

for await (const message of query({ prompt: process.argv[2] })) {
  if (message.type === "assistant") {
    for (const block of message.message.content) {
      if (block.type === "text") process.stdout.write(block.text);
    }
  }
}
