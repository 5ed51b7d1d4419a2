import { Suspense, useState } from "react";
import type { SessionSummary } from "@/api/generated";
import { useSession } from "@/api/hooks";
import { Allowed } from "@/api/scope";
import { Button } from "@/components/ui/button";
import { later } from "@/lib/later";
import { trust as words } from "@/strings";
import { withLateTexts } from "@/strings/withLateTexts";
import { requestCard } from "../asks/AskPlace";
import { isUndecided } from "../sessions/sessions.logic";
import { useTrust } from "./useTrust";

const TrustQuestion = later(
  withLateTexts(() => import("./TrustQuestion").then((module) => module.TrustQuestion)),
);
const Modal = later(() => import("@/components/ui/modal").then((module) => module.Modal));

/** The question of a session that cannot start before it is answered. */
export function TrustDock({ session }: { session: string }) {
  const summary = useSession(session);
  const undecided = summary !== undefined && isUndecided(summary);
  const { report, busy, problem, decide } = useTrust(session, undecided);
  if (!undecided) return null;
  return (
    <div
      className={`mx-auto mb-2 flex max-h-[calc(var(--page-height,100dvh)*0.6)] w-full max-w-[45rem] flex-col overflow-y-auto shadow-float ${requestCard}`}
    >
      <Suspense fallback={<Checking />}>
        {report ? (
          <TrustQuestion
            report={report}
            busy={busy}
            problem={problem}
            onDecide={(choice) => void decide(choice).catch(() => undefined)}
          />
        ) : (
          <Checking problem={problem} />
        )}
      </Suspense>
    </div>
  );
}

/** Until the list of what would run is there, or why it is not. */
const Checking = ({ problem }: { problem?: string | undefined }) => (
  <p className="p-4 text-sm text-soft">{problem ?? words.loading}</p>
);

/** In the inbox: that the question waits. It is answered in the session, where all of it is shown. */
export function TrustCard({ session, onReview }: { session: SessionSummary; onReview: () => void }) {
  if (!isUndecided(session)) return null;
  return (
    <div className="flex items-center gap-2 px-4 pt-1.5 pb-3.5">
      <p className="min-w-0 flex-1 font-semibold">{words.title}</p>
      <Button look="primary" onClick={onReview}>
        {words.review}
      </Button>
    </div>
  );
}

/** Says that a session runs without its project's settings, with the way to have them. */
export function TrustBar({ session }: { session: string }) {
  const leftOut = useSession(session)?.projectSettings === "leftOut";
  if (!leftOut) return null;
  return (
    <div role="status" className="shrink-0 border-b border-line bg-wait-page px-4 py-2 text-sm">
      <div className="mx-auto flex max-w-[45rem] items-center gap-2 max-sm:flex-wrap">
        <p className="min-w-0 flex-1 max-sm:basis-full">{words.leftOut}</p>
        <Allowed to="manageSessions">
          <TrustAndRestart session={session} />
        </Allowed>
      </div>
    </div>
  );
}

/** Shows what would run, and restarts the session with it. */
export function TrustAndRestart({ session }: { session: string }) {
  const [open, setOpen] = useState(false);
  const { report, busy, problem, decide } = useTrust(session, open);
  const close = () => setOpen(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>{words.restart}</Button>
      {open && (
        <Suspense>
          <Modal open onClose={close} title={words.restart}>
            {report ? (
              <TrustQuestion
                running
                report={report}
                busy={busy}
                problem={problem}
                onDecide={(choice) => void decide(choice).then(close, () => undefined)}
                onCancel={close}
              />
            ) : (
              <Checking problem={problem} />
            )}
          </Modal>
        </Suspense>
      )}
    </>
  );
}
