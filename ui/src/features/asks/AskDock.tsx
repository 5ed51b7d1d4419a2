import { type ReactNode, useEffect, useRef } from "react";
import type { Ask, AskBody } from "@/api/generated";
import { useView } from "@/api/hooks";
import { select } from "@/api/selectors";
import { toast } from "@/lib/toast";
import { askStrings as words } from "@/strings/late";
import { requestCard } from "./AskPlace";
import { settledWords } from "./asks.logic";
import { DialogForm } from "./DialogForm";
import { ElicitationForm } from "./ElicitationForm";
import { PermissionForm } from "./PermissionForm";
import { PlanForm } from "./PlanForm";
import { QuestionForm } from "./QuestionForm";
import { answeredHere } from "./useAnswer";

export interface AskProps<K extends AskBody["kind"] = AskBody["kind"]> {
  session: string;
  ask: Ask;
  body: Extract<AskBody, { kind: K }>;
}

type Forms = { [K in AskBody["kind"]]: (props: AskProps<K>) => ReactNode };

const forms: Forms = {
  permission: PermissionForm,
  question: QuestionForm,
  plan: PlanForm,
  elicitation: ElicitationForm,
  dialog: DialogForm,
};

/** What waits for the person, docked above the composer. */
export function AskDock({ session }: { session: string }) {
  const asks = useView(session, select.asks) ?? [];
  useSettledElsewhere(session);
  if (!asks[0]) return null;
  return (
    <div data-waiting={asks[0].id} className="shrink-0 px-4 pb-2.5 max-md:px-2.5">
      <div className={`mx-auto max-w-[45rem] shadow-float ${requestCard}`}>
        <Asks session={session} asks={asks} />
      </div>
    </div>
  );
}

/** The oldest request whole, the others by name. */
export function Asks({ session, asks }: { session: string; asks: readonly Ask[] }) {
  const [ask] = asks;
  if (!ask) return null;
  const Form = forms[ask.body.kind] as (props: AskProps) => ReactNode;
  return (
    <>
      <p role="status" className="sr-only">
        {words.appeared(nameOf(ask))}
      </p>
      {asks.length > 1 && (
        <p className="truncate px-4 pt-2.5 text-xs text-faint">
          {words.waiting(asks.length, asks.slice(1, 4).map(nameOf).join(", "))}
        </p>
      )}
      <Form key={ask.id} session={session} ask={ask} body={ask.body} />
    </>
  );
}

const nameOf = ({ body }: Ask): string =>
  body.kind === "permission"
    ? body.tool.display
    : body.kind === "question"
      ? (body.questions[0]?.header ?? words.aQuestion)
      : body.kind === "elicitation"
        ? body.server
        : body.kind === "plan"
          ? words.aPlan
          : body.dialog;

/** An ask that goes away without being answered here: the person is told what became of it. */
function useSettledElsewhere(session: string): void {
  const asks = useView(session, select.asks);
  const closed = useView(session, select.closedAsks);
  const open = useRef(new Set<string>());
  useEffect(() => {
    for (const ask of closed ?? []) {
      if (!open.current.has(ask.id) || answeredHere.has(ask.id)) continue;
      const said = settledWords(ask, nameOf(ask));
      if (said) toast.info(said, { duration: 8000 });
    }
    open.current = new Set((asks ?? []).map((ask) => ask.id));
  }, [asks, closed]);
}
