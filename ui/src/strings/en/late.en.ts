// What pages and panels say, in English.

import { askStrings } from "./asks";
import { changesStrings } from "./changes";
import { fields } from "./fields";
import { filesStrings } from "./files";
import { home } from "./home";
import { inbox } from "./inbox";
import { keysStrings } from "./keysPanel";
import { newSession } from "./newSession";
import { pageStrings } from "./pages";
import { palette } from "./palette";
import { panelStrings } from "./panels";
import { rareTools } from "./rareTools";
import { search } from "./search";
import { settingsStrings } from "./settings";
import { slashTexts } from "./slashTexts";
import { stored } from "./stored";
import { trustQuestion } from "./trustQuestion";
import { wireStrings } from "./wire";

export const late = {
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
};
