import type { inbox as english } from "../en/inbox";
import { plural } from "./plural";

export const inbox: typeof english = {
  title: "Eingang",
  count: (asks, sessions) =>
    `${plural(asks, { one: "1 Anfrage", other: `${asks} Anfragen` })} aus ${plural(sessions, { one: "1 Sitzung", other: `${sessions} Sitzungen` })}`,
  empty: "Keine offenen Anfragen",
  emptyHint: "Anfragen, Fragen und Pläne aller Sitzungen erscheinen hier.",
  open: "Öffnen",
  openNamed: (title) => `${title} öffnen`,
};
