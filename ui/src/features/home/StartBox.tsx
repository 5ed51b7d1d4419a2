import { ArrowUp, Folder, GitBranch, Shield, SlidersHorizontal, Sparkles } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef } from "react";
import { useHost } from "@/api/hooks";
import { openSession } from "@/app/navigation";
import { useOverlays } from "@/app/overlays";
import { Button, IconButton } from "@/components/ui/button";
import { ChipSelect } from "@/components/ui/select";
import { modelWords, modeWords } from "@/features/sessions/new/Choices";
import { CliProblem } from "@/features/sessions/new/CliProblem";
import { useProjects } from "@/features/sessions/new/ProjectField";
import { useStart } from "@/features/sessions/new/useStart";
import { projectName } from "@/features/sessions/sessions.logic";
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
  const { draft, change, busy, problem, question, isGit, submit, decide, back } = useStart(openSession);
  const version = useHost()?.cli.version;
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
  const ready = draft.message.trim() !== "" && draft.project.trim() !== "" && !busy;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (ready) void submit();
  };
  const known = projects.map(({ path, name }): [string, string] => [path, name]);
  const listed = known.some(([path]) => path === draft.project);
  return (
    <>
      <h1 className="pb-4 text-[1.625rem] leading-tight font-semibold tracking-[-0.025em]">
        {start.heading}
      </h1>
      <CliProblem />
      <div className="@container rounded-2xl border border-line-strong bg-raised shadow-float focus-within:border-soft">
        <textarea
          ref={area}
          aria-label={start.message}
          placeholder={start.messageHint}
          value={draft.message}
          rows={2}
          onChange={({ target }) => change({ message: target.value })}
          onKeyDown={onKeyDown}
          className="field-sizing-content block max-h-[40dvh] min-h-[4.5rem] w-full resize-none bg-transparent px-4 pt-3.5 pb-1.5 text-prose leading-normal outline-none placeholder:text-faint"
        />
        <div className="flex items-end gap-0.5 px-2 pt-1.5 pb-2">
          <div className="flex min-w-0 flex-1 flex-wrap items-center gap-0.5">
            <ChipSelect
              label={start.project}
              icon={Folder}
              words={
                listed || draft.project === ""
                  ? known
                  : [[draft.project, projectName(draft.project)], ...known]
              }
              value={draft.project}
              shown={draft.project === "" ? start.noProject : projectName(draft.project)}
              onChoose={(project) => change({ project, resume: "" })}
            />
            {isGit && (
              <ChipSelect
                label={start.place}
                icon={GitBranch}
                words={{ here: start.inProject, worktree: start.inWorktree }}
                value={draft.worktree ? "worktree" : "here"}
                onChoose={(place) => change({ worktree: place === "worktree" })}
                brief
              />
            )}
            <ChipSelect
              label={start.mode}
              icon={Shield}
              words={modeWords(version)}
              value={draft.mode}
              onChoose={(mode) => change({ mode })}
              brief
            />
            <ChipSelect
              label={start.model}
              icon={Sparkles}
              words={modelWords(draft.model)}
              value={draft.model}
              onChoose={(model) => change({ model })}
              brief
            />
          </div>
          <IconButton label={start.allOptions} onClick={() => show("newSession")}>
            <SlidersHorizontal size={15} strokeWidth={1.75} />
          </IconButton>
          <Button
            look="primary"
            aria-label={start.start}
            data-tip={busy ? start.starting : start.start}
            data-tip-key="⏎"
            disabled={!ready}
            onClick={() => void submit()}
            className="ml-1 size-8 rounded-[9px] px-0 pointer-coarse:size-11"
          >
            <ArrowUp size={17} strokeWidth={2.25} aria-hidden />
          </Button>
        </div>
      </div>
      {problem && (
        <p role="alert" className="px-1 pt-2 text-sm text-fail">
          {problem}
        </p>
      )}
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
