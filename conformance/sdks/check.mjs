// The official TypeScript SDK against the program named by the first argument.
// The second argument is the directory the SDK is installed in.
// A third one, `start`, runs only the session whose start is compared with the scenario `sdks-node`.

import assert from "node:assert/strict";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [program, installed, only] = process.argv.slice(2);
const load = (name) => import(pathToFileURL(createRequire(join(installed, "x.js")).resolve(name)).href);
const { query, tool, createSdkMcpServer } = await import(
  pathToFileURL(join(installed, "node_modules/@anthropic-ai/claude-agent-sdk/sdk.mjs")).href
);
const { z } = await load("zod");

const script = (...blocks) => `SCRIPT:${JSON.stringify(blocks)}`;
const text = (words, more = {}) => ({ type: "text", text: words, ...more });
const call = (name, input) => ({ type: "tool_use", name, id: "toolu_a", input });
const touch = () => ({
  ...call("Bash", { command: "touch made", description: "make a file" }),
  sim: { stdout: "" },
});

// A conversation: `say` sends a message and returns everything up to its result.
function conversation(directory, options = {}) {
  const waiting = [];
  let wake = () => {};
  let open = true;
  async function* prompts() {
    while (open || waiting.length > 0) {
      if (waiting.length > 0) yield waiting.shift();
      else await new Promise((resolve) => (wake = resolve));
    }
  }
  const running = query({
    prompt: prompts(),
    options: { pathToClaudeCodeExecutable: program, cwd: directory, settingSources: [], ...options },
  });
  const iterator = running[Symbol.asyncIterator]();
  return {
    running,
    async say(words, each = async () => {}) {
      waiting.push({
        type: "user",
        message: { role: "user", content: words },
        parent_tool_use_id: null,
        session_id: "",
      });
      wake();
      const messages = [];
      for (;;) {
        const { value, done } = await iterator.next();
        assert(!done, "the conversation ended");
        messages.push(value);
        await each(value);
        if (value.type === "result") return messages;
      }
    },
    async end() {
      open = false;
      wake();
      while (!(await iterator.next()).done);
    },
  };
}

const blocks = (messages, type) =>
  messages.filter((message) => message.type === type).flatMap((message) => message.message.content);
const said = (messages) =>
  blocks(messages, "assistant").filter((block) => block.type === "text").map((block) => block.text).join("");
const results = (messages) => blocks(messages, "user").filter((block) => block.type === "tool_result");
const result = (messages) => messages.findLast((message) => message.type === "result");

async function asked(directory, answer, words = script(touch())) {
  const seen = [];
  const canUseTool = async (name, input) => {
    seen.push(name);
    return answer(input);
  };
  const talk = conversation(directory, { canUseTool });
  const messages = await talk.say(words);
  assert.equal(said(await talk.say(script(text("still here")))), "still here");
  await talk.end().catch(() => {});
  assert.equal(seen.length, 1);
  return { name: seen[0], messages };
}

