import { useQuery } from "@tanstack/react-query";
import { CornerLeftUp, Folder, FolderGit2 } from "lucide-react";
import { useState } from "react";
import { useHost } from "@/api/hooks";
import { browseQuery } from "@/api/queries";
import { Failed, Loading } from "@/components/ui/states";
import { shortPath } from "@/lib/format";
import { newSession as words } from "@/strings/late";
import { childOf, parentOf } from "./newSession.logic";

/** Looks around in the directories of the host. Going somewhere chooses it. */
export function DirectoryBrowser({ start, onChoose }: { start: string; onChoose: (path: string) => void }) {
  const host = useHost();
  const [path, setPath] = useState(start.startsWith("/") ? start : (host?.home ?? "/"));
  const listed = useQuery(browseQuery(path));
  const enter = (next: string) => {
    setPath(next);
    onChoose(next);
  };
  const parent = parentOf(path);
  const row =
    "flex w-full items-center gap-2 rounded-sm px-2 py-1 text-left text-sm hover:bg-panel pointer-coarse:min-h-11";
  return (
    <div className="rounded-md border border-line">
      <p className="truncate border-b border-line px-3 py-1 font-mono text-xs text-soft">
        {shortPath(path, host?.home, 70)}
      </p>
      <ul aria-label={words.browsing} className="max-h-48 overflow-y-auto p-1">
        {parent !== undefined && (
          <li>
            <button type="button" onClick={() => enter(parent)} className={row}>
              <CornerLeftUp size={14} aria-hidden className="text-faint" />
              {words.up}
            </button>
          </li>
        )}
        {listed.isError && (
          <li>
            <Failed error={listed.error} />
          </li>
        )}
        {listed.isPending && (
          <li>
            <Loading />
          </li>
        )}
        {listed.data?.map((node) => (
          <li key={node.name}>
            <button type="button" onClick={() => enter(childOf(path, node.name))} className={row}>
              {node.git === undefined ? (
                <Folder size={14} aria-hidden className="text-faint" />
              ) : (
                <FolderGit2 size={14} aria-hidden className="text-faint" />
              )}
              <span className="truncate">{node.name}</span>
            </button>
          </li>
        ))}
        {listed.data?.length === 0 && <li className="px-2 py-1 text-sm text-soft">{words.noDirectories}</li>}
      </ul>
    </div>
  );
}
