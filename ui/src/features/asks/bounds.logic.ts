// The bounds a schema sets for what is filled in, and moments as a schema and as a browser write them.

import type { Json } from "@/api/generated";
import { fields as words } from "@/strings/late";

/** How long a text may be, or how many choices. */
export interface Bounds {
  least: number | undefined;
  most: number | undefined;
}

export function boundsOf(property: { [key: string]: Json }): Bounds {
  const isList = property.type === "array";
  const least = isList ? property.minItems : property.minLength;
  const most = isList ? property.maxItems : property.maxLength;
  return {
    least: typeof least === "number" ? least : undefined,
    most: typeof most === "number" ? most : undefined,
  };
}

interface Bounded {
  title: string;
  type: string;
  input: string;
  bounds: Bounds;
}

/** What is wrong with a text or with choices, as a sentence; nothing when they are within the bounds. */
export function beyond(field: Bounded, text: string, chosen: string[] | undefined): string | undefined {
  const { least = 0, most = Number.POSITIVE_INFINITY } = field.bounds;
  if (chosen) {
    if (chosen.length < least) return words.tooFew(field.title, least);
    return chosen.length > most ? words.tooMany(field.title, most) : undefined;
  }
  if (field.type !== "string") return undefined;
  // Characters as a person counts them, as the schema's rules do.
  const length = [...text].length;
  if (length < least) return words.tooShort(field.title, least);
  if (length > most) return words.tooLong(field.title, most);
  if (field.input === "email" && !/^\S+@\S+$/.test(text)) return words.noEmail(field.title);
  if (field.input === "url" && !URL.canParse(text)) return words.noAddress(field.title);
  return undefined;
}

const two = (number: number): string => String(number).padStart(2, "0");

/** A moment as the browser's field for one wants it: by the clock of this device, without a zone. */
export function localMoment(text: string): string {
  const moment = new Date(text);
  if (text === "" || Number.isNaN(moment.getTime())) return "";
  const day = [moment.getFullYear(), two(moment.getMonth() + 1), two(moment.getDate())].join("-");
  return `${day}T${two(moment.getHours())}:${two(moment.getMinutes())}`;
}

/** A moment as a schema wants it, with its zone; as it stands when it is none. */
export function wireMoment(text: string): string {
  const moment = new Date(text);
  return Number.isNaN(moment.getTime()) ? text : moment.toISOString();
}
