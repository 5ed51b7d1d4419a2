import { ArrowUp, GitBranch, Paperclip, Shield, Sparkles } from "lucide-react";
import { type KeyboardEvent, type ReactNode, type RefObject, Suspense } from "react";
import { useHost, useSessions } from "@/api/hooks";
import { Button, IconButton } from "@/components/ui/button";
import { ChipSelect } from "@/components/ui/select";
import { Attachments } from "@/features/composer/Attachments";
import { useFileDrop } from "@/features/composer/fileDrop";
import { cn } from "@/lib/cn";
import { later } from "@/lib/later";
import { composerStrings } from "@/strings";
import { newSession as words } from "@/strings/late";
import { modelWords, modeWords } from "./Choices";
import { ProjectPicker } from "./ProjectPicker";
import type { Starting } from "./useStart";

const StartCompletion = later(() => import("./StartCompletion").then((module) => module.StartCompletion));

interface StartComposerProps {
  starting: Starting;
  area: RefObject<HTMLTextAreaElement | null>;
  /** Beside the paper clip. */
  children?: ReactNode;
}

/** The composer of a session that does not exist yet: the first message, and where and how it starts. */
export function StartComposer({ starting, area, children }: StartComposerProps) {
  const { known, draft, change, busy, problem, isGit, ready, uploads, submit } = starting;
  const version = useHost()?.cli.version;
  const used = [...(useSessions()?.values() ?? [])].flatMap(({ model }) => (model ? [model] : []));
  const { dropping, onPaste, drop } = useFileDrop(uploads);
  const setText = (message: string) => change({ message });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing || event.defaultPrevented)
      return;
    event.preventDefault();
    if (ready) void submit();
  };
  const completes = draft.message.startsWith("/") || draft.message.includes("@");
  return (
    <div {...drop} className="relative">
      <Attachments uploads={uploads} />
      <div
        className={cn(
          "@container rounded-2xl border border-line-strong bg-raised shadow-float focus-within:border-soft",
          dropping && "border-dashed border-focus bg-select",
        )}
      >
        <textarea
          ref={area}
          aria-label={words.message}
          aria-autocomplete="list"
          placeholder={words.messageHint}
          value={draft.message}
          rows={2}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
          className="field-sizing-content block max-h-[40dvh] min-h-[4.5rem] w-full resize-none bg-transparent px-4 pt-3.5 pb-1.5 text-prose leading-normal outline-none placeholder:text-faint"
        />
        <div className="flex items-end gap-0.5 px-2 pt-1.5 pb-2">
          <div className={cn("flex min-w-0 flex-1 flex-wrap items-center gap-0.5", !known && "invisible")}>
            <ProjectPicker value={draft.project} onChoose={(project) => change({ project, resume: "" })} />
            {isGit && (
              <ChipSelect
                label={words.place}
                icon={GitBranch}
                words={{ here: words.inProject, worktree: words.inWorktree }}
                value={draft.worktree ? "worktree" : "here"}
                onChoose={(place) => change({ worktree: place === "worktree" })}
                brief
              />
            )}
            <ChipSelect
              label={words.mode}
              icon={Shield}
              words={modeWords(version)}
              value={draft.mode}
              onChoose={(mode) => change({ mode })}
              brief
            />
            <ChipSelect
              label={words.model}
              icon={Sparkles}
              words={modelWords([...used, draft.model])}
              value={draft.model}
              onChoose={(model) => change({ model })}
              brief
            />
          </div>
          {children}
          <IconButton label={composerStrings.attach} onClick={uploads.choose}>
            <Paperclip size={15} strokeWidth={1.75} />
          </IconButton>
          <Button
            look="primary"
            aria-label={words.start}
            data-tip={busy ? words.starting : words.start}
            data-tip-key="⏎"
            disabled={!ready}
            onClick={() => void submit()}
            className="ml-1 size-8 rounded-[9px] px-0 pointer-coarse:size-11"
          >
            <ArrowUp size={17} strokeWidth={2.25} aria-hidden />
          </Button>
        </div>
      </div>
      {completes && (
        <Suspense>
          <StartCompletion project={draft.project} text={draft.message} area={area} onReplace={setText} />
        </Suspense>
      )}
      {problem && (
        <p role="alert" className="px-1 pt-2 text-sm text-fail">
          {problem}
        </p>
      )}
    </div>
  );
}
