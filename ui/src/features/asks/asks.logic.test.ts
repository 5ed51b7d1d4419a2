import { describe, expect, it } from "vitest";
import type { Question } from "@/api/generated";
import { choose, fieldsOf, fill, isAnswered, readInput, write } from "./asks.logic";

const one: Question = { question: "Colour?", header: "Colour", multiSelect: false, options: [] };
const many: Question = { question: "Toppings?", header: "Toppings", multiSelect: true, options: [] };

describe("asks", () => {
  it("takes only objects as input", () => {
    expect(readInput('{"command":"ls"}')).toEqual({ value: { command: "ls" } });
    expect(readInput("[1]").problem).toContain("object");
    expect(readInput("{").problem).toContain("not JSON");
  });
  it("chooses one of a single question and several of a multiple one", () => {
    let choices = choose({}, one, "Red");
    choices = choose(choices, one, "Blue");
    choices = choose(choices, many, "Cheese");
    choices = choose(choices, many, "Olives");
    choices = choose(choices, many, "Cheese");
    expect(choices).toEqual({ "Colour?": { labels: ["Blue"] }, "Toppings?": { labels: ["Olives"] } });
  });
  it("lets a text of one's own replace a single choice", () => {
    const written = write(choose({}, one, "Red"), one, "teal");
    expect(written).toEqual({ "Colour?": { labels: [], text: "teal" } });
    expect(isAnswered(written["Colour?"])).toBe(true);
    expect(choose(written, one, "Red")).toEqual({ "Colour?": { labels: ["Red"] } });
    expect(isAnswered(undefined)).toBe(false);
  });
  it("reads the fields of a schema in order and fills them", () => {
    const schema = {
      properties: {
        age: { type: "integer" },
        name: { type: "string", title: "Name" },
        size: { enum: ["S", "L"] },
      },
      required: ["name"],
    };
    const fields = fieldsOf(schema, ["name"]);
    expect(fields.map((field) => [field.name, field.type, field.required])).toEqual([
      ["name", "string", true],
      ["age", "integer", false],
      ["size", "choice", false],
    ]);
    expect(fill(fields, { name: "Ada", age: "36", size: "L" })).toEqual({
      content: { name: "Ada", age: 36, size: "L" },
    });
    expect(fill(fields, { age: "36" })).toEqual({ problem: "Name is needed." });
    expect(fill(fields, { name: "Ada", age: "x" })).toEqual({ problem: "age must be a whole number." });
  });
});
