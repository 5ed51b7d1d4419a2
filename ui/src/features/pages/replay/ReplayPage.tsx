import { queryOptions } from "@tanstack/react-query";
import { useState } from "react";
import { foldRecording } from "@/api/commands";
import type { Replay } from "@/api/generated";
import { useSession, useSessions } from "@/api/hooks";
import { sessionKey } from "@/api/queries";
import { listRecords } from "@/api/reads";
import { pageLink } from "@/app/navigation";
import { PageFrame } from "@/app/PageFrame";
import { rowsLook, Section } from "@/components/ui/section";
import { Answer, Show } from "@/components/ui/show";
import { Worded } from "@/components/Worded";
import { projectName } from "@/features/sessions/sessions.logic";
import { useAction } from "@/lib/action";
import { age } from "@/lib/format";
import { useLoad } from "@/lib/load";
import { useMinute } from "@/lib/now";
import { wireStrings as strings } from "@/strings/late";
import { recordingOf } from "../../panels/wire/download";
import { Stage } from "./Stage";

/** A recording played again: of a file, or of a session of this host. */
export function Page({ query }: { query: Record<string, string> }) {
  const [file, setFile] = useState<{ name: string; replay: Replay }>();
  if (file)
    return <Stage key={file.name} name={file.name} replay={file.replay} onLeave={() => setFile(undefined)} />;
  if (query.session !== undefined) return <OfSession session={query.session} />;
  return <Choose onChosen={(name, replay) => setFile({ name, replay })} />;
}

/** The session so far, folded again from its log. */
const replayQuery = (session: string) =>
  queryOptions({
    queryKey: sessionKey(session, "replay"),
    queryFn: async () => {
      const lines = await recordingOf(session, () => undefined);
      const { records } = await listRecords(session, 0, 1, 0);
      return foldRecording(lines.join("\n"), records[0]?.at ?? 0);
    },
    staleTime: 0,
    gcTime: 0,
  });

function OfSession({ session }: { session: string }) {
  const title = useSession(session)?.title ?? session;
  const replay = useLoad(replayQuery(session));
  if (replay.load.state === "ready") return <Stage name={title} replay={replay.load.data} />;
  return (
    <PageFrame title={strings.replayTitle}>
      <Show of={replay}>{() => null}</Show>
    </PageFrame>
  );
}

function Choose({ onChosen }: { onChosen: (name: string, replay: Replay) => void }) {
  const action = useAction();
  const read = (file: File | undefined) => {
    if (!file) return;
    void action.run(async () => {
      onChosen(file.name, await foldRecording(await file.text(), file.lastModified));
      return undefined;
    });
  };
  return (
    <PageFrame title={strings.replayTitle}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping a file is a bonus, the field does the same */}
      <div
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          read(event.dataTransfer.files[0]);
        }}
        className="mb-10 space-y-3 rounded-xl border border-dashed border-line-strong p-6 text-center"
      >
        <p>
          <label className="relative inline-flex min-h-8 cursor-pointer items-center rounded-lg border border-line-strong bg-raised px-3 text-sm font-medium hover:bg-hover has-focus-visible:outline-2 has-focus-visible:outline-focus pointer-coarse:min-h-11">
            {strings.choose}
            {/* The browser's own button says what it likes, in its own words: it lies under this one. */}
            <input
              type="file"
              accept=".ndjson,.jsonl,.json,.txt"
              disabled={action.busy}
              onChange={(event) => read(event.target.files?.[0])}
              className="absolute inset-0 cursor-pointer opacity-0"
            />
          </label>{" "}
          <span className="text-sm text-soft">{strings.or}</span>
        </p>
        <p className="text-sm text-soft">
          <Worded text={strings.chooseNote} />
        </p>
        {action.busy && <p role="status">{strings.reading}</p>}
        <Answer outcome={action.outcome} />
      </div>
      <Sessions />
    </PageFrame>
  );
}

/** Maximum number of sessions in the list. */
const SESSIONS = 12;

/** The newest sessions of this server; their logs can be replayed. */
function Sessions() {
  const now = useMinute();
  const all = [...(useSessions()?.values() ?? [])];
  const newest = all.sort((left, right) => right.at - left.at).slice(0, SESSIONS);
  if (newest.length === 0) return null;
  return (
    <Section title={strings.replaySession}>
      <ul aria-label={strings.replaySession} className={rowsLook}>
        {newest.map(({ id, title, project, at }) => (
          <li key={id}>
            <a
              href={pageLink("replay", { session: id })}
              className="flex items-baseline gap-2 px-3.5 py-2.5 text-sm hover:bg-hover pointer-coarse:py-3"
            >
              <span className="min-w-0 truncate font-medium">{title}</span>
              <span className="min-w-0 flex-1 truncate text-xs text-faint">{projectName(project)}</span>
              <time dateTime={new Date(at).toISOString()} className="shrink-0 text-xs text-faint">
                {age(at, now)}
              </time>
            </a>
          </li>
        ))}
      </ul>
    </Section>
  );
}
