import { useState } from "react";
import { type ChangeSource, type ShownFile, useChanges } from "./changes";

/** Which changes are shown, and which file of them: for the panel and for the page. */
export function useReview(session: string, first?: string) {
  const [source, setSource] = useState<ChangeSource>("session");
  const [chosen, setChosen] = useState(first);
  const changes = useChanges(session, source);
  const files: ShownFile[] = changes.load.state === "ready" ? changes.load.data.files : [];
  // The chosen one may be gone, or be none of this source.
  const file = files.find(({ path }) => path === chosen) ?? files[0];
  return { source, setSource, changes, files, file, select: setChosen };
}
