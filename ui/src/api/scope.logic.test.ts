import { expect, test } from "vitest";
import type { Scope } from "./generated";
import { type Action, actions, can } from "./scope.logic";

test("each scope allows its own actions and those of the smaller scopes", () => {
  const added: [Scope, Action[]][] = [
    ["view", []],
    ["answer", ["answer", "stop"]],
    ["control", ["writeAnswer", "changeInput", "allowForSession", "message", "manageSessions"]],
    ["admin", ["allowAlways", "trustProject", "administer"]],
  ];
  const allowed: Action[] = [];
  for (const [scope, more] of added) {
    allowed.push(...more);
    expect(actions.filter((action) => can(scope, action)).sort()).toEqual([...allowed].sort());
  }
  expect(allowed.sort()).toEqual([...actions].sort());
});

test("everything is shown until the scope is known", () => {
  expect(actions.every((action) => can(undefined, action))).toBe(true);
});
