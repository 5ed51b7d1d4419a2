import { useRef } from "react";
import { Modal } from "@/components/ui/modal";
import { newSession as words } from "@/strings/late";
import { TrustQuestion } from "../trust/TrustQuestion";
import { Advanced } from "./new/Advanced";
import { Choices } from "./new/Choices";
import { CliProblem } from "./new/CliProblem";
import { StartComposer } from "./new/StartComposer";
import { useStart } from "./new/useStart";

interface NewSessionProps {
  open: boolean;
  onClose: () => void;
  onCreated: (session: string) => void;
}

/** Starts a session from anywhere: the composer of Home, with all options. */
export function NewSession({ open, onClose, onCreated }: NewSessionProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const starting = useStart((session) => {
    onClose();
    onCreated(session);
  });
  const { draft, change, busy, problem, question, decide, back } = starting;
  return (
    <Modal open={open} onClose={onClose} title={words.title} focus={area} className="md:w-[46rem]">
      {question ? (
        <TrustQuestion
          key={question.report.fingerprint}
          report={question.report}
          busy={busy}
          problem={problem}
          onDecide={decide}
          onCancel={back}
        />
      ) : (
        <div className="min-h-0 space-y-4 overflow-y-auto px-4 pt-2 pb-4">
          <CliProblem onLeave={onClose} />
          <StartComposer starting={starting} area={area} />
          <Choices draft={draft} change={change} />
          <Advanced draft={draft} change={change} />
        </div>
      )}
    </Modal>
  );
}
