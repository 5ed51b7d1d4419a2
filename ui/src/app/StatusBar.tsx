import { useConnection, useHost, useSessions } from "@/api/hooks";
import { standing } from "@/features/sessions/sessions.logic";
import { cn } from "@/lib/cn";
import { shell } from "@/strings/shell";
import { useActiveSession } from "./navigation";
import { statusItems } from "./statusItems";

/** The line at the bottom: whether the host is there, which CLI it runs, and what others add. */
export function StatusBar() {
  const active = useActiveSession();
  return (
    <footer className="hidden h-6 shrink-0 items-center gap-4 overflow-hidden border-t border-line bg-panel px-3 text-xs whitespace-nowrap text-soft md:flex">
      <Link />
      <Cli />
      <Counts />
      <span className="mr-auto" />
      {statusItems.map(({ id, component: Item }) => (
        <Item key={id} session={active} />
      ))}
    </footer>
  );
}

function Link() {
  const { state } = useConnection();
  const host = useHost();
  const look = { open: "text-done", connecting: "text-faint", lost: "text-wait", signedOut: "text-fail" }[
    state
  ];
  const word = {
    open: shell.connected,
    connecting: shell.connecting,
    lost: shell.unreachable,
    signedOut: shell.signedOut,
  }[state];
  return (
    <span title={word}>
      <span aria-hidden className={look}>
        {state === "open" ? "● " : "◆ "}
      </span>
      {host?.hostname} <span className={cn(state === "open" && "sr-only")}>{word}</span>
    </span>
  );
}

function Cli() {
  const host = useHost();
  if (!host) return null;
  const { version, verdict, problem } = host.cli;
  const fine = verdict === "verified" || verdict === "simulated";
  return (
    <span title={problem ?? undefined} className={cn(!fine && "text-wait")}>
      {host.demo ? shell.demo : `${shell.cli(version ?? "")} ${shell.cliVerdict[verdict]}`}
    </span>
  );
}

function Counts() {
  const sessions = [...(useSessions()?.values() ?? [])].filter((session) => !session.archived);
  const waiting = sessions.filter((session) => standing(session) === "waiting").length;
  const working = sessions.filter((session) => standing(session) === "working").length;
  return (
    <>
      {waiting > 0 && <span className="text-wait">◆ {shell.waiting(waiting)}</span>}
      {working > 0 && <span className="text-work">● {shell.working(working)}</span>}
    </>
  );
}
