import { expect, test } from "vitest";
import { formatPlace, parsePlace, piecesOf, placeOf, relativePath } from "./places";

/** The pieces that lead somewhere. */
const found = (text: string) =>
  piecesOf(text).flatMap((piece) =>
    typeof piece === "string" ? [] : ["url" in piece ? piece.url : formatPlace(piece.place)],
  );

test("a file with a line is found in running text", () => {
  expect(found("see src/auth.ts:12, and main.rs:7:3.")).toEqual(["src/auth.ts:12", "main.rs:7"]);
  expect(found("  --> crates/server/src/app.rs:101:9")).toEqual(["crates/server/src/app.rs:101"]);
  expect(found("at run (/home/ann/demo/src/a.test.ts:4:11)")).toEqual(["/home/ann/demo/src/a.test.ts:4"]);
  expect(found("FAIL ./test/cart.test.mjs:9")).toEqual(["./test/cart.test.mjs:9"]);
});

test("the pieces put together are the text", () => {
  for (const text of ["", "plain", "a.ts:1", "x a.ts:1 y https://example.com/a?b=c. z", "::"]) {
    const pieces = piecesOf(text).map((piece) => (typeof piece === "string" ? piece : piece.text));
    expect(pieces.join("")).toBe(text);
  }
});

test("addresses are whole, without the sign that ends the sentence", () => {
  expect(found("Look at https://example.com/a.ts:12/x?y=1, or (http://localhost:3000/).")).toEqual([
    "https://example.com/a.ts:12/x?y=1",
    "http://localhost:3000/",
  ]);
});

test("hosts, times, versions and keys are no files", () => {
  for (const text of ["example.com:443", "at 12:30", "v1.2.3:4", "user@example.com:22", "a: b.c:d", "1.5:2"])
    expect(found(text)).toEqual([]);
});

test("a short text is a file with a directory or a line", () => {
  expect(placeOf("src/auth.ts")).toEqual({ path: "src/auth.ts" });
  expect(placeOf("auth.ts:3")).toEqual({ path: "auth.ts", line: 3 });
  for (const text of ["auth.ts", "npm test", "example.com", "Array.from", "a/b", "https://example.com/a.ts"])
    expect(placeOf(text)).toBeUndefined();
});

test("a place is one text, and back", () => {
  for (const place of [{ path: "src/a.ts", line: 3 }, { path: "a:b.ts" }, { path: "x" }])
    expect(parsePlace(formatPlace(place))).toEqual(place);
});

test("a path is relative to where the session runs, or none", () => {
  const root = "/home/ann/demo";
  expect(relativePath("src/a.ts", root)).toBe("src/a.ts");
  expect(relativePath("./src/a.ts", root)).toBe("src/a.ts");
  expect(relativePath("/home/ann/demo/src/a.ts", root)).toBe("src/a.ts");
  for (const path of ["/etc/passwd", "/home/ann/demo2/a.ts", "~/a.ts", "../a.ts"])
    expect(relativePath(path, root)).toBeUndefined();
});
