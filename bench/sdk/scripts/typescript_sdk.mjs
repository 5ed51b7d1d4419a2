// The official TypeScript SDK as a measured host; see meter/src/lib.rs for what it prints.
// The first argument is the directory the SDK is installed in.

import { readFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [installed, , count, program] = process.argv.slice(2);
const { query } = await import(
  pathToFileURL(join(installed, "node_modules/@anthropic-ai/claude-agent-sdk/sdk.mjs")).href
);

function memory(name) {
  const line = readFileSync("/proc/self/status", "ascii").split("\n").find((line) => line.startsWith(name));
  return Number.parseInt(line.slice(name.length), 10);
}

function connect() {
  let go;
  const started = new Promise((resolve) => (go = resolve));
  async function* prompts() {
    await started;
    yield { type: "user", message: { role: "user", content: "go" }, parent_tool_use_id: null, session_id: "" };
    await new Promise(() => {});
  }
  const running = query({
    prompt: prompts(),
    options: { pathToClaudeCodeExecutable: program, includePartialMessages: true, settingSources: [] },
  });
  return { running, go };
}

async function drive({ running, go }) {
  go();
  let seen = 0;
  for await (const message of running) {
    seen += 1;
    if (message.type === "result") return seen;
  }
  throw new Error("the stream ended");
}

const sessions = Array.from({ length: Number(count) }, connect);
await Promise.all(sessions.map(({ running }) => running.initializationResult()));
const idle = memory("VmRSS:");
const began = process.hrtime.bigint();
const before = process.cpuUsage();
const seen = (await Promise.all(sessions.map(drive))).reduce((sum, one) => sum + one, 0);
const used = process.cpuUsage(before);
const wall = process.hrtime.bigint() - began;
writeSync(1, `${(used.user + used.system) * 1000} ${wall} ${seen} ${idle} ${memory("VmHWM:")}\n`);
// Ending the processes is not measured; the end of their stdin ends them.
process.exit(0);
