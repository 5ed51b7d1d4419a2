import { expect, test } from "vitest";
import { address, methodOf } from "./address";

test("fills in path parameters and leaves out absent query parameters", () => {
  const path = { id: "a/b", entry: "e 1", index: 2 };
  expect(address("GET /api/sessions/{id}/entries/{entry}/attachments/{index}", { path })).toBe(
    "api/sessions/a%2Fb/entries/e%201/attachments/2",
  );
  expect(address("GET /api/sessions")).toBe("api/sessions");
  expect(
    address("GET /api/sessions", { query: { archived: false, project: "/a b", cursor: undefined } }),
  ).toBe("api/sessions?archived=false&project=%2Fa+b");
});

test("knows the method of a route", () => {
  expect(methodOf("DELETE /api/push")).toBe("DELETE");
});
