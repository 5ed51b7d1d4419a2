// The language in which dates and numbers are written.

import { create } from "zustand";
import { persist } from "zustand/middleware";

interface LocaleState {
  /** A language tag, or empty for the browser's own. */
  locale: string;
  setLocale: (locale: string) => void;
}

export const useLocale = create<LocaleState>()(
  persist((set) => ({ locale: "", setLocale: (locale) => set({ locale }) }), { name: "pilothouse.locale" }),
);

/** What `Intl` takes: undefined stands for the browser's own. */
export const localeTag = (): string | undefined => useLocale.getState().locale || undefined;

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
  new Date(at).toDateString() === new Date(now).toDateString()
    ? new Intl.DateTimeFormat(localeTag(), { timeStyle: "short" }).format(at)
    : dateTime(at);

/** The time of day with its seconds. */
export const timeOfDay = (at: number): string =>
  new Intl.DateTimeFormat(localeTag(), { timeStyle: "medium" }).format(at);

/** A day given as `2026-01-31`, without its year. */
export const shortDay = (day: string): string =>
  new Intl.DateTimeFormat(localeTag(), { day: "numeric", month: "short", timeZone: "UTC" }).format(
    new Date(`${day}T00:00:00Z`),
  );
