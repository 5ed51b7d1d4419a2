import { expect, test } from "vitest";
import type { ContextUsage, Job, ModelInfo, TaskItem } from "@/api/generated";
import { currentModel } from "../session/model.logic";
import { parts, percentage } from "./context/context.logic";
import { brief, matching, toolsByServer } from "./help/help.logic";
import { jobTree } from "./jobs/jobs.logic";
import { configOf, ownServers, words } from "./mcp/mcp.logic";
import { currentTask, openBlockers } from "./tasks/tasks.logic";

const model = (over: Partial<ModelInfo>): ModelInfo => ({
  value: "opus",
  displayName: "Opus",
  effortLevels: [],
  supportsFastMode: false,
  supportsAutoMode: false,
  supportsThinkingOff: false,
  ...over,
});

test("the model in use is found by its name or by what it stands for", () => {
  const models = [model({ value: "opus", resolvedModel: "claude-opus-5-5" }), model({ value: "haiku" })];
  expect(currentModel({ models, model: "haiku" })?.value).toBe("haiku");
  expect(currentModel({ models, model: "claude-opus-5-5" })?.value).toBe("opus");
  expect(currentModel({ models, model: "other" })).toBeUndefined();
  const twins = [
    model({ value: "default", resolvedModel: "claude-opus-5-5" }),
    model({ value: "opus", resolvedModel: "claude-opus-5-5" }),
  ];
  expect(currentModel({ models: twins, model: "claude-opus-5-5" })?.value).toBe("default");
  expect(currentModel({ models: twins, model: "claude-opus-5-5" }, "opus")?.value).toBe("opus");
  expect(currentModel({ models: twins, model: "claude-opus-5-5" }, "haiku")?.value).toBe("default");
});

test("the parts of the context add up to what is used", () => {
  const context: ContextUsage = {
    usedTokens: 500,
    maxTokens: 1000,
    reported: true,
    at: 0,
    categories: [
      { name: "System prompt", tokens: 200, kind: "used" },
      { name: "Reserved", tokens: 100, kind: "buffer" },
      { name: "Free", tokens: 400, kind: "free" },
    ],
  };
  expect(percentage(context)).toBe(50);
  expect(parts(context).map(({ tokens }) => tokens)).toEqual([300, 200, 100]);
  expect(parts(context).map(({ share }) => share)).toEqual([30, 20, 10]);
});

test("tools are sorted by their server, texts are cut at a word", () => {
  expect(toolsByServer(["Bash", "mcp__github__search", "mcp__a__b__c"])).toEqual(
    new Map([
      ["", ["Bash"]],
      ["github", ["search"]],
      ["a", ["b__c"]],
    ]),
  );
  expect(brief(`${"word ".repeat(60)}`).endsWith("word…")).toBe(true);
  expect(matching([{ name: "/compact", text: "Make room" }], "room comp")).toHaveLength(1);
  expect(matching([{ name: "/compact", text: "Make room" }], "other")).toHaveLength(0);
});

const job = (id: string, over: Partial<Job> = {}): Job => ({
  id,
  job: "agent",
  description: id,
  state: "done",
  background: false,
  startedAt: 0,
  ...over,
});

test("jobs stand under the job that started them, running ones first", () => {
  const tree = jobTree([
    job("old", { startedAt: 1 }),
    job("new", { startedAt: 2, state: "running" }),
    job("child", { parent: "old" }),
    job("orphan", { parent: "gone", startedAt: 3 }),
  ]);
  expect(tree.map((node) => node.job.id)).toEqual(["new", "orphan", "old"]);
  expect(tree[2]?.children.map((node) => node.job.id)).toEqual(["child"]);
});

test("a task waits for what is named on either side and not done", () => {
  const task = (id: string, over: Partial<TaskItem> = {}): TaskItem => ({
    id,
    subject: id,
    status: "pending",
    blocks: [],
    blockedBy: [],
    ...over,
  });
  const all = [
    task("1", { blocks: ["3"] }),
    task("2", { status: "completed" }),
    task("3", { blockedBy: ["2"] }),
  ];
  expect(openBlockers(all[2] as TaskItem, all)).toEqual(["1"]);
});

test("a command line becomes a server, and only the host's own servers are sent again", () => {
  expect(words(`npx -y "two words" 'and three more' x`)).toEqual([
    "npx",
    "-y",
    "two words",
    "and three more",
    "x",
  ]);
  expect(configOf({ name: "a", kind: "stdio", target: "run it", extra: "KEY=a=b\n" })).toEqual({
    type: "stdio",
    command: "run",
    args: ["it"],
    env: { KEY: "a=b" },
  });
  expect(
    configOf({ name: "a", kind: "http", target: " https://x/ ", extra: "Authorization: Bearer t" }),
  ).toEqual({
    type: "http",
    url: "https://x/",
    headers: { Authorization: "Bearer t" },
  });
  expect(
    ownServers([
      { name: "mine", status: "connected", source: "dynamic", config: { type: "stdio" } },
      { name: "theirs", status: "connected", source: "project", config: { type: "stdio" } },
    ]),
  ).toEqual({ mine: { type: "stdio" } });
});

test("the task in the line above the message is the one that is worked on, or the next one", () => {
  const task = (id: string, status: TaskItem["status"]): TaskItem => ({
    id,
    subject: id,
    status,
    blocks: [],
    blockedBy: [],
  });
  const done = task("done", "completed");
  const next = task("next", "pending");
  expect(currentTask([done, next, task("now", "inProgress")])?.id).toBe("now");
  expect(currentTask([done, next])?.id).toBe("next");
  expect(currentTask([done])).toBeUndefined();
});
