import { useState } from "react";
import type { Question } from "@/api/generated";
import { Allowed, useCan } from "@/api/scope";
import { JsonTree } from "@/components/JsonTree";
import { Button, Key } from "@/components/ui/button";
import { StatusMark } from "@/components/ui/status";
import { tabLook } from "@/components/ui/tabs";
import { cn } from "@/lib/cn";
import { revealed, revealedIn } from "@/lib/invisible";
import { askStrings as words } from "@/strings/late";
import type { AskProps } from "./AskDock";
import { AskFrame, useDigitsWork } from "./AskFrame";
import { type Choices, choose, isAnswered, write } from "./asks.logic";
import { useAnswer } from "./useAnswer";

/** Questions of the model: choices by click or by number, several where allowed, and a text of one's own. */
export function QuestionForm({ session, ask, body }: AskProps<"question">) {
  const { busy, answer } = useAnswer(session, ask.id);
  const [choices, setChoices] = useState<Choices>({});
  const [at, setAt] = useState(0);
  const question = body.questions[at];
  const skip = {
    label: words.skip,
    look: "quiet",
    run: () => answer({ kind: "answers", answers: {} }),
  } as const;
  const stopTurn = (
    <Button
      look="quiet"
      disabled={busy}
      className="md:ml-auto"
      onClick={() => answer({ kind: "deny", interrupt: true })}
    >
      {words.stopTurn}
    </Button>
  );
  const frame = { session, ask: ask.id, kind: "other", busy, no: skip, others: stopTurn } as const;
  // However little of it can be read, it waits, and there must be a way on.
  if (!question)
    return (
      <AskFrame {...frame} title={words.unreadable}>
        <JsonTree value={revealedIn(body.input)} />
      </AskFrame>
    );
  const last = at === body.questions.length - 1;
  const complete = body.questions.every((one) => isAnswered(choices[one.question]));

  const pick = (label: string) => {
    setChoices((before) => choose(before, question, label));
    if (!question.multiSelect && !last) setAt(at + 1);
  };
  const submit = () => answer({ kind: "answers", answers: choices });
  const goOn = () => {
    if (complete) return submit();
    const next = body.questions.findIndex((one) => !isAnswered(choices[one.question]));
    if (next >= 0) setAt(next);
  };
  return (
    <AskFrame
      {...frame}
      title={revealed(question.question)}
      above={
        body.questions.length > 1 && (
          <div className="flex items-center gap-1.5">
            <div role="tablist" aria-label={words.questions} className="flex flex-wrap gap-0.5">
              {body.questions.map((one, index) => (
                <button
                  key={one.question}
                  type="button"
                  role="tab"
                  aria-selected={index === at}
                  onClick={() => setAt(index)}
                  className={tabLook}
                >
                  {isAnswered(choices[one.question]) && <StatusMark tone="done" className="size-3" />}
                  {revealed(one.header)}
                </button>
              ))}
            </div>
            <span className="ml-auto text-xs text-faint">{words.place(at + 1, body.questions.length)}</span>
          </div>
        )
      }
      yes={{
        label: complete || body.questions.length === 1 ? words.answer : words.nextQuestion,
        run: goOn,
        key: "Enter",
        disabled: !isAnswered(choices[question.question]),
      }}
      choices={{
        count: question.options.length,
        pick: (index) => pick(question.options[index]?.label ?? ""),
      }}
      onFieldEnter={goOn}
      onArrow={(step) => setAt(Math.min(Math.max(at + step, 0), body.questions.length - 1))}
    >
      {question.multiSelect && <p className="text-xs text-soft">{words.anyNumber}</p>}
      <Options
        key={question.question}
        question={question}
        choices={choices}
        onPick={pick}
        onWrite={(text) => setChoices(write(choices, question, text))}
      />
    </AskFrame>
  );
}

interface OptionsProps {
  question: Question;
  choices: Choices;
  onPick: (label: string) => void;
  onWrite: (text: string) => void;
}

function Options({ question, choices, onPick, onWrite }: OptionsProps) {
  const answer = choices[question.question];
  const digitsWork = useDigitsWork();
  const answers = useCan("answer");
  return (
    <div className="space-y-[7px]">
      {question.options.map((option, index) => {
        const chosen = answer?.labels.includes(option.label) ?? false;
        return (
          <button
            key={option.label}
            type="button"
            aria-pressed={chosen}
            disabled={!answers}
            onClick={() => onPick(option.label)}
            className={cn(
              "flex w-full gap-[11px] rounded-[10px] border bg-raised px-3 py-2.5 text-left not-disabled:hover:border-line-strong",
              chosen ? "border-ink not-disabled:hover:border-ink" : "border-line",
            )}
          >
            <span
              aria-hidden
              className={cn(
                "mt-0.5 size-[17px] shrink-0",
                question.multiSelect ? "rounded-[5px]" : "rounded-full",
                chosen ? "border-[5px] border-ink" : "border-[1.5px] border-line-strong",
              )}
            />
            <span className="min-w-0 flex-1">
              <span className="font-medium">{revealed(option.label)}</span>
              <span className="block text-xs text-soft">{revealed(option.description)}</span>
              {option.preview && (
                <pre className="mt-1 overflow-x-auto font-mono text-xs whitespace-pre-wrap">
                  {revealed(option.preview)}
                </pre>
              )}
            </span>
            {index < 9 && (
              <span className={cn("self-center", !digitsWork && "invisible")}>
                <Key>{String(index + 1)}</Key>
              </span>
            )}
          </button>
        );
      })}
      <Allowed to="writeAnswer">
        <input
          type="text"
          aria-label={words.another}
          placeholder={words.another}
          value={answer?.text ?? ""}
          onChange={(event) => onWrite(event.target.value)}
          className="w-full rounded-[10px] border border-dashed border-line-strong bg-transparent px-3 py-2 text-sm placeholder:text-faint focus:border-solid pointer-coarse:py-3"
        />
      </Allowed>
    </div>
  );
}
