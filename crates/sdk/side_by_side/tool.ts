import { createSdkMcpServer, query, tool } from "@anthropic-ai/claude-agent-sdk";
import { z } from "zod";

const add = tool("add", "Add two numbers", { a: z.number(), b: z.number() }, async ({ a, b }) => ({
  content: [{ type: "text", text: String(a + b) }],
}));

const options = {
  mcpServers: { calc: createSdkMcpServer({ name: "calc", tools: [add] }) },
  allowedTools: ["mcp__calc__add"],
};
for await (const message of query({ prompt: process.argv[2], options })) {
  if (message.type === "result" && message.subtype === "success") {
    console.log(message.result);
  }
}
