import { query } from "@anthropic-ai/claude-agent-sdk";

async function ask(prompt: string): Promise<string> {
  let result = "";
  for await (const message of query({ prompt })) {
    if (message.type === "result" && message.subtype === "success") result = message.result;
  }
  return result;
}

const answers = await Promise.all([ask(process.argv[2]), ask("And how old is it?")]);
console.log(answers.join("\n"));
