import type { home as english } from "../en/home";
import { units } from "./units";

const ago = (age: string): string => (age === units.now ? "gerade eben" : `vor ${age}`);

export const home: typeof english = {
  recent: "Zuletzt",
  projectButton: (name) => `${name} verwenden`,
  allRequests: "Eingang öffnen",
  review: "Prüfen",
  open: "Öffnen",
  tourTitle: "Neu hier? Die Tour zeigt alles.",
  tourText:
    "Eine simulierte Sitzung zeigt Nachrichten, Anfragen, Diffs und Kosten. Eine Anmeldung ist nicht nötig.",
  tour: "Tour starten",
  noTour: "Jetzt nicht",
  finished: (age) => `Fertig ${ago(age)}`,
  lastEvent: (age) => `Letztes Ereignis ${ago(age)}`,
  active: (count) => `Aktiv ${count}`,
  all: "Alle",
  shown: "Angezeigte Sitzungen",
  allProjects: "Alle Projekte",
  project: "Projekt",
  new: "Neu",
  noneActive: "Keine aktiven Sitzungen",
  noneActiveHint: "Sitzungen, die laufen, einen Eingriff brauchen oder zu prüfen sind, erscheinen hier.",
};
