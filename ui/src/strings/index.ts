// Every text of the page that does not come from the server, in the language of the page. The texts stand in one
// directory for each language, with the same modules. `checks/words.mjs` finds those that stand elsewhere.

import { catalogue } from "./load";

export const {
  clear,
  commands,
  composerStrings,
  contentStrings,
  conversation,
  diffStrings,
  doingStrings,
  limits,
  liveOutput,
  notices,
  sessions,
  shell,
  strings,
  titles,
  toolStrings,
  troubleStrings,
  trust,
  units,
} = catalogue("core");
