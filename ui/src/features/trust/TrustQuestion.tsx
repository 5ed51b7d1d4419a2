import { KeyRound, Plug, Settings2, Shield, SquareTerminal } from "lucide-react";
import { type KeyboardEvent, type MouseEvent, useEffect, useId, useRef } from "react";
import type { ProjectSettings, TrustReport } from "@/api/generated";
import { useHost } from "@/api/hooks";
import { Allowed, useCan } from "@/api/scope";
import { Button } from "@/components/ui/button";
import { strings } from "@/strings";
import { trustQuestion as words } from "@/strings/late";
import { shortPath, type TrustRow, trustRows } from "./trust.logic";

/** For so long no key answers: it may have been meant for what was there before. */
const GUARD_MS = 600;

const icons: Record<TrustRow["kind"], typeof Plug> = {
  run: SquareTerminal,
  server: Plug,
  rule: KeyRound,
  other: Settings2,
};

interface Props {
  report: TrustReport;
  busy: boolean;
  problem?: string | undefined;
  onDecide: (choice: ProjectSettings) => void;
  onCancel?: () => void;
  /** The session runs without the settings already: the only other answer is to keep it so. */
  running?: boolean;
}

/** What a project would run, and the two answers. */
export function TrustQuestion({ report, busy, problem, onDecide, onCancel, running = false }: Props) {
  const host = useHost();
  const trusts = useCan("trustProject");
  const title = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const use = useRef<HTMLButtonElement>(null);
  const shownAt = useRef(performance.now());
  const changed = report.state === "changed";
  const readable = report.fingerprint !== "";
  const allowed = trusts || report.state === "trusted";
  const preselected = report.cliTrusts && readable && allowed;
  useEffect(() => {
    (preselected ? use.current : heading.current)?.focus();
  }, [preselected]);
  const decide = (choice: ProjectSettings) => (event: MouseEvent) => {
    // A click that a key made has no count.
    if (event.detail === 0 && performance.now() - shownAt.current < GUARD_MS) return;
    onDecide(choice);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.repeat && event.key !== "Tab") event.preventDefault();
  };
  return (
    <section aria-labelledby={title} className="flex min-h-0 flex-col gap-3 px-6 py-[22px] max-sm:p-4">
      <div>
        <h2
          id={title}
          ref={heading}
          tabIndex={-1}
          className="flex items-center gap-2 pb-1 text-lg font-semibold outline-none"
        >
          <Shield size={17} strokeWidth={1.75} aria-hidden />
          {changed ? words.changedTitle : words.title}
        </h2>
        <p className="text-sm text-soft">
          <code className="font-mono text-xs wrap-anywhere">{shortPath(report.directory, host?.home)}</code>{" "}
          {changed ? words.changed : words.explain}
        </p>
      </div>
      <ul
        aria-label={words.list}
        className="min-h-0 divide-y divide-line overflow-y-auto rounded-xl border border-line bg-panel text-sm"
      >
        {trustRows(report).map((row) => (
          <Row key={row.key} row={row} />
        ))}
      </ul>
      <div className="space-y-1 text-xs text-soft">
        <p>{words.without}</p>
        {report.cliTrusts && <p>{words.cliTrusts}</p>}
        {!readable && <p className="text-fail">{words.unreadable}</p>}
        {readable && !allowed && <p>{words.needsAdmin}</p>}
      </div>
      {problem && (
        <p role="alert" className="text-sm text-fail">
          {problem}
        </p>
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys that repeat press no button in here */}
      <div onKeyDown={onKeyDown} className="flex flex-wrap items-center gap-2">
        {readable && allowed && (
          <Button ref={use} look="primary" disabled={busy} onClick={decide({ use: report.fingerprint })}>
            {busy ? words.starting : running ? words.restart : words.use}
          </Button>
        )}
        {!running && (
          <Allowed to="manageSessions">
            <Button disabled={busy} onClick={decide("leaveOut")}>
              {words.leaveOut}
            </Button>
          </Allowed>
        )}
        {onCancel && (
          <Button look="quiet" className="ml-auto" onClick={onCancel}>
            {strings.cancel}
          </Button>
        )}
      </div>
    </section>
  );
}

function Row({ row }: { row: TrustRow }) {
  const Icon = icons[row.kind];
  return (
    <li className="flex items-start gap-x-2.5 gap-y-0.5 px-3.5 py-2.5 max-sm:flex-wrap" title={row.file}>
      <Icon size={15} strokeWidth={1.75} aria-hidden className="mt-[3px] shrink-0 text-soft" />
      <span className="shrink-0 max-sm:min-w-0 max-sm:flex-1 max-sm:shrink">{row.label}</span>
      <span className="ml-auto min-w-0 text-right max-sm:ml-6 max-sm:w-full max-sm:text-left">
        <code className="block font-mono text-xs wrap-anywhere">{row.text}</code>
        <span className="block font-mono text-xs wrap-anywhere text-soft">{row.file}</span>
      </span>
    </li>
  );
}
