import { type KeyboardEvent, lazy, Suspense, useState } from "react";
import { AskDock } from "../asks/AskDock";
import { Composer } from "../composer/Composer";
import { SideQuestion } from "../composer/SideQuestion";
import { PaneTools } from "../sessions/PaneTools";
import { Announcer } from "./Announcer";
import { copySession, type SessionActions, showNextAsk, stopByKey, useActionKeys } from "./actions";
import { FindBar } from "./FindBar";
import { transcriptOf } from "./handles";
import { SessionHeader } from "./SessionHeader";
import { Transcript } from "./Transcript";
import { TroubleBar } from "./TroubleBar";

const ChangesView = lazy(() =>
  import("../diff/ChangesView").then((module) => ({ default: module.ChangesView })),
);

/** One session: what it is doing, the conversation, what waits, where to write. */
export function SessionPage({ session, onBack }: { session: string; onBack: () => void }) {
  const [finding, setFinding] = useState(false);
  const [changes, setChanges] = useState(false);
  const [aside, setAside] = useState(false);
  const actions: SessionActions = {
    find: () => setFinding(true),
    lastPrompt: () => transcriptOf(session)?.toLastPrompt(),
    nextAsk: () => showNextAsk(session),
    toEnd: () => transcriptOf(session)?.toEnd(),
    changes: () => setChanges(true),
    sideQuestion: () => setAside(true),
    copyMarkdown: () => copySession(session),
  };
  useActionKeys(session, actions);
  const onKeyDown = (event: KeyboardEvent) => {
    // Fields and menus have an Escape of their own; what hangs over the page is no part of this one.
    const own = event.target instanceof Element && event.currentTarget.contains(event.target);
    if (event.key !== "Escape" || event.defaultPrevented || !own) return;
    if ((event.target as Element).matches("input, textarea, select")) return;
    if (stopByKey(session)) event.preventDefault();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a key for the whole of it, which the Stop button names
    <section onKeyDown={onKeyDown} className="flex min-h-0 min-w-0 flex-1 flex-col">
      <SessionHeader session={session} onBack={onBack} actions={actions}>
        <PaneTools session={session} />
      </SessionHeader>
      {finding && <FindBar key={`find-${session}`} session={session} onClose={() => setFinding(false)} />}
      <Announcer key={`announcer-${session}`} session={session} />
      <TroubleBar key={`trouble-${session}`} session={session} />
      <Transcript key={`transcript-${session}`} session={session} />
      <AskDock session={session} />
      {aside && <SideQuestion key={`aside-${session}`} session={session} onClose={() => setAside(false)} />}
      <Composer key={`composer-${session}`} session={session} />
      {changes && (
        <Suspense>
          <ChangesView session={session} onClose={() => setChanges(false)} />
        </Suspense>
      )}
    </section>
  );
}
