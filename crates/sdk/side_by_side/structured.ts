import { query } from "@anthropic-ai/claude-agent-sdk";

const schema = {
  type: "object",
  properties: { summary: { type: "string" }, stars: { type: "integer" } },
  required: ["summary", "stars"],
};

const options = { outputFormat: { type: "json_schema" as const, schema } };
for await (const message of query({ prompt: process.argv[2], options })) {
  if (message.type === "result" && message.subtype === "success") {
    const review = message.structured_output as { summary: string; stars: number };
    console.log(`${review.stars} stars: ${review.summary}`);
  }
}
