// The languages of texts, dates and numbers.

import { create } from "zustand";
import { persist } from "zustand/middleware";
import { type Language, language, localeFrom, preferredLanguages, STORAGE } from "@/strings/language";

/** `system` stands for the language of the browser. */
export type LanguageChoice = "system" | Language;

interface LocaleState {
  /** How dates and numbers are written: a language tag, or empty for that of the texts. */
  locale: string;
  setLocale: (locale: string) => void;
  /** The language of the texts, from the next time the page is loaded. */
  language: LanguageChoice;
  setLanguage: (language: LanguageChoice) => void;
}

export const useLocale = create<LocaleState>()(
  persist(
    (set) => ({
      locale: "",
      setLocale: (locale) => set({ locale }),
      language: "system",
      setLanguage: (language) => set({ language }),
    }),
    { name: STORAGE },
  ),
);

/** Loads the page again in another language. */
export function changeLanguage(chosen: LanguageChoice): void {
  useLocale.getState().setLanguage(chosen);
  location.reload();
}

const ofLanguage = localeFrom(language, preferredLanguages());

/** The tag that `Intl` takes. */
export const localeTag = (): string => useLocale.getState().locale || ofLanguage;

const formats = new Map<string, Intl.NumberFormat>();

/** A number with so many digits after the sign that parts them, without groups. */
export function decimal(value: number, digits: number): string {
  const tag = localeTag();
  const key = `${tag} ${digits}`;
  let format = formats.get(key);
  if (!format) {
    format = new Intl.NumberFormat(tag, {
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
      useGrouping: false,
    });
    formats.set(key, format);
  }
  return format.format(value);
}

/** Day and time, short. */
export const dateTime = (at: number): string =>
  new Intl.DateTimeFormat(localeTag(), { dateStyle: "medium", timeStyle: "short" }).format(at);

/** Hour and minute, with the date unless that is today's. */
export const clockTime = (at: number, now = Date.now()): string =>
  new Date(at).toDateString() === new Date(now).toDateString() ? minuteOfDay(at) : dateTime(at);

/** A day with its weekday. */
export const day = (at: number): string =>
  new Intl.DateTimeFormat(localeTag(), { dateStyle: "full" }).format(at);

/** Hour and minute. */
export const minuteOfDay = (at: number): string =>
  new Intl.DateTimeFormat(localeTag(), { timeStyle: "short" }).format(at);

/** The time of day with its seconds. */
export const timeOfDay = (at: number): string =>
  new Intl.DateTimeFormat(localeTag(), { timeStyle: "medium" }).format(at);

/** A day given as `2026-01-31`, without its year. */
export const shortDay = (day: string): string =>
  new Intl.DateTimeFormat(localeTag(), { day: "numeric", month: "short", timeZone: "UTC" }).format(
    new Date(`${day}T00:00:00Z`),
  );
