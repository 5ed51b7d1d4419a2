// The sessions that are recorded from the real server for the fake host.

import type { CreateSession } from "../../../src/api/generated";
import { say, type Turn, tool, turn } from "../script";
import { allowedTools, toolCases, toolFiles } from "./tools";

export interface Recording {
  /** Files of the project, by name. */
  files?: Record<string, string | Buffer>;
  plan?: string;
  options?: Partial<CreateSession>;
  /** A request stays open, but does not keep the turn from its end. */
  turnEnds?: true;
  /** Sent one after the other; the last may end in an open request. */
  turns: (at: (name: string) => string) => [Turn, ...Turn[]];
}

const cell = { id: "sum", cell_type: "code", metadata: {}, outputs: [], source: "a = 1\nprint(a)" };

const options = (...labels: string[]) => labels.map((label) => ({ label, description: `take ${label}` }));

const dialog = {
  type: "control_request",
  request_id: "dialog-1",
  request: { subtype: "request_user_dialog", dialog_kind: "goal_proposal", payload: { goal: "Paint" } },
};

/** By the name of the file in fixtures/sessions. */
export const recordings: Record<string, Recording> = {
  plain: { turns: () => [turn("Hello! Are you ready to begin?", [say("Ready when you are.")])] },

  tools: {
    files: toolFiles,
    options: {
      flags: ["--allowed-tools", allowedTools],
      mcpServers: { mcpServers: { weather: { command: "weather" } } },
    },
    turns: (at) => {
      const [first, ...rest] = Object.entries(toolCases).map(([name, calls]) =>
        turn(name, ...calls(at).map((call) => [call]), [say("That was it")]),
      );
      if (!first) throw new Error("no cases");
      return [first, ...rest];
    },
  },

  "ask-command": {
    turns: () => [
      turn("Make a file.", [tool("Bash", { command: "touch asked", description: "make a file" })]),
    ],
  },

  "ask-write": {
    turns: (at) => [turn("Write a file.", [tool("Write", { file_path: at("one.txt"), content: "x\n" })])],
  },

  "ask-outside": {
    turns: (at) => [
      turn("Write elsewhere.", [tool("Write", { file_path: at("../elsewhere.txt"), content: "x\n" })]),
    ],
  },

  "ask-edit": {
    turns: (at) => {
      const file_path = at("src/auth.ts");
      const edit = {
        file_path,
        old_string: "redirect('/')",
        new_string: "redirect('/home', 42) // a remark",
      };
      return [turn("Send them home.", [tool("Read", { file_path })], [tool("Edit", edit)])];
    },
  },

  "ask-notebook": {
    files: {
      "sums.ipynb": JSON.stringify({ nbformat: 4, nbformat_minor: 5, metadata: {}, cells: [cell] }),
    },
    turns: (at) => {
      const notebook_path = at("sums.ipynb");
      const edit = { notebook_path, cell_id: "sum", new_source: "a = 2\nprint(a)" };
      const read = tool("Read", { file_path: notebook_path });
      return [turn("Count to two.", [read], [tool("NotebookEdit", edit)])];
    },
  },

  "ask-questions": {
    turns: () => {
      const questions = [
        { question: "Which fruits?", header: "Fruit", multiSelect: true, options: options("Apple", "Pear") },
        { question: "Which size?", header: "Size", multiSelect: false, options: options("Small", "Large") },
      ];
      return [turn("Go shopping.", [tool("AskUserQuestion", { questions })])];
    },
  },

  "ask-plan": {
    plan: "# The plan\n\n1. Look\n2. Leap",
    options: { permissionMode: "plan" },
    turns: () => [turn("Plan it.", [tool("ExitPlanMode", {})])],
  },

  "ask-dialog": {
    turnEnds: true,
    turns: () => [turn("Propose a goal.", [{ type: "garbage", text: JSON.stringify(dialog) }, say("Asked")])],
  },

  "ask-form": {
    options: {
      mcpServers: { mcpServers: { registry: { command: "registry" } } },
      flags: ["--allowed-tools", "mcp__registry__register"],
    },
    turns: () => {
      const properties = {
        name: { type: "string", title: "Name", description: "as on the papers" },
        rig: { type: "string", title: "Rig", enum: ["sloop", "ketch"] },
        lights: { type: "array", title: "Lights", items: { type: "string", enum: ["red", "green"] } },
        engine: { type: "boolean", title: "Has an engine" },
      };
      const requested_schema = { type: "object", properties, required: ["name"] };
      const elicit = { message: "Who are you?", requested_schema };
      return [turn("Register the boat.", [tool("mcp__registry__register", {}, { elicit })])];
    },
  },
};
