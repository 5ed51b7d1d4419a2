// What the frame of the page and a conversation say, in English.

import { clear } from "./clear";
import { commands } from "./commands";
import { strings } from "./common";
import { composerStrings } from "./composer";
import { contentStrings } from "./content";
import { conversation } from "./conversation";
import { diffStrings } from "./diff";
import { doingStrings, troubleStrings } from "./doing";
import { limits } from "./limits";
import { liveOutput } from "./liveOutput";
import { notices } from "./notices";
import { sessions } from "./sessions";
import { shell } from "./shell";
import { titles } from "./titles";
import { toolStrings } from "./tools";
import { trust } from "./trust";
import { units } from "./units";

export const core = {
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
};
