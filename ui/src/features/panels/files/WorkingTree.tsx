import { GitBranch, RotateCw } from "lucide-react";
import { useState } from "react";
import type { ChangedFile, Hunk } from "@/api/generated";
import { openPanel } from "@/app/navigation";
import { Patch } from "@/components/Patch";
import { Button, IconButton } from "@/components/ui/button";
import { Empty } from "@/components/ui/states";
import { Tag } from "@/components/ui/status";
import { Switch } from "@/components/ui/switch";
import { panelStrings, filesStrings as strings } from "@/strings/late";
import { type TreeChanges, useTreeChanges } from "../../diff/changes";
import { Show } from "../parts/states";
import { Mark } from "./Tree";

/** What differs from the last commit, and what of it this session wrote. */
export function WorkingTree({ session }: { session: string }) {
  const changes = useTreeChanges(session);
  return (
    <Show of={changes} rows={6}>
      {(data) => <Differences changes={data} reload={() => void changes.reload()} />}
    </Show>
  );
}

function Differences({ changes, reload }: { changes: TreeChanges; reload: () => void }) {
  const { diff, files } = changes;
  const [only, setOnly] = useState(false);
  if (diff.branch === undefined && diff.files.length === 0) return <Empty title={strings.notGit} />;
  const shown = only ? diff.files.filter((file) => file.bySession) : diff.files;
  return (
    <div className="space-y-3">
      <div className="flex items-center gap-2 text-sm">
        <p className="min-w-0 flex-1">
          {diff.branch && (
            <span className="font-medium">
              <GitBranch size={13} aria-hidden className="mr-1 inline" />
              {strings.branch(diff.branch)}
            </span>
          )}
          <span className="block text-xs text-soft">
            {diff.files.length === 0 ? strings.clean : strings.summary(diff.files.length)}
          </span>
        </p>
        <IconButton label={panelStrings.refresh} onClick={reload}>
          <RotateCw size={14} />
        </IconButton>
      </div>
      {diff.files.some((file) => file.bySession) && (
        <Switch label={strings.onlySession} checked={only} onChange={setOnly} />
      )}
      <ul aria-label={strings.changes} className="space-y-1">
        {shown.map((file) => (
          <FileRow
            key={file.path}
            file={file}
            hunks={files.find((one) => one.path === file.path)?.hunks ?? []}
          />
        ))}
      </ul>
      {diff.truncated && <p className="text-xs text-wait">{strings.truncated}</p>}
    </div>
  );
}

function FileRow({ file, hunks }: { file: ChangedFile; hunks: Hunk[] }) {
  return (
    <li>
      <details className="group rounded-md border border-line">
        <summary className="flex min-h-9 cursor-pointer pointer-coarse:min-h-11 items-center gap-2 px-2 text-sm">
          <Mark git={file.git} />
          <span className="min-w-0 flex-1 truncate font-mono text-xs" title={file.path}>
            {file.path}
          </span>
          {file.bySession && <Tag>{strings.bySession}</Tag>}
          <span className="font-mono text-xs">
            <span className="text-done">+{file.insertions}</span>{" "}
            <span className="text-fail">−{file.deletions}</span>
          </span>
        </summary>
        <div className="space-y-2 p-2 pt-0">
          {hunks.length === 0 ? (
            <p className="text-xs text-soft">{strings.noPatch}</p>
          ) : (
            <Patch hunks={hunks} path={file.path} />
          )}
          <Button look="quiet" onClick={() => openPanel("files", file.path)}>
            {strings.view}
          </Button>
        </div>
      </details>
    </li>
  );
}
