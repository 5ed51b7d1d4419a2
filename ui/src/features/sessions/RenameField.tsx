import { type KeyboardEvent, useRef } from "react";
import type { SessionSummary } from "@/api/generated";
import { Input } from "@/components/ui/field";
import { useEscLayer } from "@/lib/layers";
import { sessions as words } from "@/strings";
import { rename } from "./actions";
import { useListState } from "./listState";

/** The name of a session, being changed: Enter and leaving keep it, Esc does not. */
export function RenameField({ session, className }: { session: SessionSummary; className?: string }) {
  const end = useListState((state) => state.endRename);
  const settled = useRef(false);
  const finish = (title: string | undefined) => {
    if (settled.current) return;
    settled.current = true;
    if (title !== undefined && title.trim() !== "" && title.trim() !== session.title)
      rename(session.id, title);
    end();
  };
  useEscLayer(true, () => finish(undefined));
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    event.stopPropagation();
    if (event.key === "Enter") finish(event.currentTarget.value);
  };
  return (
    <Input
      aria-label={words.title}
      defaultValue={session.title}
      autoFocus
      onFocus={(event) => event.target.select()}
      onBlur={(event) => finish(event.target.value)}
      onKeyDown={onKeyDown}
      className={className}
    />
  );
}
