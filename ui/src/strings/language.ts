// The language of the page: chosen in the settings, or by the browser.

/** The languages there is a catalogue for, by what they call themselves. */
export const languages = { en: "English", de: "Deutsch" } as const;

export type Language = keyof typeof languages;

/** Where `lib/locale.ts` keeps the choice. It is read here too, since the language is loaded before the app. */
export const STORAGE = "pilothouse.locale";

const isLanguage = (tag: string | undefined): tag is Language => tag !== undefined && tag in languages;

/** `de` of `de-AT`. */
const baseOf = (tag: string): string => tag.toLowerCase().split("-")[0] ?? "";

/** The chosen language, else the first of the browser's that there is a catalogue for, else English. */
export function languageFrom(chosen: string | undefined, preferred: readonly string[]): Language {
  return [chosen, ...preferred.map(baseOf)].find(isLanguage) ?? "en";
}

/** The browser's own variant of a language, such as `en-GB`, which decides how dates are written. */
export const localeFrom = (language: Language, preferred: readonly string[]): string =>
  preferred.find((tag) => baseOf(tag) === language) ?? language;

/** The languages of the browser, most wanted first. */
export const preferredLanguages = (): readonly string[] => globalThis.navigator?.languages ?? [];

function chosenLanguage(): string | undefined {
  try {
    return JSON.parse(localStorage.getItem(STORAGE) ?? "{}").state?.language;
  } catch {
    // Storage is off or holds something else: the browser decides.
    return undefined;
  }
}

/** The language of this page. A choice takes effect when the page is loaded again. */
export const language = languageFrom(chosenLanguage(), preferredLanguages());
