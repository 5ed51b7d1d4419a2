import { Dialog } from "radix-ui";
import { type FormEvent, useEffect, useState } from "react";
import { createSession } from "@/api/commands";
import type { CreateSession, Project } from "@/api/generated";
import { get } from "@/api/http";
import { Button } from "@/components/ui/button";
import { strings } from "@/strings";
import { modes } from "../composer/StatusLine";

interface NewSessionProps {
  open: boolean;
  onClose: () => void;
  onCreated: (session: string) => void;
}

/** Starts a session: where, how, and with what first message. */
export function NewSession({ open, onClose, onCreated }: NewSessionProps) {
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-20 bg-black/40" />
        <Dialog.Content
          aria-describedby={undefined}
          className="fixed inset-x-0 bottom-0 z-30 max-h-[90dvh] overflow-y-auto rounded-t-md bg-page p-4 md:inset-x-auto md:top-24 md:bottom-auto md:left-1/2 md:w-[36rem] md:-translate-x-1/2 md:rounded-md"
        >
          <Dialog.Title className="pb-2 font-semibold">{strings.newSession}</Dialog.Title>
          <Form onCreated={onCreated} onClose={onClose} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Form({ onCreated, onClose }: Omit<NewSessionProps, "open">) {
  const [projects, setProjects] = useState<Project[]>([]);
  const [project, setProject] = useState("");
  const [mode, setMode] = useState("default");
  const [message, setMessage] = useState("");
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    get<Project[]>("api/projects")
      .then((found) => {
        setProjects(found);
        setProject((before) => before || (found[0]?.path ?? ""));
      })
      .catch(() => undefined);
  }, []);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setProblem(undefined);
    const create: CreateSession = { project: project.trim(), permissionMode: mode };
    if (message.trim()) create.message = { uuid: crypto.randomUUID(), text: message.trim() };
    try {
      onCreated((await createSession(create)).id);
      onClose();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    } finally {
      setBusy(false);
    }
  };
  const field = "w-full rounded-md border border-line bg-raised px-2 py-2 text-sm";
  return (
    <form onSubmit={submit} className="space-y-3">
      <label className="block text-sm">
        <span className="text-soft">Project directory</span>
        <input
          list="projects"
          required
          value={project}
          onChange={(event) => setProject(event.target.value)}
          placeholder="/home/you/project"
          className={field}
        />
        <datalist id="projects">
          {projects.map((known) => (
            <option key={known.path} value={known.path} />
          ))}
        </datalist>
      </label>
      <label className="block text-sm">
        <span className="text-soft">Permission mode</span>
        <select value={mode} onChange={(event) => setMode(event.target.value)} className={field}>
          {["default", "acceptEdits", "plan"].map((value) => (
            <option key={value} value={value}>
              {modes[value]}
            </option>
          ))}
        </select>
      </label>
      <label className="block text-sm">
        <span className="text-soft">First message</span>
        <textarea
          value={message}
          onChange={(event) => setMessage(event.target.value)}
          rows={3}
          className={field}
        />
      </label>
      {problem && (
        <p role="alert" className="text-sm text-fail">
          {problem}
        </p>
      )}
      <div className="flex justify-end gap-2">
        <Button look="quiet" onClick={onClose}>
          Cancel
        </Button>
        <Button look="primary" type="submit" disabled={busy || project.trim() === ""}>
          Start
        </Button>
      </div>
    </form>
  );
}
