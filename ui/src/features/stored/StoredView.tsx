import { useInfiniteQuery } from "@tanstack/react-query";
import { useHost, useView } from "@/api/hooks";
import { storedQuery } from "@/api/queries";
import { Allowed } from "@/api/scope";
import { select } from "@/api/selectors";
import { SidebarButton } from "@/app/PageFrame";
import { Button } from "@/components/ui/button";
import { shortPath } from "@/lib/format";
import { stored as words } from "@/strings/late";
import { Transcript } from "../session/Transcript";
import { resumeStored } from "./stored";

/** A conversation of the CLI's own store, to read. It follows what another process writes. */
export function StoredView({ session }: { session: string }) {
  const id = session.replace(/^cli:/, "");
  const info = useView(session, select.info);
  const host = useHost();
  const listed = useInfiniteQuery(storedQuery("", id));
  const stored = listed.data?.pages
    .flatMap((page) => page.sessions)
    .find((conversation) => conversation.cliSessionId === id);
  const project = stored?.project ?? info?.cwd;
  const resume = (fork: boolean) => project && resumeStored({ cliSessionId: id, project }, fork);
  return (
    <section className="flex min-h-0 min-w-0 flex-1 flex-col">
      <header className="flex min-h-12 items-center gap-2 border-b border-line px-4 py-1">
        <SidebarButton />
        <div className="mr-auto min-w-0">
          <h1 className="truncate font-semibold">{stored?.title ?? info?.title ?? words.untitled}</h1>
          <p className="truncate text-xs text-soft">{project && shortPath(project, host?.home)}</p>
        </div>
      </header>
      <Transcript key={session} session={session} />
      <footer className="flex flex-wrap items-center gap-2 border-t border-line bg-panel px-4 py-2 text-sm">
        <p className="mr-auto text-soft">
          {words.readOnly}
          {stored?.held && <span className="text-wait"> ◆ {words.held}</span>}
        </p>
        <Allowed to="manageSessions">
          <Button disabled={!project || stored?.held === true} onClick={() => resume(false)}>
            {words.resume}
          </Button>
          <Button look="primary" disabled={!project} onClick={() => resume(true)}>
            {words.fork}
          </Button>
        </Allowed>
      </footer>
    </section>
  );
}
