// The texts of pages and panels. Only modules loaded by `withLateTexts` may import them.

import { catalogue } from "./load";

export const {
  askStrings,
  changesStrings,
  fields,
  filesStrings,
  home,
  inbox,
  keysStrings,
  newSession,
  pageStrings,
  palette,
  panelStrings,
  rareTools,
  search,
  settingsStrings,
  slashTexts,
  stored,
  trustQuestion,
  wireStrings,
} = catalogue("late");
