import { query } from "@anthropic-ai/claude-agent-sdk";

try {
  for await (const message of query({ prompt: process.argv[2], options: { maxTurns: 1 } })) {
    if (message.type !== "result") continue;
    const { subtype, total_cost_usd: cost } = message;
    console.log(subtype === "success" ? message.result : `${subtype} for $${cost.toFixed(4)}`);
  }
} catch {
  // The result said it already.
}
