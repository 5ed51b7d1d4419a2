import type { trust as english } from "../en/trust";

export const trust: typeof english = {
  title: "Einstellungen dieses Projekts verwenden?",
  review: "Prüfen",
  restart: "Vertrauen und neu starten",
  leftOut:
    "Diese Sitzung läuft ohne die Einstellungen ihres Projekts. CLAUDE.md und MCP-Server des Projekts fehlen.",
  loading: "Einstellungen des Projekts werden geprüft…",
};
