import { query, type CanUseTool } from "@anthropic-ai/claude-agent-sdk";

const canUseTool: CanUseTool = async (tool, input) =>
  tool === "Bash" && String(input.command).startsWith("git ")
    ? { behavior: "allow", updatedInput: input }
    : { behavior: "deny", message: "only git is allowed" };

for await (const message of query({ prompt: process.argv[2], options: { canUseTool } })) {
  if (message.type === "result" && message.subtype === "success") {
    console.log(message.result);
  }
}