const cases = {
  async simpleQuery(directory) {
    const messages = [];
    const options = { pathToClaudeCodeExecutable: program, cwd: directory, settingSources: [] };
    for await (const message of query({ prompt: script(text("hello there")), options })) messages.push(message);
    assert.equal(said(messages), "hello there");
    assert.equal(result(messages).is_error, false);
  },
  async severalTurns(directory) {
    const talk = conversation(directory);
    const first = await talk.say(script(text("one")));
    const second = await talk.say(script(text("two")));
    await talk.end();
    assert.deepEqual([said(first), said(second)], ["one", "two"]);
    assert.equal(result(first).session_id, result(second).session_id);
  },
  async allow(directory) {
    const { name, messages } = await asked(directory, (input) => ({ behavior: "allow", updatedInput: input }));
    assert.equal(name, "Bash");
    assert(!results(messages)[0].is_error);
  },
  async deny(directory) {
    const { messages } = await asked(directory, () => ({ behavior: "deny", message: "not today" }));
    assert.equal(results(messages)[0].content, "not today");
  },
  async denyAndInterrupt(directory) {
    const answer = () => ({ behavior: "deny", message: "stop", interrupt: true });
    const { messages } = await asked(directory, answer);
    assert.equal(result(messages).subtype, "error_during_execution");
  },
  async changedInput(directory) {
    const answer = (input) => ({ behavior: "allow", updatedInput: { ...input, content: "two\n" } });
    const words = script(call("Write", { file_path: `${directory}/w.txt`, content: "one\n" }));
    const { messages } = await asked(directory, answer, words);
    const shown = messages.find((message) => message.tool_use_result !== undefined);
    assert.equal(shown.tool_use_result.content, "two\n");
  },
  async question(directory) {
    const option = (label) => ({ label, description: label });
    const questions = [
      { question: "Which colour?", header: "Colour", multiSelect: false, options: [option("Blue"), option("Red")] },
    ];
    const answer = (input) => ({
      behavior: "allow",
      updatedInput: { ...input, answers: { "Which colour?": "Blue" } },
    });
    const { name, messages } = await asked(directory, answer, script(call("AskUserQuestion", { questions })));
    assert.equal(name, "AskUserQuestion");
    assert.match(JSON.stringify(results(messages)[0].content), /Blue/);
  },
  async hooks(directory) {
    const seen = [];
    const note = (answer) => async (input) => {
      seen.push(input.hook_event_name);
      return answer;
    };
    const decision = { hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "allow" } };
    const hooks = {
      PreToolUse: [{ matcher: "Bash", hooks: [note(decision)] }],
      PostToolUse: [{ matcher: "Bash", hooks: [note({})] }],
    };
    const talk = conversation(directory, { hooks });
    const messages = await talk.say(script(touch()));
    await talk.end();
    assert.deepEqual(seen, ["PreToolUse", "PostToolUse"]);
    assert(!results(messages)[0].is_error);
  },
  async mcpTool(directory) {
    const add = tool("add", "Adds two numbers", { a: z.number(), b: z.number() }, async ({ a, b }) => ({
      content: [{ type: "text", text: String(a + b) }],
    }));
    const calc = createSdkMcpServer({ name: "calc", version: "1.0.0", tools: [add] });
    const talk = conversation(directory, { mcpServers: { calc }, allowedTools: ["mcp__calc__add"] });
    const messages = await talk.say(script(call("mcp__calc__add", { a: 7, b: 4 })));
    const status = await talk.running.mcpServerStatus();
    await talk.end();
    assert.match(JSON.stringify(results(messages)[0].content), /11/);
    assert.deepEqual(status.map((server) => [server.name, server.status]), [["calc", "connected"]]);
  },
  async interrupt(directory) {
    const talk = conversation(directory, { includePartialMessages: true });
    const stop = async (message) => {
      if (message.type === "stream_event" && message.event.type === "content_block_delta") {
        await talk.running.interrupt();
      }
    };
    const messages = await talk.say(script(text("first second", { chunks: 2, delay: 50 })), stop);
    assert.equal(result(messages).subtype, "error_during_execution");
    assert.equal(said(await talk.say(script(text("go on")))), "go on");
    await talk.end();
  },
  async modesAndModels(directory) {
    const talk = conversation(directory);
    await talk.running.setPermissionMode("acceptEdits");
    await talk.running.setModel("claude-haiku-4-5-20251001");
    const words = script(call("Write", { file_path: `${directory}/w.txt`, content: "x\n" }));
    const messages = await talk.say(words);
    await talk.end();
    const start = messages.find((message) => message.subtype === "init");
    assert.equal(start.permissionMode, "acceptEdits");
    assert.equal(start.model, "claude-haiku-4-5-20251001");
    assert(!results(messages)[0].is_error);
  },
  async contextUsage(directory) {
    const talk = conversation(directory);
    await talk.say("hello");
    const usage = await talk.running.getContextUsage();
    await talk.end();
    assert(usage.maxTokens > 0 && usage.categories.length > 0);
  },
  async apiError(directory) {
    const failure = { type: "http_error", status: 400, etype: "invalid_request_error", message: "scripted" };
    const talk = conversation(directory);
    const messages = await talk.say(script(failure));
    assert.equal(result(messages).is_error, true);
    assert.match(result(messages).result, /scripted/);
    assert.equal(said(await talk.say(script(text("go on")))), "go on");
    await talk.end();
  },
  async subagent(directory) {
    const input = {
      description: "Look",
      prompt: script(text("found it")),
      subagent_type: "general-purpose",
      run_in_background: false,
    };
    const talk = conversation(directory);
    const messages = await talk.say(script(call("Agent", input)));
    await talk.end();
    assert.match(JSON.stringify(results(messages).at(-1).content), /found it/);
  },
};

async function start(directory) {
  const options = {
    includePartialMessages: true,
    model: "claude-sonnet-4-5-20250929",
    canUseTool: async (_, input) => ({ behavior: "allow", updatedInput: input }),
  };
  const talk = conversation(directory, options);
  const messages = await talk.say(script(touch()));
  await talk.end();
  assert(!results(messages)[0].is_error);
  assert.equal(result(messages).subtype, "success");
}

const limit = (milliseconds) =>
  new Promise((_, reject) => setTimeout(() => reject(new Error("took too long")), milliseconds).unref());

let failed = 0;
for (const [name, run] of Object.entries(only === "start" ? { start } : cases)) {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), "ph")));
  try {
    await Promise.race([run(directory), limit(60_000)]);
    console.log(`ok ${name}`);
  } catch (error) {
    failed += 1;
    console.log(`FAILED ${name}: ${error.message}`);
  }
  rmSync(directory, { recursive: true, force: true });
}
process.exit(failed > 0 ? 1 : 0);
