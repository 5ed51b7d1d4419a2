// Texts around what was written elsewhere: code, diagrams, tables, data.

export const contentStrings = {
  copyCode: "Copy code",
  more: (count: number) => `${count} more`,
  notDrawn: (problem: string) => `This diagram cannot be drawn: ${problem}`,
  showDiagram: "Show the diagram",
  diagram: "Diagram; its source is one click away",
  showSource: "Show the source",
  table: "Table",
  plainText: "text",
  done: "done",
  open: "open",
  openFile: (path: string) => `Open ${path}`,
};
