import { Suspense, useState } from "react";
import { useView } from "@/api/hooks";
import { useCan } from "@/api/scope";
import { select } from "@/api/selectors";
import { later, soon } from "@/lib/later";
import { withLateTexts } from "@/strings/withLateTexts";
import { Composer } from "../composer/Composer";
import { SideQuestion } from "../composer/SideQuestion";
import { PaneTools } from "../sessions/PaneTools";
import { TrustBar, TrustDock } from "../trust/SessionTrust";
import { Announcer } from "./Announcer";
import { copySession, type SessionActions, showNextAsk, useSessionHandlers } from "./actions";
import { FindBar } from "./FindBar";
import { transcriptOf } from "./handles";
import { LimitedBar } from "./LimitedBar";
import { SessionHeader } from "./SessionHeader";
import { Transcript } from "./Transcript";
import { TroubleBar } from "./TroubleBar";

const AskDock = soon(later(withLateTexts(() => import("../asks/AskDock").then((module) => module.AskDock))));

/** One session: what it is doing, the conversation, what waits, where to write. */
export function SessionPage({ session, onBack }: { session: string; onBack: () => void }) {
  const writes = useCan("message");
  const [finding, setFinding] = useState(false);
  const [aside, setAside] = useState<string>();
  const actions: SessionActions = {
    find: () => setFinding(true),
    lastPrompt: () => transcriptOf(session)?.toLastPrompt(),
    nextAsk: () => showNextAsk(session),
    toStart: () => void transcriptOf(session)?.toStart(),
    toEnd: () => transcriptOf(session)?.toEnd(),
    sideQuestion: (question = "") => setAside(question),
    copyMarkdown: () => copySession(session),
  };
  useSessionHandlers(session, actions);
  return (
    <section className="flex min-h-0 min-w-0 flex-1 flex-col">
      <SessionHeader session={session} onBack={onBack}>
        <PaneTools session={session} />
      </SessionHeader>
      {finding && <FindBar key={`find-${session}`} session={session} onClose={() => setFinding(false)} />}
      <Announcer key={`announcer-${session}`} session={session} />
      <TroubleBar key={`trouble-${session}`} session={session} />
      <TrustBar session={session} />
      <Transcript key={`transcript-${session}`} session={session} />
      <Requests key={`requests-${session}`} session={session} />
      <TrustDock key={`trust-${session}`} session={session} />
      {writes && aside !== undefined && (
        <SideQuestion
          key={`aside-${session}-${aside}`}
          session={session}
          begin={aside}
          onClose={() => setAside(undefined)}
        />
      )}
      {writes ? <Composer key={`composer-${session}`} session={session} /> : <LimitedBar session={session} />}
    </section>
  );
}

/** Requests of the session. Loaded with the first one, and there from then on: it tells what becomes of each. */
function Requests({ session }: { session: string }) {
  const waiting = (useView(session, select.askCount) ?? 0) > 0;
  const [wanted, setWanted] = useState(waiting);
  if (waiting && !wanted) setWanted(true);
  if (!wanted) return null;
  return (
    <Suspense>
      <AskDock session={session} />
    </Suspense>
  );
}
