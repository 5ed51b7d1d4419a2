/** What can be chosen, each with its word, in order. */
export type Words<K extends string> = Record<K, string> | [K, string][];

export const pairs = <K extends string>(words: Words<K>): [K, string][] =>
  Array.isArray(words) ? words : (Object.entries(words) as [K, string][]);
