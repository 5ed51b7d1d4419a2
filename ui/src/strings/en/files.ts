// Texts of the panels about files: the tree, the viewer, the working tree, rewinding, notebooks.

import { plural } from "./plural";

export const filesStrings = {
  tree: "Project",
  find: "Find a file",
  nothing: (query: string) => `No file matches “${query}”.`,
  emptyDirectory: "empty",
  emptyTitle: "No files",
  empty: "The project directory is empty, or git ignores all of it.",
  back: "Back to the files",
  copyPath: "Copy the path",
  mention: "Mention it in the message",
  mentioned: (path: string) => `@${path} stands in the message.`,
  size: "Size",
  binary: "This file is not text.",
  large: (size: string) => `This file has ${size}. The beginning is shown.`,
  download: "Download",
  rendered: "Rendered",
  source: "Source",
  changes: "Changes",
  view: "View",
  marks: {
    M: "changed",
    A: "new",
    D: "deleted",
    R: "renamed",
    "??": "new, not added",
    U: "conflict",
  } as Record<string, string>,

  rewind: {
    note: "Restores the files that tools of this session edited to what they were before a message. Changes made by commands are not undone, and the conversation stays.",
    off: "This session was started without checkpoints, so files cannot be restored.",
    emptyTitle: "No checkpoints yet",
    empty: "With every message the CLI remembers the files it is about to edit. They appear here.",
    list: "Checkpoints",
    before: "Before this message",
    preview: "Preview",
    nothing: "Nothing would change: the files are as they were then.",
    would: (files: number) =>
      plural(files, { one: "1 file would change", other: `${files} files would change` }),
    lines: (added: number, removed: number) => `+${added} −${removed}`,
    restore: (files: number) => plural(files, { one: "Restore 1 file", other: `Restore ${files} files` }),
    restored: (files: number) =>
      plural(files, { one: "1 file was restored.", other: `${files} files were restored.` }),
    cannot: "It cannot be rewound to here.",
  },

  notebook: {
    cells: (count: number) => plural(count, { one: "1 cell", other: `${count} cells` }),
    language: "Language",
    broken: "This is not a notebook that can be read.",
    code: (count: number | null) => `In [${count ?? " "}]`,
    markdown: "Text",
    raw: "Raw",
    output: "Output",
    image: "Picture made by the cell",
    empty: "The notebook has no cells.",
    html: "This output is HTML, which is not shown. Its text stands here.",
    error: "Error",
  },
};
