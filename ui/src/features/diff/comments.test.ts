import { expect, test } from "vitest";
import { messageOf } from "./comments";

test("remarks become one message, by file and line", () => {
  const message = messageOf([
    { path: "b.ts", side: "new", line: 3, text: "  return 1;", remark: "why one?" },
    { path: "a.ts", side: "old", line: 9, text: "gone", remark: "keep this" },
  ]);
  expect(message).toBe(
    "Comments on the changes:\n\na.ts:9 (as it was)\n> gone\nkeep this\n\nb.ts:3\n> return 1;\nwhy one?",
  );
});
