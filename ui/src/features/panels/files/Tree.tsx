import { ChevronRight, File, Folder } from "lucide-react";
import { useState } from "react";
import type { FileNode } from "@/api/generated";
import { filesQuery, suggestQuery } from "@/api/queries";
import { openPanel } from "@/app/navigation";
import { fieldLook } from "@/components/ui/field";
import { Show } from "@/components/ui/show";
import { Empty } from "@/components/ui/states";
import { cn } from "@/lib/cn";
import { useLoad } from "@/lib/load";
import { filesStrings as strings } from "@/strings/late";

/** The project as a tree that opens, and a field to find a file by name. */
export function Tree({ session }: { session: string }) {
  const [query, setQuery] = useState("");
  return (
    <>
      <input
        type="search"
        aria-label={strings.find}
        placeholder={strings.find}
        value={query}
        onChange={(event) => setQuery(event.target.value)}
        className={`${fieldLook} w-full`}
      />
      {query.trim() === "" ? (
        <Directory session={session} path="" depth={0} />
      ) : (
        <Found session={session} query={query.trim()} />
      )}
    </>
  );
}

function Found({ session, query }: { session: string; query: string }) {
  const found = useLoad(suggestQuery(session, query));
  return (
    <Show of={found}>
      {(files) =>
        files.length === 0 ? (
          <p className="text-sm text-soft">{strings.nothing(query)}</p>
        ) : (
          <ul aria-label={strings.tree}>
            {files.map(({ path }) => (
              <li key={path}>
                <button
                  type="button"
                  onClick={() => openPanel("files", path)}
                  className={cn(row, "break-all")}
                >
                  <File size={14} aria-hidden className="shrink-0 text-faint" />
                  {path}
                </button>
              </li>
            ))}
          </ul>
        )
      }
    </Show>
  );
}

const row =
  "flex min-h-7 w-full items-center gap-1.5 rounded-md px-1 text-left text-sm hover:bg-panel pointer-coarse:min-h-11";

function Directory({ session, path, depth }: { session: string; path: string; depth: number }) {
  const nodes = useLoad(filesQuery(session, path));
  return (
    <Show of={nodes} rows={depth === 0 ? 6 : 2}>
      {(list) =>
        list.length === 0 ? (
          depth === 0 ? (
            <Empty title={strings.emptyTitle}>{strings.empty}</Empty>
          ) : (
            <p className="pl-7 text-xs text-faint">{strings.emptyDirectory}</p>
          )
        ) : (
          <ul
            aria-label={depth === 0 ? strings.tree : path}
            className={cn(depth > 0 && "ml-2.5 border-l border-line pl-1.5")}
          >
            {list.map((node) => (
              <li key={node.path}>
                {node.directory ? (
                  <Branch session={session} node={node} depth={depth} />
                ) : (
                  <button type="button" onClick={() => openPanel("files", node.path)} className={row}>
                    <File size={14} aria-hidden className="ml-[19px] shrink-0 text-faint" />
                    <span className="min-w-0 flex-1 truncate">{node.name}</span>
                    <Mark git={node.git} />
                  </button>
                )}
              </li>
            ))}
          </ul>
        )
      }
    </Show>
  );
}

function Branch({ session, node, depth }: { session: string; node: FileNode; depth: number }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" aria-expanded={open} onClick={() => setOpen(!open)} className={row}>
        <ChevronRight size={13} aria-hidden className={cn("shrink-0 text-soft", open && "rotate-90")} />
        <Folder size={14} aria-hidden className="shrink-0 text-soft" />
        <span className="min-w-0 flex-1 truncate">{node.name}</span>
        <Mark git={node.git} />
      </button>
      {open && <Directory session={session} path={node.path} depth={depth + 1} />}
    </>
  );
}

/** How git sees a file: its letter, with the word for it. */
export function Mark({ git }: { git: string | undefined }) {
  if (!git) return null;
  const letter = git.trim();
  const word = strings.marks[letter] ?? strings.marks[letter.charAt(0)] ?? letter;
  const tone = letter.startsWith("D")
    ? "text-fail"
    : letter === "??" || letter.startsWith("A")
      ? "text-done"
      : "text-wait";
  return (
    <abbr title={word} className={cn("shrink-0 font-mono text-xs no-underline", tone)}>
      {letter}
    </abbr>
  );
}
