import { openReview } from "@/app/navigation";
import { Button } from "@/components/ui/button";
import { Show } from "@/components/ui/show";
import { Empty } from "@/components/ui/states";
import { Tag } from "@/components/ui/status";
import { AwaitView } from "@/features/panels/AwaitView";
import { changesStrings as words } from "@/strings/late";
import { CommentsBar } from "./CommentsBar";
import type { Changes, ShownFile } from "./changes";
import { FileDiff } from "./FileDiff";
import { FileList } from "./FileList";
import { Source } from "./Source";
import { useReview } from "./useReview";

/** The changed files, and the diff of one of them. */
export function ChangesPanel({ session, item }: { session: string; item?: string | undefined }) {
  const { source, setSource, changes, files, file, select } = useReview(session, item);
  if (source === "session" && changes.load.state === "loading") return <AwaitView session={session} />;
  return (
    <>
      <div className="min-h-0 flex-1 overflow-y-auto">
        <div className="flex items-center gap-1 px-4 pt-3 pb-2">
          <Source source={source} onChoose={setSource} reload={changes.reload} />
          {files.length > 0 && (
            <Button size="small" onClick={() => openReview(session)} className="ml-auto">
              {words.review}
            </Button>
          )}
        </div>
        <Show of={changes}>
          {(data) =>
            data.files.length === 0 ? (
              <None changes={data} source={source} />
            ) : (
              <>
                <Branch changes={data} />
                <FileList files={data.files} selected={file?.path} onSelect={select} />
                {file && <FileCard key={file.path} session={session} file={file} />}
              </>
            )
          }
        </Show>
      </div>
      <CommentsBar session={session} />
    </>
  );
}

/** Why no file is listed. */
export function None({ changes, source }: { changes: Changes; source: "session" | "tree" }) {
  if (changes.noGit) return <Empty title={words.noGit} hint={words.noGitHint} />;
  return source === "session" ? (
    <Empty title={words.noneHere} hint={words.noneHereHint} />
  ) : (
    <Empty title={words.noneInTree} />
  );
}

/** What the working tree is compared with. */
export function Branch({ changes }: { changes: Changes }) {
  const { branch, cut } = changes;
  if (branch === undefined && !cut) return null;
  return (
    <p className="px-4 pb-2 text-xs text-soft">
      {[branch && words.branch(branch), cut && words.cut].filter(Boolean).join(" ")}
    </p>
  );
}

function FileCard({ session, file }: { session: string; file: ShownFile }) {
  return (
    <section
      aria-label={file.path}
      className="m-3.5 mt-1.5 overflow-hidden rounded-[9px] border border-line bg-raised"
    >
      <FileHead file={file} className="border-b border-line bg-panel px-3 py-1.5" />
      <FileDiff session={session} file={file} style="unified" bare />
    </section>
  );
}

/** The path of a file, and what is special about it. */
export function FileHead({ file, className }: { file: ShownFile; className?: string }) {
  return (
    <h3 className={`flex min-w-0 items-center gap-2 font-mono text-xs font-normal ${className ?? ""}`}>
      <span className="min-w-0 break-all">{file.oldPath ? `${file.oldPath} → ${file.path}` : file.path}</span>
      {words.statuses[file.status] && (
        <span className="shrink-0 font-sans text-faint">{words.statuses[file.status]}</span>
      )}
      {file.bySession && <Tag>{words.bySession}</Tag>}
    </h3>
  );
}
