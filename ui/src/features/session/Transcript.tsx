import { ArrowDown, ArrowUp } from "lucide-react";
import {
  Fragment,
  type ReactElement,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { VList, type VListHandle } from "virtua";
import { lookAt } from "@/api/commands";
import { connection } from "@/api/connection";
import type { Entry, EntryId } from "@/api/generated";
import { useRefused, useSession, useView } from "@/api/hooks";
import { select } from "@/api/selectors";
import { here } from "@/app/navigation";
import { PictureSession } from "@/components/markdown/Picture";
import { Button } from "@/components/ui/button";
import { Failed, Loading } from "@/components/ui/states";
import { putPart } from "@/lib/panes";
import { conversation, strings } from "@/strings";
import { EntryRow } from "./EntryRow";
import { putTranscript } from "./handles";
import { loadAll, loadOlder, loadUntil } from "./older";
import { openEntry } from "./open";
import { Pending } from "./Pending";
import { RUN, RunRow } from "./RunRow";
import { foldRuns, indexOfEntry, isRun, type Row } from "./runs.logic";
import { useSeen } from "./seen";
import { firstUnread, isAtEnd, lineage, previousPrompt, rowsOf } from "./transcript.logic";

const noEntries: Entry[] = [];

/** How near to the beginning the next older page is asked for. */
const OLDER_PX = 1200;

/** How near to the end the list's own idea of where that is does not suffice. */
const NEAR_PX = 3000;

/** How long after the person did something a scroll is taken for theirs. */
const GESTURE_MS = 1000;

/** The conversation: a log of work that stays at its end only while the reader is there. */
export function Transcript({ session }: { session: string }) {
  const entries = useView(session, select.entries);
  const problem = useRefused(session);
  if (!entries && problem !== undefined)
    return (
      <div className="flex-1">
        <Failed error={new Error(problem)} onRetry={() => connection.again(session)} />
      </div>
    );
  if (!entries)
    return (
      <div className="flex-1">
        <Loading />
      </div>
    );
  return <Rows session={session} entries={entries} />;
}

function Rows({ session, entries = noEntries }: { session: string; entries: Entry[] }) {
  const hasOlder = useView(session, select.hasOlder) ?? false;
  const { rows: shown, children } = useMemo(() => rowsOf(entries), [entries]);
  const rows = useMemo(() => foldRuns(shown), [shown]);
  const list = useRef<VListHandle>(null);
  const frame = useRef<HTMLDivElement>(null);
  const [atEnd, setAtEnd] = useState(true);
  const [newAbove, setNewAbove] = useState(false);
  const [target, setTarget] = useState<EntryId>();
  const following = useRef(true);
  const offsetBefore = useRef(0);
  const gestureAt = useRef(Number.NEGATIVE_INFINITY);
  const current = useRef(rows);
  const unread = useUnread(session, shown, atEnd);

  // Rows that came in front keep what is on the screen in its place.
  const firstBefore = useRef<EntryId>(undefined);
  const first = rows[0]?.id;
  const shift = firstBefore.current !== undefined && firstBefore.current !== first;
  useLayoutEffect(() => {
    firstBefore.current = first;
    current.current = rows;
  });

  const stayAtEnd = useCallback(() => {
    const scroller = frame.current?.firstElementChild;
    if (following.current && scroller) scroller.scrollTop = scroller.scrollHeight;
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: new rows are what moves the end
  useLayoutEffect(stayAtEnd, [rows]);

  useTranscriptHandle(session, { list, frame, following, current, setAtEnd, setTarget, stayAtEnd });
  useLayoutEffect(() => {
    const scroller = frame.current?.firstElementChild;
    return scroller instanceof HTMLElement ? putPart(session, "log", scroller) : undefined;
  }, [session]);

  // A short first page leaves nothing to scroll, and so nothing that would ask for more.
  useEffect(() => {
    const handle = list.current;
    if (hasOlder && handle && handle.scrollSize <= handle.viewportSize)
      loadOlder(session).catch(() => undefined);
  }, [session, hasOlder]);

  // Where a row is becomes known when it is measured, so this is asked again then.
  const lookForNew = () => {
    const handle = list.current;
    if (!handle || !unread) return;
    setNewAbove(indexOfEntry(rows, unread) < handle.findItemIndex(handle.scrollOffset));
  };
  const onResize = () => {
    stayAtEnd();
    lookForNew();
  };
  const onScroll = (offset: number) => {
    const scroller = frame.current?.firstElementChild;
    if (!scroller) return;
    // The list's own idea of its size lags behind what is drawn. The true one makes the browser lay everything out in
    // the middle of scrolling, so it is asked for near the end only.
    const { scrollSize = 0, viewportSize = 0 } = list.current ?? {};
    const near = scrollSize - offset - viewportSize < NEAR_PX;
    const end = near && isAtEnd({ offset, viewport: scroller.clientHeight, size: scroller.scrollHeight });
    // A row that turns out shorter than was guessed moves the list up, too: only a person leaves the end.
    const byPerson = performance.now() - gestureAt.current < GESTURE_MS;
    if (end) following.current = true;
    else if (byPerson && offset < offsetBefore.current - 1) following.current = false;
    offsetBefore.current = offset;
    setAtEnd(end || following.current);
    lookForNew();
    if (offset < OLDER_PX && !following.current) loadOlder(session).catch(() => undefined);
  };
  const onGesture = () => {
    gestureAt.current = performance.now();
  };
  const onWheel = (event: { deltaY: number }) => {
    onGesture();
    if (event.deltaY < 0) following.current = false;
  };
  const toEnd = () => {
    following.current = true;
    setAtEnd(true);
    stayAtEnd();
  };
  const toUnread = () => {
    const index = indexOfEntry(rows, unread);
    following.current = false;
    if (index >= 0) list.current?.scrollToIndex(index, { align: "start" });
    setNewAbove(false);
  };
  const drawn = (row: Row): ReactElement =>
    isRun(row) ? (
      <RunRow
        session={session}
        run={row}
        childrenOf={children}
        unread={unread !== undefined && row.calls.some(({ id }) => id === unread)}
        targeted={row.calls.find(({ id }) => id === target)?.id}
      />
    ) : (
      <EntryRow
        session={session}
        entry={row}
        childrenOf={children}
        unread={row.id === unread}
        targeted={row.id === target}
      />
    );
  // Part of the last row, not a row of its own: the list remembers sizes by position.
  const row = (row: Row, index: number): ReactElement => (
    <Fragment key={row.id}>
      {drawn(row)}
      {index === rows.length - 1 && <Pending session={session} />}
    </Fragment>
  );

  return (
    <PictureSession value={session}>
      <div className="relative min-h-0 flex-1">
        {/* Headings in answers are of the third level and below. */}
        <h2 className="sr-only">{strings.transcript}</h2>
        <div
          ref={frame}
          data-rows={rows.length}
          role="log"
          aria-label={strings.transcript}
          aria-live="off"
          className="h-full"
        >
          {rows.length === 0 ? (
            <div
              // biome-ignore lint/a11y/noNoninteractiveTabindex: same role as the list that replaces it
              tabIndex={0}
              className="h-full overflow-y-auto px-4 pt-5"
            >
              <Pending session={session} />
            </div>
          ) : (
            <VList
              ref={list}
              data={rows}
              shift={shift}
              onScroll={onScroll}
              onResize={onResize}
              onWheel={onWheel}
              onTouchMove={onGesture}
              onPointerDown={onGesture}
              onPointerMove={(event) => event.buttons > 0 && onGesture()}
              onKeyDown={onGesture}
              tabIndex={0}
              className="h-full overscroll-contain px-4 pt-5 pb-3 outline-offset-[-2px]"
            >
              {row}
            </VList>
          )}
        </div>
        {newAbove && (
          <Button
            onClick={toUnread}
            size="small"
            className="absolute top-2 left-1/2 -translate-x-1/2 rounded-full shadow-float"
          >
            <ArrowUp size={14} aria-hidden /> {conversation.newSince}
          </Button>
        )}
        {!atEnd && (
          <Button
            onClick={toEnd}
            className="absolute bottom-3 left-1/2 size-8 -translate-x-1/2 rounded-full px-0 shadow-float pointer-coarse:size-11"
            aria-label={strings.jumpToEnd}
            title={conversation.jumpToEndHint}
          >
            <ArrowDown size={16} />
          </Button>
        )}
      </div>
    </PictureSession>
  );
}

/** Where the reader left off last time; what is read now is remembered, and the server hears that a turn's end was. */
function useUnread(session: string, rows: Entry[], atEnd: boolean): EntryId | undefined {
  const [unread] = useState(() => firstUnread(rows, useSeen.getState().seen[session]));
  const newest = rows.at(-1)?.order;
  const turns = useView(session, ({ usage }) => usage.turns) ?? 0;
  const isNews = useSession(session)?.readyForReview === true;
  useEffect(() => {
    const mark = () => {
      if (!atEnd || newest === undefined || document.hidden) return;
      useSeen.getState().setSeen(session, newest);
      if (isNews) void lookAt(session, turns);
    };
    mark();
    document.addEventListener("visibilitychange", mark);
    return () => document.removeEventListener("visibilitychange", mark);
  }, [session, newest, turns, isNews, atEnd]);
  return unread;
}

interface Inner {
  list: { current: VListHandle | null };
  frame: { current: HTMLElement | null };
  following: { current: boolean };
  current: { current: Row[] };
  setAtEnd: (atEnd: boolean) => void;
  setTarget: (entry: EntryId | undefined) => void;
  stayAtEnd: () => void;
}

/** Lets others move this transcript, and follows the address to an entry. */
function useTranscriptHandle(session: string, inner: Inner): void {
  const kept = useRef(inner);
  useLayoutEffect(() => {
    kept.current = inner;
  });
  useEffect(() => {
    const show = async (entry: EntryId): Promise<boolean> => {
      const { list, following, setTarget } = kept.current;
      following.current = false;
      if (!(await loadUntil(session, entry).catch(() => false))) return false;
      const line = lineage(connection.peek(session)?.entries ?? [], entry);
      for (const { id } of line) openEntry(session, id);
      const top = line.at(-1)?.id;
      setTarget(top);
      await frames(2);
      const index = indexOfEntry(kept.current.current.current, top);
      const row = kept.current.current.current[index];
      if (!row) return false;
      if (isRun(row)) openEntry(session, row.id, RUN);
      following.current = false;
      list.current?.scrollToIndex(index, { align: "start", offset: -24 });
      await frames(2);
      if (top !== entry || isRun(row))
        kept.current.frame.current
          ?.querySelector(`[data-entry="${CSS.escape(entry)}"]`)
          ?.scrollIntoView({ block: "center" });
      return true;
    };
    const drop = putTranscript(session, {
      show,
      toStart: async () => {
        kept.current.following.current = false;
        await loadAll(session).catch(() => undefined);
        await frames(2);
        kept.current.list.current?.scrollToIndex(0, { align: "start" });
      },
      toEnd: () => {
        kept.current.following.current = true;
        kept.current.setAtEnd(true);
        kept.current.stayAtEnd();
      },
      toLastPrompt: () => {
        const { list, current, following } = kept.current;
        const handle = list.current;
        if (!handle) return;
        const top = handle.findItemIndex(handle.scrollOffset + 25);
        const index = previousPrompt(current.current, following.current ? current.current.length : top);
        if (index === undefined) return;
        following.current = false;
        handle.scrollToIndex(index, { align: "start", offset: -24 });
      },
    });
    const follow = () => {
      const { sessions, entry } = here();
      if (entry && sessions[0] === session) show(entry);
    };
    follow();
    addEventListener("hashchange", follow);
    return () => {
      removeEventListener("hashchange", follow);
      drop();
    };
  }, [session]);
}

/** Waits until the list has drawn and measured what it was given. */
async function frames(count: number): Promise<void> {
  for (let left = count; left > 0; left -= 1) await new Promise((resolve) => requestAnimationFrame(resolve));
}
