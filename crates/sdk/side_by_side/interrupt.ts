import { query, type SDKUserMessage } from "@anthropic-ai/claude-agent-sdk";

let done = () => {};
async function* prompts(): AsyncGenerator<SDKUserMessage> {
  const message = { role: "user" as const, content: process.argv[2] };
  yield { type: "user", message, parent_tool_use_id: null };
  await new Promise<void>((resolve) => (done = resolve));
}

let stopped = false;
const running = query({ prompt: prompts(), options: { includePartialMessages: true } });
for await (const message of running) {
  if (message.type === "stream_event" && !stopped) {
    stopped = true;
    await running.interrupt();
  } else if (message.type === "result") {
    console.log(message.subtype);
    done();
  }
}
