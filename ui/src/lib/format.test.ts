import { describe, expect, it } from "vitest";
import { age, bytes, clock, count, dollars, duration, shortPath } from "./format";

describe("format", () => {
  it("writes a clock", () => {
    expect([clock(42_000), clock(725_000), clock(3_753_000)]).toEqual(["0:42", "12:05", "1:02:33"]);
  });
  it("writes durations", () => {
    expect([340, 3200, 6000, 12_000, 245_000, 7_500_000].map(duration)).toEqual([
      "340 ms",
      "3.2 s",
      "6 s",
      "12 s",
      "4 min 5 s",
      "2 h 5 min",
    ]);
  });
  it("writes how long ago", () => {
    const now = 10 * 24 * 3_600_000;
    expect([0, 5 * 60_000, 3 * 3_600_000, 2 * 24 * 3_600_000].map((ago) => age(now - ago, now))).toEqual([
      "now",
      "5m",
      "3h",
      "2d",
    ]);
  });
  it("writes money, counts and sizes", () => {
    expect([dollars(0), dollars(0.0031), dollars(0.42)]).toEqual(["$0.00", "$0.0031", "$0.42"]);
    expect([count(812), count(1234), count(12_345), count(1_234_567)]).toEqual([
      "812",
      "1.2k",
      "12k",
      "1.2M",
    ]);
    expect([bytes(512), bytes(12_345), bytes(3_400_000)]).toEqual(["512 B", "12 kB", "3.4 MB"]);
  });
  it("shortens paths in the middle", () => {
    expect(shortPath("/home/me/src/shop", "/home/me")).toBe("~/src/shop");
    expect(shortPath("/home/me/a/very/deep/and/long/path/to/some/file.ts", "/home/me", 24)).toBe(
      "~/a/very/deep/…/file.ts",
    );
  });
});
