import { FileCode2 } from "lucide-react";
import type { KeyboardEvent } from "react";
import { DiffStat } from "@/components/ui/status";
import { cn } from "@/lib/cn";
import { changesStrings as words } from "@/strings/late";
import { byDirectory, type ShownFile } from "./changes";

interface FileListProps {
  files: ShownFile[];
  selected: string | undefined;
  onSelect: (path: string) => void;
  /** Files stand under their directories, by name alone. */
  grouped?: boolean;
}

/** The changed files, one of them selected. The arrow keys move from one to the next. */
export function FileList({ files, selected, onSelect, grouped = false }: FileListProps) {
  const groups: [string, ShownFile[]][] = grouped ? byDirectory(files) : [["", files]];
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined || !(event.target instanceof HTMLElement)) return;
    const buttons = [...event.currentTarget.getElementsByTagName("button")];
    const next = buttons[buttons.indexOf(event.target as HTMLButtonElement) + step];
    if (!next) return;
    event.preventDefault();
    next.focus();
    next.click();
  };
  return (
    <nav aria-label={words.files} onKeyDown={onKeyDown}>
      {groups.map(([directory, of]) => (
        <div key={directory} className="pb-2">
          {grouped && directory !== "" && (
            <h2 className="truncate px-4 pt-2 pb-1 text-xs text-faint" title={directory}>
              {directory}
            </h2>
          )}
          <ul>
            {of.map((file) => (
              <li key={file.path}>
                <Row
                  file={file}
                  name={grouped ? (file.path.split("/").pop() ?? file.path) : file.path}
                  selected={file.path === selected}
                  onSelect={() => onSelect(file.path)}
                />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

function Row(props: { file: ShownFile; name: string; selected: boolean; onSelect: () => void }) {
  const { file, name, selected, onSelect } = props;
  return (
    <button
      type="button"
      title={file.path}
      aria-current={selected || undefined}
      onClick={onSelect}
      className={cn(
        "flex min-h-8 w-full items-center gap-2.5 px-4 text-left text-sm -outline-offset-2 hover:bg-hover pointer-coarse:min-h-11",
        selected && "bg-select hover:bg-select",
      )}
    >
      <FileCode2 size={14} strokeWidth={1.75} aria-hidden className="shrink-0 text-faint" />
      {/* The end of a path tells more than its beginning. */}
      <span dir="rtl" className="min-w-0 flex-1 truncate text-left">
        <bdi>{name}</bdi>
      </span>
      <DiffStat added={file.added} removed={file.removed} className="shrink-0 text-xs" />
    </button>
  );
}
