// Diffs, wherever they stand.

import { plural } from "./plural";

export const diffStrings = {
  title: "Changes",
  of: (path: string) => `Changes of ${path}`,
  commentOn: (line: number) => `Comment on line ${line}`,
  commentOnOld: (line: number) => `Comment on line ${line} as it was`,
  unchanged: (count: number) => plural(count, { one: "1 unchanged line", other: `${count} unchanged lines` }),
};
