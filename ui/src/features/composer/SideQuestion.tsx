import { X } from "lucide-react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { sendControl } from "@/api/commands";
import type { Json } from "@/api/generated";
import { Markdown } from "@/components/Markdown";
import { Button, IconButton } from "@/components/ui/button";
import { restingPlace, useFocusBack } from "@/lib/focusBack";
import { useEscLayer } from "@/lib/layers";
import { composerStrings, strings } from "@/strings";

const words = composerStrings.side;

interface Asked {
  question: string;
  response?: string;
  problem?: string;
}

/** Questions that were typed and not asked, by session. */
const unasked = new Map<string, string>();

interface SideQuestionProps {
  session: string;
  /** A question that is asked at once; empty for none. */
  begin: string;
  onClose: () => void;
}

/** A question on the side: it is answered from the conversation so far, and leaves no trace in it. */
export function SideQuestion({ session, begin, onClose }: SideQuestionProps) {
  const [question, setQuestion] = useState(() => begin || (unasked.get(session) ?? ""));
  const [asked, setAsked] = useState<Asked[]>([]);
  const [busy, setBusy] = useState(false);
  useFocusBack(() => restingPlace(session));
  useEscLayer(true, onClose);
  // What was typed is there when it is opened again.
  useEffect(() => {
    unasked.set(session, question);
  }, [session, question]);

  const ask = async () => {
    const text = question.trim();
    if (text === "" || busy) return;
    const history = asked.flatMap((one) =>
      one.response === undefined ? [] : [{ question: one.question, response: one.response }],
    );
    setBusy(true);
    setQuestion("");
    setAsked((before) => [...before, { question: text }]);
    const answer = await request(session, text, history);
    setAsked((before) => before.with(-1, { question: text, ...answer }));
    setBusy(false);
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    ask();
  };
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (begin !== "") form.current?.requestSubmit();
  }, [begin]);

  return (
    <section
      aria-label={words.title}
      className="max-h-[calc(var(--page-height,100dvh)*0.45)] shrink-0 overflow-y-auto border-t border-line bg-panel px-4 py-2"
    >
      <div className="mx-auto max-w-[45rem] space-y-2">
        <div className="flex items-center gap-2">
          <h2 className="flex-1 text-sm font-semibold">
            {words.heading} <span className="font-normal text-soft">{words.note}</span>
          </h2>
          <IconButton label={strings.close} onClick={onClose}>
            <X size={16} />
          </IconButton>
        </div>
        {asked.map((one, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: questions never move
          <div key={index} className="space-y-1">
            <p className="text-sm text-soft">{one.question}</p>
            {one.response !== undefined ? (
              <Markdown>{one.response}</Markdown>
            ) : (
              <p className={one.problem ? "text-sm text-fail" : "text-sm text-work"}>
                {one.problem ?? words.asking}
              </p>
            )}
          </div>
        ))}
        <form ref={form} onSubmit={submit} className="flex gap-1">
          <input
            type="text"
            aria-label={words.title}
            placeholder={words.hint}
            value={question}
            onChange={(event) => setQuestion(event.target.value)}
            // biome-ignore lint/a11y/noAutofocus: the person asked for this field
            autoFocus
            className="min-w-0 flex-1 rounded-md border border-line bg-raised px-2 py-1.5 text-sm pointer-coarse:min-h-11"
          />
          <Button type="submit" disabled={busy || question.trim() === ""}>
            {words.ask}
          </Button>
        </form>
      </div>
    </section>
  );
}

async function request(session: string, question: string, history: Json): Promise<Omit<Asked, "question">> {
  const body = { subtype: "side_question", request: { question, history } };
  try {
    const answer = await sendControl(session, body);
    const response =
      answer && typeof answer === "object" && !Array.isArray(answer) ? answer.response : undefined;
    if (typeof response === "string") return { response };
    return { problem: words.noAnswer };
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    const unknown = /unsupported|unknown|not supported/i.test(said);
    return {
      problem: unknown ? words.unknown : said,
    };
  }
}
