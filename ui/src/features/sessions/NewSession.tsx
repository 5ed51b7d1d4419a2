import { type FormEvent, type KeyboardEvent, useDeferredValue, useEffect, useRef, useState } from "react";
import { createSession } from "@/api/commands";
import type { CreateSession, ProjectSettings, TrustReport } from "@/api/generated";
import { useHost } from "@/api/hooks";
import { call, isUnreachable, ProblemError } from "@/api/http";
import { openPage } from "@/app/navigation";
import { findPage } from "@/app/pages";
import { Button } from "@/components/ui/button";
import { Field, TextArea } from "@/components/ui/field";
import { Modal } from "@/components/ui/modal";
import { problemText } from "@/lib/problem";
import { strings } from "@/strings";
import { newSession as words } from "@/strings/newSession";
import { TrustQuestion } from "../trust/TrustQuestion";
import { Advanced } from "./new/Advanced";
import { Choices, Conversation, Worktree } from "./new/Choices";
import { useNewSessionDraft } from "./new/draft";
import { toCreate } from "./new/newSession.logic";
import { ProjectField, useProjects } from "./new/ProjectField";

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
  const { draft, change, started } = useNewSessionDraft();
  const [problem, setProblem] = useState<string>();
  const [question, setQuestion] = useState<{ report: TrustReport; create: CreateSession }>();
  const [busy, setBusy] = useState(false);
  // The start whose answer was lost: trying it again must not make a second session.
  const attempt = useRef<{ asked: string; uuid: string }>(undefined);
  const project = useDeferredValue(draft.project.trim());
  const projects = useProjects().data;
  const newest = projects?.[0]?.path;
  useEffect(() => {
    if (newest !== undefined && useNewSessionDraft.getState().draft.project === "")
      change({ project: newest });
  }, [newest, change]);
  // Of a directory that is not listed it is not known; the host says so if it cannot.
  const isGit = projects?.find(({ path }) => path === project)?.isGit ?? true;

  const submit = async (event?: FormEvent) => {
    event?.preventDefault();
    const asked = toCreate(isGit ? draft : { ...draft, worktree: false });
    if ("problem" in asked) return setProblem(asked.problem);
    await start(asked.create);
  };
  const start = async (create: CreateSession) => {
    setBusy(true);
    setProblem(undefined);
    try {
      const { message } = create;
      const same = JSON.stringify({ ...create, message: { ...message, uuid: "" } });
      if (attempt.current?.asked !== same) attempt.current = { asked: same, uuid: crypto.randomUUID() };
      const { uuid } = attempt.current;
      if (message) message.uuid = uuid;
      const session = await createSession(create, uuid);
      started();
      onClose();
      onCreated(session.id);
    } catch (error) {
      if (!isUnreachable(error)) attempt.current = undefined;
      const trust = error instanceof ProblemError ? error.trust : undefined;
      if (trust) setQuestion({ report: trust, create });
      setProblem(trust && !question ? undefined : problemText(error));
    } finally {
      setBusy(false);
    }
  };
  const tour = async () => {
    try {
      const session = await call("POST /api/tour");
      onClose();
      onCreated(session.id);
    } catch (error) {
      setProblem(error instanceof ProblemError ? problemText(error) : String(error));
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) submit();
  };
  if (question) {
    const decide = (projectSettings: ProjectSettings) => start({ ...question.create, projectSettings });
    const back = () => {
      setQuestion(undefined);
      setProblem(undefined);
    };
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
    <form onSubmit={submit} onKeyDown={onKeyDown} className="flex min-h-0 flex-col">
      <div className="min-h-0 space-y-3 overflow-y-auto px-4 pt-1 pb-3">
        <CliProblem onTour={tour} />
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

/** The CLI is missing, broken or signed out: said before somebody writes a long message. */
function CliProblem({ onTour }: { onTour: () => void }) {
  const cli = useHost()?.cli;
  if (!cli?.problem) return null;
  return (
    <div className="flex flex-wrap items-center gap-2 rounded-md bg-fail-page px-3 py-2 text-sm">
      <p className="min-w-0 flex-1">
        <span aria-hidden className="text-fail">
          ✗{" "}
        </span>
        {cli.problem}
      </p>
      <Button look="quiet" onClick={onTour}>
        {words.takeTour}
      </Button>
      {findPage("doctor") && (
        <Button look="quiet" onClick={() => openPage("doctor")}>
          {words.lookAtDoctor}
        </Button>
      )}
    </div>
  );
}
