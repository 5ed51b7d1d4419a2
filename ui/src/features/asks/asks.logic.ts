// Turning what a person filled in into answers.

import type { Ask, Json, Question, QuestionAnswer } from "@/api/generated";
import { askStrings as words } from "@/strings/late";
import { type Bounds, beyond, boundsOf, localMoment, wireMoment } from "./bounds.logic";

/** Reads the input a person edited: it must be a JSON object. */
export function readInput(text: string): { value: Json; problem?: undefined } | { problem: string } {
  let value: Json;
  try {
    value = JSON.parse(text) as Json;
  } catch (error) {
    return { problem: words.notJson(error instanceof Error ? error.message : String(error)) };
  }
  if (value === null || typeof value !== "object" || Array.isArray(value)) {
    return { problem: words.notAnObject };
  }
  return { value };
}

/** The part of a tool's input that a person most likely wants to change, and what it is called. */
const parts: Record<string, { key: string; name: string }> = {
  Bash: { key: "command", name: words.parts.command },
  Write: { key: "content", name: words.parts.content },
  Edit: { key: "new_string", name: words.parts.newText },
  NotebookEdit: { key: "new_source", name: words.parts.cell },
  WebFetch: { key: "url", name: words.parts.address },
};

export interface Editing {
  text: string;
  name: string;
  /** The member that is edited; the whole input, as JSON, without one. */
  key?: string;
}

/** What to put into the field when an input is edited before it is allowed. */
export function editingOf(tool: string, input: Json, whole = false): Editing {
  const part = parts[tool];
  const value = part && !whole ? asObject(input)?.[part.key] : undefined;
  if (part && typeof value === "string") return { text: value, ...part };
  return { text: JSON.stringify(input, null, 2), name: words.input };
}

/** The input as it was edited, or what is wrong with it. */
export function editedInput(
  input: Json,
  editing: Editing,
): { value: Json; problem?: undefined } | { problem: string } {
  if (editing.key === undefined) return readInput(editing.text);
  return { value: { ...asObject(input), [editing.key]: editing.text } };
}

/** What became of an ask that was not answered here. */
export function settledWords(ask: Ask, name: string): string | undefined {
  const { state } = ask;
  if (state.state === "withdrawn") {
    return state.reason === "died" ? words.died(name) : words.withdrawn(name);
  }
  if (state.state !== "answered") return undefined;
  const who = state.who?.name ?? (state.who?.kind === "rule" ? words.aRule : words.anotherDevice);
  return words.settled(name, words.outcomes[state.answer.kind], who);
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
  type: "string" | "number" | "integer" | "boolean" | "choice" | "choices";
  choices: { value: string; title: string }[];
  required: boolean;
  /** What the field holds at first. */
  initial: string;
  /** The browser's kind of text field. */
  input: "text" | "email" | "url" | "date" | "datetime-local";
  min?: number;
  max?: number;
  /** How long a text, or how many choices. */
  bounds: Bounds;
}

const inputs: Record<string, Field["input"]> = {
  email: "email",
  uri: "url",
  date: "date",
  "date-time": "datetime-local",
};

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
  return sorted.map((name) => fieldOf(name, asObject(properties[name]) ?? {}, required.includes(name)));
}

function fieldOf(name: string, property: { [key: string]: Json }, required: boolean): Field {
  const { type, title, description, format } = property;
  const items = asObject(property.items);
  const choices = type === "array" && items ? choicesOf(items) : choicesOf(property);
  const field: Field = {
    name,
    title: typeof title === "string" ? title : name,
    description: typeof description === "string" ? description : undefined,
    type:
      choices.length > 0
        ? type === "array"
          ? "choices"
          : "choice"
        : type === "number" || type === "integer" || type === "boolean"
          ? type
          : "string",
    choices,
    required,
    initial: format === "date-time" ? localMoment(initialOf(property.default)) : initialOf(property.default),
    input: (typeof format === "string" ? inputs[format] : undefined) ?? "text",
    bounds: boundsOf(property),
  };
  if (typeof property.minimum === "number") field.min = property.minimum;
  if (typeof property.maximum === "number") field.max = property.maximum;
  return field;
}

function initialOf(value: Json | undefined): string {
  if (Array.isArray(value)) return JSON.stringify(value);
  return value === undefined || value === null || typeof value === "object" ? "" : String(value);
}

/** The values of an enumeration, in each of the forms a schema may have. */
function choicesOf(property: { [key: string]: Json }): Field["choices"] {
  const titled = [property.oneOf, property.anyOf].find(Array.isArray) ?? [];
  const constants = titled.flatMap((one) => {
    const value = asObject(one)?.const;
    const title = asObject(one)?.title;
    return typeof value === "string" ? [{ value, title: typeof title === "string" ? title : value }] : [];
  });
  if (constants.length > 0) return constants;
  const names = Array.isArray(property.enumNames) ? property.enumNames : [];
  return (Array.isArray(property.enum) ? property.enum : []).flatMap((value, index) => {
    const title = names[index];
    return typeof value === "string" ? [{ value, title: typeof title === "string" ? title : value }] : [];
  });
}

/** Whether a field is filled in by choosing, not by writing. */
export const isChoice = ({ type }: Field): boolean =>
  type === "boolean" || type === "choice" || type === "choices";

/** What was chosen of several. */
export function chosenOf(text: string): string[] {
  try {
    const value = JSON.parse(text || "[]") as Json;
    return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
  } catch {
    return [];
  }
}

/** What was filled in, in the types the schema wants; a message where something is missing or wrong. */
export function fill(
  fields: Field[],
  values: Record<string, string>,
): { content: Json } | { problem: string } {
  const content: { [key: string]: Json } = {};
  for (const field of fields) {
    const text = (values[field.name] ?? field.initial).trim();
    if (field.type === "boolean") {
      content[field.name] = text === "true";
      continue;
    }
    const chosen = field.type === "choices" ? chosenOf(text) : undefined;
    if (text === "" || chosen?.length === 0) {
      if (field.required) return { problem: words.needed(field.title) };
      continue;
    }
    const wrong = beyond(field, text, chosen);
    if (wrong) return { problem: wrong };
    if (chosen) content[field.name] = chosen;
    else if (field.type === "number" || field.type === "integer") {
      const problem = numberProblem(field, Number(text));
      if (problem) return { problem };
      content[field.name] = Number(text);
    } else {
      content[field.name] = field.input === "datetime-local" ? wireMoment(text) : text;
    }
  }
  return { content };
}

function numberProblem({ type, title, min, max }: Field, value: number): string | undefined {
  if (!Number.isFinite(value) || (type === "integer" && !Number.isInteger(value)))
    return type === "integer" ? words.aWholeNumber(title) : words.aNumber(title);
  if (min !== undefined && value < min) return words.atLeast(title, min);
  if (max !== undefined && value > max) return words.atMost(title, max);
  return undefined;
}

const asObject = (json: Json | undefined): { [key: string]: Json } | undefined =>
  json !== null && typeof json === "object" && !Array.isArray(json) ? json : undefined;
