import type { KeyboardEvent } from "react";
import { Button } from "@/components/ui/button";
import { Field, TextArea } from "@/components/ui/field";
import { Modal } from "@/components/ui/modal";
import { strings } from "@/strings";
import { newSession as words } from "@/strings/late";
import { TrustQuestion } from "../trust/TrustQuestion";
import { Advanced } from "./new/Advanced";
import { Choices, Conversation, Worktree } from "./new/Choices";
import { CliProblem } from "./new/CliProblem";
import { ProjectField } from "./new/ProjectField";
import { useStart } from "./new/useStart";

interface NewSessionProps {
  open: boolean;
  onClose: () => void;
  onCreated: (session: string) => void;
}

/** Starts a session: where, how, and with what first message. */
export function NewSession({ open, onClose, onCreated }: NewSessionProps) {
  return (
    <Modal open={open} onClose={onClose} title={words.title}>
      <Form onCreated={onCreated} onClose={onClose} />
    </Modal>
  );
}

function Form({ onCreated, onClose }: Omit<NewSessionProps, "open">) {
  const { draft, change, busy, problem, question, isGit, submit, decide, back } = useStart((session) => {
    onClose();
    onCreated(session);
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void submit();
  };
  if (question) {
    return (
      <TrustQuestion
        key={question.report.fingerprint}
        report={question.report}
        busy={busy}
        problem={problem}
        onDecide={decide}
        onCancel={back}
      />
    );
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
      onKeyDown={onKeyDown}
      className="flex min-h-0 flex-col"
    >
      <div className="min-h-0 space-y-3 overflow-y-auto px-4 pt-1 pb-3">
        <CliProblem onLeave={onClose} />
        <ProjectField value={draft.project} onChange={(path) => change({ project: path, resume: "" })} />
        <Field label={words.message}>
          <TextArea
            className="min-h-20"
            value={draft.message}
            placeholder={words.messageHint}
            onChange={({ target }) => change({ message: target.value })}
          />
        </Field>
        <Choices draft={draft} change={change} />
        {isGit && <Worktree draft={draft} change={change} />}
        <Conversation draft={draft} change={change} />
        <Advanced draft={draft} change={change} />
      </div>
      <footer className="flex items-center gap-2 border-t border-line px-4 py-3">
        <p role="alert" className="mr-auto min-w-0 text-sm text-fail">
          {problem}
        </p>
        <Button look="quiet" onClick={onClose}>
          {strings.cancel}
        </Button>
        <Button look="primary" type="submit" hotkey="⌃⏎" disabled={busy || draft.project.trim() === ""}>
          {busy ? words.starting : words.start}
        </Button>
      </footer>
    </form>
  );
}
