import { Folder, SlidersHorizontal } from "lucide-react";
import { useEffect, useRef } from "react";
import { openSession } from "@/app/navigation";
import { useOverlays } from "@/app/overlays";
import { IconButton } from "@/components/ui/button";
import { CliProblem } from "@/features/sessions/new/CliProblem";
import { useProjects } from "@/features/sessions/new/ProjectPicker";
import { StartComposer } from "@/features/sessions/new/StartComposer";
import { useStart } from "@/features/sessions/new/useStart";
import { TrustQuestion } from "@/features/trust/TrustQuestion";
import { useHasSidebar } from "@/lib/media";
import { newSession as start, home as words } from "@/strings/late";

/** How many recent projects are offered as buttons. */
const RECENT = 5;

/** Whether nothing has the focus but the link that led here. */
function isFocusFree(): boolean {
  const focused = document.activeElement;
  return focused === null || focused === document.body || focused.matches('a[aria-current="page"]');
}

/** Where work starts: a task, where and how, and Send. Asks about the project's settings where they matter. */
export function StartBox() {
  const starting = useStart(openSession);
  const { draft, change, busy, problem, question, decide, back } = starting;
  const show = useOverlays((state) => state.show);
  const projects = [...(useProjects().data ?? [])].sort((left, right) => right.usedAt - left.usedAt);
  const area = useRef<HTMLTextAreaElement>(null);
  const wide = useHasSidebar();
  useEffect(() => {
    // Home may load late, while the person types a title or moves through the list with the keyboard.
    if (wide && isFocusFree()) area.current?.focus({ preventScroll: true });
  }, [wide]);
  if (question) {
    return (
      <>
        <h1 className="sr-only">{start.heading}</h1>
        <div className="mx-auto max-w-[37rem] rounded-xl border border-line bg-raised shadow-float">
          <TrustQuestion
            key={question.report.fingerprint}
            report={question.report}
            busy={busy}
            problem={problem}
            onDecide={decide}
            onCancel={back}
          />
        </div>
      </>
    );
  }
  return (
    <>
      <h1 className="pb-4 text-[1.625rem] leading-tight font-semibold tracking-[-0.025em]">
        {start.heading}
      </h1>
      <CliProblem />
      <StartComposer starting={starting} area={area}>
        <IconButton label={start.allOptions} onClick={() => show("newSession")}>
          <SlidersHorizontal size={15} strokeWidth={1.75} />
        </IconButton>
      </StartComposer>
      {projects.length > 1 && (
        <div className="flex items-center gap-1.5 overflow-x-auto px-0.5 pt-3 [scrollbar-width:none] md:flex-wrap">
          <span className="shrink-0 text-xs text-faint">{words.recent}</span>
          {projects.slice(0, RECENT).map(({ path, name }) => (
            <button
              key={path}
              type="button"
              aria-label={words.projectButton(name)}
              aria-pressed={path === draft.project}
              onClick={() => change({ project: path, resume: "" })}
              className="inline-flex h-[26px] shrink-0 items-center gap-1.5 rounded-md border border-line px-2 text-[0.8125rem] text-soft hover:bg-hover hover:text-ink aria-pressed:border-line-strong aria-pressed:text-ink pointer-coarse:h-11 pointer-coarse:px-3"
            >
              <Folder size={13} strokeWidth={1.75} aria-hidden />
              {name}
            </button>
          ))}
        </div>
      )}
    </>
  );
}
