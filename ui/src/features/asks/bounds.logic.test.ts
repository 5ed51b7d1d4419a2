import { expect, test } from "vitest";
import { fieldsOf, fill } from "./asks.logic";
import { localMoment, wireMoment } from "./bounds.logic";

const problem = (property: Record<string, unknown>, value: string) => {
  const schema = { type: "object", properties: { it: { title: "It", ...property } } };
  const filled = fill(fieldsOf(schema as never, []), { it: value });
  return "problem" in filled ? filled.problem : undefined;
};

test("texts have a length", () => {
  const property = { type: "string", minLength: 2, maxLength: 3 };
  expect(problem(property, "a")).toBe("It must have at least 2 characters.");
  expect(problem(property, "abcd")).toBe("It must have at most 3 characters.");
  expect(problem(property, "äö🙂")).toBeUndefined();
});

test("addresses are addresses", () => {
  expect(problem({ type: "string", format: "email" }, "nobody")).toMatch(/e-mail/);
  expect(problem({ type: "string", format: "email" }, "a@example.com")).toBeUndefined();
  expect(problem({ type: "string", format: "uri" }, "nowhere")).toMatch(/https/);
  expect(problem({ type: "string", format: "uri" }, "https://example.com")).toBeUndefined();
});

test("choices have a number", () => {
  const property = { type: "array", items: { enum: ["a", "b", "c"] }, minItems: 2, maxItems: 2 };
  expect(problem(property, '["a"]')).toBe("Choose at least 2 of It.");
  expect(problem(property, '["a","b","c"]')).toBe("Choose at most 2 of It.");
  expect(problem(property, '["a","c"]')).toBeUndefined();
});

test("a moment goes to the field and back", () => {
  const wire = "2026-11-16T08:30:00.000Z";
  expect(localMoment(wire)).toMatch(/^2026-11-1\dT\d\d:\d\d$/);
  expect(wireMoment(localMoment(wire))).toBe(wire);
  expect(localMoment("soon")).toBe("");
});
