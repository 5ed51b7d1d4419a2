import { query } from "@anthropic-ai/claude-agent-sdk";

for await (const message of query({ prompt: process.argv[2] })) {
  if (message.type === "result" && message.subtype === "success") {
    console.log(message.result);
  }
}
