import { expect, test, vi } from "vitest";
import { ProblemError } from "@/api/http";

const shown = vi.hoisted(() => vi.fn());
vi.mock("./toast", () => ({ toast: { error: shown } }));
const { problemText, toastError } = await import("./problem");

const unreachable = new ProblemError({
  code: "unreachable",
  title: "The server cannot be reached.",
  detail: "Nothing was lost.",
  status: 0,
});

test("a toast shows what failed, and below it the detail", () => {
  toastError(unreachable);
  expect(shown).toHaveBeenCalledWith("The server cannot be reached.", { description: "Nothing was lost." });
});

test("an error without a detail is one line", () => {
  toastError(new Error("No clipboard"));
  expect(shown).toHaveBeenLastCalledWith("No clipboard", {});
  expect(problemText("plain")).toBe("plain");
  expect(problemText(unreachable)).toBe("The server cannot be reached. Nothing was lost.");
});
