// The language of notifications, given by the page in the address of the worker. They can be shown while no page is
// open, so the worker has those of every language.

import { notices as de } from "@/strings/de/notices";
import { notices as en } from "@/strings/en/notices";
import { type Language, languageFrom } from "@/strings/language";
import type { NoticeTexts } from "./notices";
import { scope } from "./scope";

const texts: Record<Language, NoticeTexts> = { en, de };

export const language = languageFrom(
  new URL(scope.location.href).searchParams.get("language") ?? undefined,
  [],
);

export const words = texts[language];
