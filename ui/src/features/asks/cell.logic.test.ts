import { describe, expect, it } from "vitest";
import { cellPatch } from "./cell.logic";

const notebook = JSON.stringify({
  cells: [
    { id: "sum", cell_type: "code", source: ["one\n", "two"] },
    { cell_type: "markdown", source: "# Title" },
  ],
});

const lines = (input: Record<string, string>, text = notebook) =>
  cellPatch(text, input).flatMap((hunk) => hunk.lines);

describe("what becomes of a cell", () => {
  it("is the difference to the cell as it stands", () => {
    expect(lines({ cell_id: "sum", new_source: "one\nthree" })).toEqual([" one", "-two", "+three"]);
    expect(lines({ cell_id: "cell-1", new_source: "# Name" })).toEqual(["-# Title", "+# Name"]);
  });

  it("is all of it for a cell that comes or goes", () => {
    expect(lines({ cell_id: "sum", edit_mode: "insert", new_source: "new" })).toEqual(["+new"]);
    expect(lines({ cell_id: "cell-1", edit_mode: "delete", new_source: "" })).toEqual(["-# Title"]);
  });

  it("is what would be written where the notebook cannot be read", () => {
    expect(lines({ cell_id: "sum", new_source: "new" }, "{")).toEqual(["+new"]);
  });
});
