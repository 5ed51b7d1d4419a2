import type { palette as english } from "../en/palette";

export const palette: typeof english = {
  title: "Befehlspalette",
  placeholder: "Sitzung oder Befehl suchen…",
  besidePlaceholder: "Welche Sitzung daneben öffnen?",
  nothing: "Keine Treffer",
  searchFor: (text) => `Alle Sitzungen nach „${text}“ durchsuchen`,
  sessions: "Sitzungen",
  model: "Modell",
  mode: "Berechtigungsmodus",
  commands: "Befehle",
  current: "aktuell",
};
