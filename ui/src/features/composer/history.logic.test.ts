import { expect, test } from "vitest";
import type { Entry } from "@/api/generated";
import { promptsOf } from "./history.logic";

const said = (text: string, origin?: string): Entry => ({
  id: text,
  order: 0,
  at: 0,
  epoch: 1,
  body: {
    kind: "user",
    text: { text, truncated: false, fullSize: text.length },
    attachments: [],
    delivery: { state: "done" },
    checkpoint: false,
    ...(origin ? { origin } : {}),
  },
});

test("each prompt once, the newest last, and nothing that nobody typed", () => {
  const entries = [said("one"), said("two"), said("one"), said("done", "task-notification")];
  expect(promptsOf(entries, ["kept", "two"])).toEqual(["kept", "two", "one"]);
});

test("what Esc cleared comes first", () => {
  expect(promptsOf([said("one")], ["kept", "half"], "half")).toEqual(["kept", "one", "half"]);
});
