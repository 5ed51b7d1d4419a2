import type { ReactNode } from "react";
import type { Ask, AskBody, SessionView } from "@/api/generated";
import { useView } from "@/api/hooks";
import { DialogForm } from "./DialogForm";
import { ElicitationForm } from "./ElicitationForm";
import { PermissionForm } from "./PermissionForm";
import { PlanForm } from "./PlanForm";
import { QuestionForm } from "./QuestionForm";

const asksOf = (view: SessionView) => view.asks;

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

/** What waits for the person, docked above the composer: the oldest whole, the others counted. */
export function AskDock({ session }: { session: string }) {
  const asks = useView(session, asksOf) ?? [];
  const ask = asks[0];
  if (!ask) return null;
  const Form = forms[ask.body.kind] as (props: AskProps) => ReactNode;
  return (
    <div className="max-h-[60dvh] shrink-0 overflow-y-auto border-t-2 border-wait bg-wait-page px-4 py-3">
      <div className="mx-auto max-w-[76ch]">
        {asks.length > 1 && <p className="pb-1 text-xs text-wait">1 of {asks.length} waiting</p>}
        <Form key={ask.id} session={session} ask={ask} body={ask.body} />
      </div>
    </div>
  );
}
