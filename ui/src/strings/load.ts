// Loads the catalogues of one language: the core before the app, the rest before the first page or panel.

import type { core } from "./en/core.en";
import type { late } from "./en/late.en";
import type { Language } from "./language";

/** Every catalogue has the texts of the English one. */
export type Core = typeof core;
export type Late = typeof late;

const loaders: Record<
  Language,
  { core: () => Promise<{ core: Core }>; late: () => Promise<{ late: Late }> }
> = {
  en: { core: () => import("./en/core.en"), late: () => import("./en/late.en") },
  de: { core: () => import("./de/core.de"), late: () => import("./de/late.de") },
};

const loaded: { core?: Core; late?: Late } = {};

export async function loadCore(language: Language): Promise<void> {
  loaded.core ??= (await loaders[language].core()).core;
}

export async function loadLate(language: Language): Promise<void> {
  loaded.late ??= (await loaders[language].late()).late;
}

/** A catalogue that must be loaded by now. */
export function catalogue<K extends keyof typeof loaded>(name: K): NonNullable<(typeof loaded)[K]> {
  const texts = loaded[name];
  if (!texts) throw new Error(`the catalogue "${name}" is used before it is loaded`);
  return texts;
}
