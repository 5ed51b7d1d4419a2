import { describe, expect, test } from "vitest";
import { formatAddress, parseAddress, withBeside, withoutSession, withSession } from "./address";

describe("an address", () => {
  test.each([
    "#/",
    "#/s/a",
    "#/s/a?beside=b&beside=c&entry=e-1",
    "#/s/a?panel=files&item=src%2Fmain.rs",
    "#/inbox",
    "#/search?q=two+words",
    "#/inbox?panel=help",
    "#/s/cli%3A1234",
  ])("%s reads back as it was written", (hash) => {
    expect(formatAddress(parseAddress(hash))).toBe(hash);
  });

  test("names sessions that are not plain words", () => {
    expect(parseAddress("#/s/cli%3A12").sessions).toEqual(["cli:12"]);
  });

  test("shows no session twice", () => {
    expect(parseAddress("#/s/a?beside=a&beside=b").sessions).toEqual(["a", "b"]);
  });

  test("survives a broken escape", () => {
    expect(parseAddress("#/s/%E0%A4%A").sessions).toEqual(["%E0%A4%A"]);
  });
});

describe("side by side", () => {
  const two = parseAddress("#/s/a?beside=b&panel=files&item=x");

  test("a session takes the place of the active one", () => {
    expect(withSession(two, "c", "b").sessions).toEqual(["a", "c"]);
  });

  test("a session that is open already stays where it is", () => {
    expect(withSession(two, "b", "a").sessions).toEqual(["a", "b"]);
  });

  test("an entry brings its session to the front", () => {
    expect(withSession(two, "b", "a", "e")).toMatchObject({ sessions: ["b", "a"], entry: "e" });
  });

  test("the panel stays, without what it showed of another session", () => {
    expect(withSession(two, "c", "a").panel).toEqual({ id: "files" });
  });

  test("the oldest place gives way to a fifth", () => {
    const four = parseAddress("#/s/a?beside=b&beside=c&beside=d");
    expect(withBeside(four, "e").sessions).toEqual(["b", "c", "d", "e"]);
  });

  test("closing leaves the others", () => {
    expect(withoutSession(two, "a").sessions).toEqual(["b"]);
  });
});
