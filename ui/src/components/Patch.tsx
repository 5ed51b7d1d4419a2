import { memo } from "react";
import type { Hunk } from "@/api/generated";
import { DiffView } from "./diff/DiffView";

interface PatchProps {
  hunks: Hunk[];
  /** Its name tells the language. */
  path?: string;
  className?: string;
}

/** A diff in place. All changes of a session together are shown by the changes view. */
export const Patch = memo(function Patch({ hunks, path = "", className = "" }: PatchProps) {
  return <DiffView hunks={hunks} path={path} className={className} />;
});
