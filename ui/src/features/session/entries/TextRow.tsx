import { useCallback, useEffect, useRef, useState } from "react";
import type { SessionView } from "@/api/generated";
import { useView } from "@/api/hooks";
import { Markdown } from "@/components/Markdown";
import { conversation } from "@/strings";
import type { RowProps } from "../EntryRow";

/** Prose of the model. While it streams, its text is the view's draft. */
export function TextRow({ session, entry, body }: RowProps<"text">) {
  const draft = useCalm(useDraft(session, entry.id));
  const text = body.streaming ? (draft ?? "") : body.text;
  return (
    <div>
      <Markdown streaming={body.streaming}>{text}</Markdown>
      {body.aborted && <p className="text-xs text-faint">{conversation.row.stopped}</p>}
      {body.citations.length > 0 && (
        <ol className="mt-1 list-decimal pl-5 text-xs text-soft">
          {body.citations.map((citation) => (
            <li key={`${citation.url ?? citation.title}${citation.quote ?? ""}`}>
              {citation.url && /^https?:/.test(citation.url) ? (
                <a href={citation.url} target="_blank" rel="noreferrer noopener" className="underline">
                  {citation.title ?? citation.url}
                </a>
              ) : (
                (citation.title ?? citation.citationType)
              )}
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}

/** How often growing text is drawn: often enough to read along, seldom enough to leave the page free. */
const DRAW_MS = 50;

/** The newest value, but not more often than every so many milliseconds; however fast it changes, it is shown. */
export function useCalm<T>(value: T): T {
  const [shown, setShown] = useState(value);
  const newest = useRef(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    newest.current = value;
    // A timer that runs is not put off by what comes meanwhile, or a busy page would never get to draw.
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      setShown(newest.current);
    }, DRAW_MS);
  }, [value]);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    },
    [],
  );
  return shown;
}

/** The text of an entry that is still being written. */
export function useDraft(session: string, entry: string): string | undefined {
  const select = useCallback((view: SessionView) => view.drafts[entry], [entry]);
  return useView(session, select);
}
