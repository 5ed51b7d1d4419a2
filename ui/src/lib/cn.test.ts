import { expect, test } from "vitest";
import { cn } from "./cn";

test("of two names that set the same thing the later one wins", () => {
  for (const [base, own, both] of [
    ["min-h-8 px-3 text-sm", "px-0", "min-h-8 text-sm px-0"],
    ["size-8 text-soft pointer-coarse:size-11", "size-7", "text-soft pointer-coarse:size-11 size-7"],
    ["text-sm text-soft", "text-xs", "text-soft text-xs"],
    ["text-sm text-soft", "text-ink", "text-sm text-ink"],
    ["rounded-lg border border-line", "border-0", "rounded-lg border-line border-0"],
    ["border border-line", "border-transparent", "border border-transparent"],
    ["hover:bg-hover bg-raised", "bg-panel", "hover:bg-hover bg-panel"],
    ["inline-flex text-[0.8125rem]", "hidden", "text-[0.8125rem] hidden"],
    ["space-y-6 p-4", "space-y-3", "p-4 space-y-3"],
    ["flex flex-wrap", "flex-nowrap", "flex flex-nowrap"],
    ["border border-[1.5px] border-line", "border-line-strong", "border-[1.5px] border-line-strong"],
    ["mt-1", "-mt-2", "-mt-2"],
  ] as const)
    expect(cn(base, own)).toBe(both);
});

test("names that set different things stay side by side", () => {
  for (const names of [
    "border border-l-2 border-line",
    "px-2 py-1",
    "text-left text-sm text-ink",
    "max-md:hidden hidden",
    "[&_a:hover]:text-ink text-soft",
    "font-mono font-medium",
    "truncate whitespace-nowrap",
  ])
    expect(cn(names)).toBe(names);
});

test("what is false is left out", () => {
  expect(cn("flex", false, undefined, null, "gap-2")).toBe("flex gap-2");
});
