import { query, type HookCallback } from "@anthropic-ai/claude-agent-sdk";

const guard: HookCallback = async (input) => {
  if (input.hook_event_name !== "PreToolUse") return {};
  const { command } = input.tool_input as { command: string };
  if (!command.includes("curl")) return {};
  return {
    hookSpecificOutput: {
      hookEventName: "PreToolUse",
      permissionDecision: "deny",
      permissionDecisionReason: "no downloads",
    },
  };
};

const hooks = { PreToolUse: [{ matcher: "Bash", hooks: [guard] }] };
for await (const message of query({ prompt: process.argv[2], options: { hooks } })) {
  if (message.type === "result" && message.subtype === "success") {
    console.log(message.result);
  }
}
