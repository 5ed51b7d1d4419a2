// Turning what a person filled in into answers.

import type { Json, Question, QuestionAnswer } from "@/api/generated";

/** Reads the input a person edited: it must be a JSON object. */
export function readInput(text: string): { value: Json; problem?: undefined } | { problem: string } {
  let value: Json;
  try {
    value = JSON.parse(text) as Json;
  } catch (error) {
    return { problem: `This is not JSON: ${error instanceof Error ? error.message : String(error)}` };
  }
  if (value === null || typeof value !== "object" || Array.isArray(value)) {
    return { problem: "The input must be a JSON object." };
  }
  return { value };
}

export type Choices = Record<string, QuestionAnswer>;

const none: QuestionAnswer = { labels: [] };

/** Chooses a label: one at a time, or any number where the question allows it. */
export function choose(choices: Choices, question: Question, label: string): Choices {
  const before = choices[question.question] ?? none;
  const has = before.labels.includes(label);
  const labels = question.multiSelect
    ? has
      ? before.labels.filter((other) => other !== label)
      : [...before.labels, label]
    : [label];
  const { text: _, ...rest } = before;
  // Of a single choice, a label replaces a text of the person's own.
  return {
    ...choices,
    [question.question]: question.multiSelect ? { ...before, labels } : { ...rest, labels },
  };
}

/** Takes a text of the person's own. */
export function write(choices: Choices, question: Question, text: string): Choices {
  const before = choices[question.question] ?? none;
  const labels = question.multiSelect || text === "" ? before.labels : [];
  const { text: _, ...rest } = before;
  return { ...choices, [question.question]: text === "" ? { ...rest, labels } : { ...rest, labels, text } };
}

export const isAnswered = (answer: QuestionAnswer | undefined): boolean =>
  answer !== undefined && (answer.labels.length > 0 || Boolean(answer.text?.trim()));

export interface Field {
  name: string;
  title: string;
  description: string | undefined;
  type: "string" | "number" | "integer" | "boolean" | "choice";
  choices: string[];
  required: boolean;
}

/** The fields of an elicitation's schema, in the order the server wants. */
export function fieldsOf(schema: Json | undefined, order: string[]): Field[] {
  const root = asObject(schema);
  const properties = asObject(root?.properties) ?? {};
  const required = Array.isArray(root?.required) ? root.required : [];
  const names = Object.keys(properties);
  const sorted = [
    ...order.filter((name) => names.includes(name)),
    ...names.filter((name) => !order.includes(name)),
  ];
  return sorted.map((name) => {
    const property = asObject(properties[name]) ?? {};
    const choices = Array.isArray(property.enum)
      ? property.enum.filter((one) => typeof one === "string")
      : [];
    const type = property.type;
    return {
      name,
      title: typeof property.title === "string" ? property.title : name,
      description: typeof property.description === "string" ? property.description : undefined,
      type:
        choices.length > 0
          ? "choice"
          : type === "number" || type === "integer" || type === "boolean"
            ? type
            : "string",
      choices,
      required: required.includes(name),
    };
  });
}

/** What was filled in, in the types the schema wants; a message where something is missing or wrong. */
export function fill(
  fields: Field[],
  values: Record<string, string>,
): { content: Json } | { problem: string } {
  const content: { [key: string]: Json } = {};
  for (const field of fields) {
    const text = values[field.name]?.trim() ?? "";
    if (field.type === "boolean") {
      content[field.name] = text === "true";
      continue;
    }
    if (text === "") {
      if (field.required) return { problem: `${field.title} is needed.` };
      continue;
    }
    if (field.type === "number" || field.type === "integer") {
      const value = Number(text);
      const wrong = !Number.isFinite(value) || (field.type === "integer" && !Number.isInteger(value));
      if (wrong)
        return { problem: `${field.title} must be a ${field.type === "integer" ? "whole " : ""}number.` };
      content[field.name] = value;
    } else {
      content[field.name] = text;
    }
  }
  return { content };
}

const asObject = (json: Json | undefined): { [key: string]: Json } | undefined =>
  json !== null && typeof json === "object" && !Array.isArray(json) ? json : undefined;
