import { Component, memo, type ReactNode } from "react";
import type { Entry, EntryBody, EntryId } from "@/api/generated";
import { cn } from "@/lib/cn";
import { conversation as words } from "@/strings";
import { ApiErrorRow } from "./entries/ApiErrorRow";
import { BoundaryRow } from "./entries/BoundaryRow";
import { CommandRow } from "./entries/CommandRow";
import { CompactionRow } from "./entries/CompactionRow";
import { LineRow } from "./entries/LineRow";
import { RawRow } from "./entries/RawRow";
import { TextRow } from "./entries/TextRow";
import { ThinkingRow } from "./entries/ThinkingRow";
import { TurnRow } from "./entries/TurnRow";
import { UserRow } from "./entries/UserRow";
import { RowActions } from "./RowActions";
import { ToolRow } from "./tools/ToolRow";

export interface RowProps<K extends EntryBody["kind"] = EntryBody["kind"]> {
  session: string;
  entry: Entry;
  body: Extract<EntryBody, { kind: K }>;
  childrenOf: ReadonlyMap<EntryId, Entry[]>;
}

type Renderers = { [K in EntryBody["kind"]]: (props: RowProps<K>) => ReactNode };

const renderers: Renderers = {
  user: UserRow,
  text: TextRow,
  thinking: ThinkingRow,
  tool: ToolRow,
  command: CommandRow,
  compaction: CompactionRow,
  turn: TurnRow,
  boundary: BoundaryRow,
  apiError: ApiErrorRow,
  raw: RawRow,
  notice: LineRow,
  hook: LineRow,
  retry: LineRow,
  interrupted: LineRow,
  continued: LineRow,
  injected: LineRow,
  summary: LineRow,
  auth: LineRow,
};

interface EntryRowProps {
  session: string;
  entry: Entry;
  childrenOf: ReadonlyMap<EntryId, Entry[]>;
  /** It is the first that came since the last visit. */
  unread?: boolean;
  /** The address or a search led here. */
  targeted?: boolean;
}

/** The column that the conversation is read in. */
export const column = "mx-auto max-w-[45rem]";

/** Kinds that are worth copying and linking by themselves. */
const hasActions = new Set<EntryBody["kind"]>(["user", "text", "command", "apiError"]);

/** Kinds that are one line each and stand close together. */
const dense = new Set<EntryBody["kind"]>(["tool", "thinking", "notice", "hook", "retry", "raw"]);

/** One row of the transcript. A renderer that fails costs its row and nothing else. */
export const EntryRow = memo(function EntryRow(props: EntryRowProps) {
  const { session, entry, childrenOf, unread = false, targeted = false } = props;
  const { kind } = entry.body;
  const Renderer = renderers[kind] as (props: RowProps) => ReactNode;
  return (
    <article
      data-entry={entry.id}
      data-kind={kind}
      tabIndex={-1}
      className={cn(
        column,
        "group/row relative rounded-md outline-none [contain:layout_style]",
        dense.has(kind) ? "pb-1.5" : "pb-3.5",
        targeted && "bg-select shadow-[0_0_0_4px_var(--select)]",
      )}
    >
      {unread && <UnreadLine />}
      <RowBoundary kind={kind}>
        <div className="relative">
          <Renderer session={session} entry={entry} body={entry.body} childrenOf={childrenOf} />
          {hasActions.has(kind) && <RowActions session={session} entry={entry} />}
        </div>
      </RowBoundary>
    </article>
  );
}, sameRow);

/** Marks where the reader left off last time. */
export function UnreadLine() {
  return (
    <p className="flex items-center gap-2 pb-2 text-xs font-medium text-link">
      <span className="h-px flex-1 bg-link" />
      {words.newSince}
      <span className="h-px flex-1 bg-link" />
    </p>
  );
}

/** A row is drawn again when its entry changed, or when something under it did. */
function sameRow(left: EntryRowProps, right: EntryRowProps): boolean {
  if (left.entry !== right.entry || left.session !== right.session) return false;
  if (left.unread !== right.unread || left.targeted !== right.targeted) return false;
  const before = left.childrenOf.get(left.entry.id);
  const after = right.childrenOf.get(right.entry.id);
  if (before === after) return true;
  if (!before || !after || before.length !== after.length) return false;
  return before.every((child, index) => child === after[index]) && !hasGrandchildren(after, right.childrenOf);
}

const hasGrandchildren = (children: Entry[], of: ReadonlyMap<EntryId, Entry[]>): boolean =>
  children.some((child) => of.has(child.id));

class RowBoundary extends Component<{ kind: string; children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return <p className="text-sm text-fail">{words.notShown(this.props.kind)}</p>;
  }
}
