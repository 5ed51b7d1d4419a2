import { Component, memo, type ReactNode } from "react";
import type { Entry, EntryBody, EntryId } from "@/api/generated";
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
}

/** One row of the transcript. A renderer that fails costs its row and nothing else. */
export const EntryRow = memo(function EntryRow({ session, entry, childrenOf }: EntryRowProps) {
  const Renderer = renderers[entry.body.kind] as (props: RowProps) => ReactNode;
  return (
    <article id={entry.id} data-kind={entry.body.kind} className="mx-auto max-w-[76ch] pb-3">
      <RowBoundary kind={entry.body.kind}>
        <Renderer session={session} entry={entry} body={entry.body} childrenOf={childrenOf} />
      </RowBoundary>
    </article>
  );
}, sameRow);

/** A row is drawn again when its entry changed, or when something under it did. */
function sameRow(left: EntryRowProps, right: EntryRowProps): boolean {
  if (left.entry !== right.entry || left.session !== right.session) return false;
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
    return (
      <p className="text-sm text-fail">
        This {this.props.kind} could not be shown. The wire panel has it whole.
      </p>
    );
  }
}
