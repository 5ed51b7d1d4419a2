import { useState } from "react";
import type { Question } from "@/api/generated";
import { Allowed, useCan } from "@/api/scope";
import { JsonTree } from "@/components/JsonTree";
import { Button } from "@/components/ui/button";
import { cn } from "@/lib/cn";
import { revealed, revealedIn } from "@/lib/invisible";
import { askStrings as words } from "@/strings/asks";
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
      onClick={() => answer({ kind: "deny", interrupt: true })}
      className="text-fail"
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
      title={words.question(revealed(question.header))}
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
      {body.questions.length > 1 && (
        <div role="tablist" aria-label={words.questions} className="flex flex-wrap gap-1">
          {body.questions.map((one, index) => (
            <button
              key={one.question}
              type="button"
              role="tab"
              aria-selected={index === at}
              onClick={() => setAt(index)}
              className={cn(
                "rounded-md px-2 py-1 text-xs pointer-coarse:min-h-11 pointer-coarse:min-w-11 pointer-coarse:px-3",
                index === at ? "bg-raised font-medium" : "text-soft",
              )}
            >
              {isAnswered(choices[one.question]) ? "✓ " : ""}
              {revealed(one.header)}
            </button>
          ))}
        </div>
      )}
      <p>
        {revealed(question.question)}
        {question.multiSelect && <span className="text-sm text-soft"> {words.anyNumber}</span>}
      </p>
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
    <div className="space-y-1">
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
              "flex w-full gap-2 rounded-md border bg-raised px-2 py-1.5 text-left pointer-coarse:py-3",
              chosen ? "border-accent" : "border-line",
            )}
          >
            {digitsWork && index < 9 && (
              <kbd className="font-mono text-xs text-faint pointer-coarse:hidden">{index + 1}</kbd>
            )}
            <span>
              <span className="font-medium">
                {chosen ? "● " : ""}
                {revealed(option.label)}
              </span>
              <span className="block text-sm text-soft">{revealed(option.description)}</span>
              {option.preview && (
                <pre className="mt-1 overflow-x-auto font-mono text-xs whitespace-pre-wrap">
                  {revealed(option.preview)}
                </pre>
              )}
            </span>
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
          className="w-full rounded-md border border-line bg-raised px-2 py-1.5 text-sm pointer-coarse:py-3"
        />
      </Allowed>
    </div>
  );
}
