// Files that are pasted into a message field or dropped on it.

import { type ClipboardEvent, type DragEvent, useState } from "react";
import type { Uploads } from "./uploads";

/** Handlers for the field and what is around it, and whether files are over it now. */
export function useFileDrop(uploads: Uploads) {
  const [dropping, setDropping] = useState(false);
  const onPaste = (event: ClipboardEvent) => {
    const files = [...event.clipboardData.files];
    if (files.length === 0) return;
    event.preventDefault();
    uploads.add(files);
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setDropping(false);
    uploads.add([...event.dataTransfer.files]);
  };
  const onDragOver = (event: DragEvent) => {
    event.preventDefault();
    setDropping(true);
  };
  return { dropping, onPaste, drop: { onDrop, onDragOver, onDragLeave: () => setDropping(false) } };
}
