import type { trustQuestion as english } from "../en/trustQuestion";
import { plural } from "./plural";

const events: Record<string, string> = {
  PreToolUse: "vor jedem Werkzeugaufruf",
  PostToolUse: "nach jedem Werkzeugaufruf",
  UserPromptSubmit: "bei jeder Nachricht",
  SessionStart: "beim Start einer Sitzung",
  SessionEnd: "am Ende einer Sitzung",
  Stop: "wenn Claude fertig ist",
  SubagentStop: "wenn ein Agent fertig ist",
  Notification: "bei jeder Benachrichtigung",
  PreCompact: "vor dem Komprimieren",
};

export const trustQuestion: typeof english = {
  title: "Einstellungen dieses Projekts verwenden?",
  changedTitle: "Geänderte Einstellungen dieses Projekts verwenden?",
  explain: "kann eigene Programme ausführen. Nur bei Vertrauen mit den Einstellungen starten.",
  changed: "hat neue oder geänderte Einstellungen seit der letzten Zustimmung.",
  without: "Ohne sie wird auch CLAUDE.md nicht gelesen. Ändert sich diese Liste, erscheint die Frage erneut.",
  cliTrusts: "Claude Code vertraut diesem Verzeichnis bereits.",
  unreadable: "Eine Datei ist nicht lesbar; diese Einstellungen können nicht verwendet werden.",
  needsAdmin: "Nur ein Gerät mit Vollzugriff kann diese Einstellungen annehmen.",
  use: "Mit diesen Einstellungen starten",
  leaveOut: "Ohne sie starten",
  restart: "Vertrauen und neu starten",
  starting: "Startet…",
  list: "Was ausgeführt würde",
  mcpLeftOut: "Server des Projekts fehlen",
  mcpLeftOutDetail:
    "Diese Sitzung läuft ohne die Einstellungen ihres Projekts; die Server aus .mcp.json wurden nicht gestartet.",
  hook: (event, matcher) => {
    const when = events[event] ?? `bei ${event}`;
    return matcher ? `Hook ${when} (${matcher})` : `Hook ${when}`;
  },
  kinds: {
    mcpServer: (name) => `MCP-Server „${name}“`,
    program: (name) => `Programm für ${name}`,
    plugin: (name) => `Plugin „${name}“`,
    environment: (name) => `Umgebungsvariable ${name}`,
    directory: () => "Zusätzliches Verzeichnis",
    setting: (name) => `Einstellung ${name}`,
    agent: (name) => `Agent „${name}“ deklariert`,
    skill: (name) => `Skill „${name}“ deklariert`,
    command: (name) => `Befehl „/${name}“ deklariert`,
    outputStyle: (name) => `Ausgabestil „${name}“ deklariert`,
    workflow: (name) => `Workflow „${name}“`,
    schedule: (name) => `Geplanter Prompt (${name})`,
    unreadable: () => "Nicht lesbare Datei",
  },
  allowRules: (count) => plural(count, { one: "1 Erlauben-Regel", other: `${count} Erlauben-Regeln` }),
};
