import { Columns2, MessageSquare, Rows2 } from "lucide-react";
import { useEffect, useState } from "react";
import { lookAt } from "@/api/commands";
import type { SessionSummary } from "@/api/generated";
import { useRefused, useSession, useView } from "@/api/hooks";
import { select } from "@/api/selectors";
import { openSession } from "@/app/navigation";
import { PageFrame } from "@/app/PageFrame";
import type { DiffStyle } from "@/components/diff/DiffView";
import { Button, IconButton } from "@/components/ui/button";
import { Show } from "@/components/ui/show";
import { Empty, Failed } from "@/components/ui/states";
import { DiffStat } from "@/components/ui/status";
import { sessions } from "@/strings";
import { changesStrings as words } from "@/strings/late";
import { Branch, FileHead, None } from "./ChangesPanel";
import { CommentsBar } from "./CommentsBar";
import { type ShownFile, sumOf } from "./changes";
import { FileDiff } from "./FileDiff";
import { FileList } from "./FileList";
import { Source } from "./Source";
import { useReview } from "./useReview";

/** The changes of a session on a page of their own: files, the diff of one, and comments that are sent together. */
export function Page({ query }: { query: Record<string, string> }) {
  const { session } = query;
  if (!session)
    return (
      <PageFrame title={words.review}>
        <Empty title={words.noSession} />
      </PageFrame>
    );
  return <Review key={session} session={session} />;
}

function Review({ session }: { session: string }) {
  const summary = useSession(session);
  const refused = useRefused(session);
  const [style, setStyle] = useState<DiffStyle>("unified");
  const { source, setSource, changes, files, file, select } = useReview(session);
  useLookedAt(session, summary);
  const open = () => openSession(session);
  const about = [summary?.title, files.length > 0 && sessions.files(files.length)]
    .filter(Boolean)
    .join(" · ");
  return (
    <PageFrame
      full
      crowded
      title={words.review}
      about={about}
      actions={
        <>
          <DiffStat {...sumOf(files)} className="text-sm max-md:hidden" />
          <Source source={source} onChoose={setSource} reload={changes.reload} />
          <Button onClick={open} className="max-md:hidden">
            <MessageSquare size={14} strokeWidth={1.75} aria-hidden /> {words.openSession}
          </Button>
        </>
      }
    >
      {refused !== undefined ? (
        <Failed error={new Error(refused)} />
      ) : (
        <Show of={changes} rows={10}>
          {(data) =>
            data.files.length === 0 ? (
              <None changes={data} source={source} />
            ) : (
              <div className="flex min-h-0 flex-1 max-md:flex-col max-md:overflow-y-auto">
                <div className="w-[300px] shrink-0 overflow-y-auto border-line pt-2.5 max-md:w-full max-md:border-b max-md:pb-1 md:border-r">
                  <Branch changes={data} />
                  <FileList grouped files={data.files} selected={file?.path} onSelect={select} />
                </div>
                {file && (
                  <Diff
                    key={file.path}
                    session={session}
                    file={file}
                    style={style}
                    said={summary?.lastLine}
                    onStyle={setStyle}
                  />
                )}
              </div>
            )
          }
        </Show>
      )}
      <CommentsBar session={session} onSent={open} />
    </PageFrame>
  );
}

interface DiffProps {
  session: string;
  file: ShownFile;
  style: DiffStyle;
  /** How the work ended, in the words of the session. */
  said: string | undefined;
  onStyle: (style: DiffStyle) => void;
}

function Diff({ session, file, style, said, onStyle }: DiffProps) {
  return (
    <section aria-label={file.path} className="flex min-w-0 flex-1 flex-col">
      <header className="flex min-h-11 shrink-0 items-center gap-2 border-b border-line px-4 py-1">
        <FileHead file={file} />
        <span className="ml-auto" />
        <IconButton
          label={style === "unified" ? words.split : words.unified}
          aria-pressed={style === "split"}
          onClick={() => onStyle(style === "unified" ? "split" : "unified")}
          className="max-md:hidden"
        >
          {style === "unified" ? (
            <Columns2 size={16} strokeWidth={1.75} />
          ) : (
            <Rows2 size={16} strokeWidth={1.75} />
          )}
        </IconButton>
      </header>
      <div className="min-h-0 flex-1 space-y-3 p-4 md:overflow-y-auto">
        {said && <p className="line-clamp-3 max-w-[45rem] text-sm text-soft">{said}</p>}
        <FileDiff session={session} file={file} style={style} />
      </div>
    </section>
  );
}

/** How the work ended and what it changed are in sight: the server is told that somebody looked. */
function useLookedAt(session: string, summary: SessionSummary | undefined): void {
  const turns = useView(session, select.turns);
  const isNews = summary?.readyForReview === true;
  useEffect(() => {
    const look = () => {
      if (isNews && turns !== undefined && !document.hidden) void lookAt(session, turns);
    };
    look();
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, [session, isNews, turns]);
}
