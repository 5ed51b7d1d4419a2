import type { diffStrings as english } from "../en/diff";
import { plural } from "./plural";

export const diffStrings: typeof english = {
  title: "Änderungen",
  of: (path) => `Änderungen an ${path}`,
  commentOn: (line) => `Zeile ${line} kommentieren`,
  commentOnOld: (line) => `Alte Zeile ${line} kommentieren`,
  unchanged: (count) => plural(count, { one: "1 unveränderte Zeile", other: `${count} unveränderte Zeilen` }),
};
