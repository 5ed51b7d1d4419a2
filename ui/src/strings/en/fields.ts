// What is wrong with a field of a form that a server wants filled in.

import { plural } from "./plural";

const characters = (count: number): string =>
  plural(count, { one: "1 character", other: `${count} characters` });

export const fields = {
  tooShort: (field: string, least: number) => `${field} must have at least ${characters(least)}.`,
  tooLong: (field: string, most: number) => `${field} must have at most ${characters(most)}.`,
  tooFew: (field: string, least: number) => `Choose at least ${least} of ${field}.`,
  tooMany: (field: string, most: number) => `Choose at most ${most} of ${field}.`,
  noEmail: (field: string) => `${field} must be an e-mail address.`,
  noAddress: (field: string) => `${field} must be an address such as https://example.com.`,
};
