import { getSessionMessages, listSessions } from "@anthropic-ai/claude-agent-sdk";

type Block = { type: string; text: string };
for (const session of await listSessions()) {
  console.log(session.sessionId, session.summary);
  for (const { type, message } of await getSessionMessages(session.sessionId)) {
    const { content } = message as { content: string | Block[] };
    const blocks = typeof content === "string" ? [{ type: "text", text: content }] : content;
    const texts = blocks.filter((block) => block.type === "text").map((block) => block.text);
    console.log(`  ${type}: ${texts.join("\n")}`);
  }
}
