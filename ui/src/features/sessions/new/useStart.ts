// Starting a session from the draft: for the dialog and for Home.

import { useDeferredValue, useEffect, useRef, useState } from "react";
import { createSession } from "@/api/commands";
import type { CreateSession, ProjectSettings, TrustReport } from "@/api/generated";
import { isUnreachable, ProblemError } from "@/api/http";
import { useUploads } from "@/features/composer/uploads";
import { problemText } from "@/lib/problem";
import { composerStrings } from "@/strings";
import { useNewSessionDraft } from "./draft";
import { toCreate } from "./newSession.logic";
import { useProjects } from "./ProjectPicker";

/** The name of the uploads and the history of a session that does not exist yet. */
const NEW = "new";

export type Starting = ReturnType<typeof useStart>;

export function useStart(onCreated: (session: string) => void) {
  const { draft, change, started } = useNewSessionDraft();
  const [problem, setProblem] = useState<string>();
  const [question, setQuestion] = useState<{ report: TrustReport; create: CreateSession }>();
  const [busy, setBusy] = useState(false);
  const uploads = useUploads(NEW);
  // The start whose answer was lost: trying it again must not make a second session.
  const attempt = useRef<{ asked: string; uuid: string }>(undefined);
  const project = useDeferredValue(draft.project.trim());
  const { data: projects, isPending } = useProjects();
  const newest = projects?.[0]?.path;
  useEffect(() => {
    if (newest !== undefined && useNewSessionDraft.getState().draft.project === "")
      change({ project: newest });
  }, [newest, change]);
  // Unknown for a directory that is not listed; the server rejects a worktree where it cannot make one.
  const isGit = projects?.find(({ path }) => path === project)?.isGit ?? true;

  const hasMessage = draft.message.trim() !== "" || uploads.items.length > 0;
  const ready = (hasMessage || draft.resume !== "") && project !== "" && !busy && !uploads.busy;
  const submit = async () => {
    if (uploads.failed.length > 0) return setProblem(composerStrings.retryFirst);
    const ids = uploads.items.map(({ id }) => id);
    const asked = toCreate(isGit ? draft : { ...draft, worktree: false }, ids);
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
      uploads.clear();
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
  const decide = (projectSettings: ProjectSettings) => {
    if (question) void start({ ...question.create, projectSettings });
  };
  const back = () => {
    setQuestion(undefined);
    setProblem(undefined);
  };
  // Until then the choices would move as they get their words.
  const known = !isPending && (draft.project !== "" || newest === undefined);
  return { known, draft, change, busy, ready, problem, question, isGit, uploads, submit, decide, back };
}
