import type { titles as english } from "../en/titles";

export const titles: typeof english = {
  changes: "Änderungen",
  tasks: "Aufgaben",
  jobs: "Agenten",
  mcp: "MCP",
  context: "Kontext",
  cost: "Verbrauch",
  files: "Dateien",
  outline: "Gliederung",
  rewind: "Zurückspulen",
  wire: "Protokoll",
  settings: "Einstellungen",
  help: "Hilfe",
  keys: "Tasten",
  usage: "Verbrauch",
  doctor: "Diagnose",
  audit: "Audit",
  devices: "Geräte",
  host: "Einstellungen",
  replay: "Wiedergabe",
};
