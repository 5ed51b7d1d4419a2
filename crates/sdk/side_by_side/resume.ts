import { query, type Options, type SDKResultMessage } from "@anthropic-ai/claude-agent-sdk";

async function ask(prompt: string, options: Options = {}): Promise<SDKResultMessage> {
  let result: SDKResultMessage | undefined;
  for await (const message of query({ prompt, options })) {
    if (message.type === "result") result = message;
  }
  return result!;
}

const first = await ask(process.argv[2]);
const second = await ask("What did I say?", { resume: first.session_id });
if (second.subtype === "success") console.log(second.result);
