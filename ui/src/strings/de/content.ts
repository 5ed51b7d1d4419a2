import type { contentStrings as english } from "../en/content";

export const contentStrings: typeof english = {
  copyCode: "Code kopieren",
  more: (count) => `${count} weitere`,
  notDrawn: (problem) => `Das Diagramm kann nicht gezeichnet werden: ${problem}`,
  showDiagram: "Diagramm anzeigen",
  diagram: "Diagramm; Quelltext per Klick",
  showSource: "Quelltext anzeigen",
  table: "Tabelle",
  plainText: "Text",
  done: "erledigt",
  open: "offen",
  openFile: (path) => `${path} öffnen`,
};
