import { MessageCircleQuestionMark } from "lucide-react";
import { Markdown } from "@/components/Markdown";
import { toolStrings as words } from "@/strings";
import { child, list, object, text } from "./input";
import { Result } from "./Output";
import type { ToolRenderer } from "./registry";

/** A question to the person, and the answer. */
export const question: ToolRenderer = {
  icon: MessageCircleQuestionMark,
  title: () => words.question,
  summary: ({ input }) =>
    list(input, "questions")
      .map((one) => text(one, "header") ?? text(one, "question"))
      .join(", "),
  opens: ({ call }) => call.state === "done",
  details: ({ session, entry, call, input }) => {
    const answers = object(child(call.result?.structured, "answers"));
    if (!answers) return <Result session={session} entry={entry.id} result={call.result} />;
    return (
      <dl className="text-sm">
        {list(input, "questions").map((one) => {
          const asked = text(one, "question") ?? "";
          const answer = answers[asked];
          return (
            <div key={asked} className="pb-1">
              <dt className="text-soft">{asked}</dt>
              <dd>
                {Array.isArray(answer)
                  ? answer.join(", ")
                  : typeof answer === "string"
                    ? answer
                    : words.notAnswered}
              </dd>
            </div>
          );
        })}
      </dl>
    );
  },
};

/** The model begins to plan. */
export const enterPlan: ToolRenderer = {
  title: () => words.plan,
  summary: () => words.planBegins,
  details: ({ session, entry, call }) => <Result session={session} entry={entry.id} result={call.result} />,
};

/** The plan, as it was put to the person. */
export const exitPlan: ToolRenderer = {
  title: () => words.plan,
  summary: ({ call }) =>
    call.state === "done"
      ? words.planApproved
      : call.state === "denied"
        ? words.planSentBack
        : call.state === "waiting"
          ? words.planWaits
          : "",
  // While it waits, the request shows the plan.
  opens: ({ call }) => call.state !== "waiting",
  details: ({ call, input }) => {
    const plan = text(call.result?.structured, "plan") ?? text(input, "plan");
    return plan ? <Markdown className="rounded-md border border-line p-3">{plan}</Markdown> : null;
  },
};
