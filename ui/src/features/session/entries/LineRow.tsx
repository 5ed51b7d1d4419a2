import type { Entry, EntryBody } from "@/api/generated";
import { Ansi } from "@/components/Ansi";
import { cn } from "@/lib/cn";
import { duration } from "@/lib/format";
import { conversation } from "@/strings";
import { useOpen } from "../open";
import { Disclosure } from "./Disclosure";
import { GoOn } from "./GoOn";

const words = conversation.line;

type LineKind = "notice" | "hook" | "retry" | "interrupted" | "continued" | "injected" | "summary" | "auth";
type LineBody = Extract<EntryBody, { kind: LineKind }>;

interface Line {
  text: string;
  tone: "quiet" | "warn" | "fail";
  /** What stands behind the line. */
  more?: string;
}

/** Kinds that are one quiet line. */
export function LineRow({ session, entry, body }: { session: string; entry: Entry; body: LineBody }) {
  const [open, setOpen] = useOpen(session, entry.id);
  const line = lineOf(body);
  const colour = { quiet: "text-faint", warn: "text-wait", fail: "text-fail" }[line.tone];
  return (
    <>
      <Disclosure
        open={open}
        onToggle={setOpen}
        disabled={!line.more}
        label={<span className={cn("text-xs", colour)}>{line.text}</span>}
      >
        <Ansi text={line.more ?? ""} className="rounded-md bg-panel p-2 text-xs" />
      </Disclosure>
      {body.kind === "notice" && <GoOn session={session} entry={entry.id} why={body.tag} />}
    </>
  );
}

function lineOf(body: LineBody): Line {
  switch (body.kind) {
    case "notice": {
      const tone = body.level === "error" ? "fail" : body.level === "warning" ? "warn" : "quiet";
      const [first = "", ...rest] = body.text.split("\n");
      return { text: first, tone, more: rest.join("\n") };
    }
    case "hook":
      return {
        text: words.hook(body.name, body.state),
        tone: body.state === "error" ? "fail" : "quiet",
        more: [body.stdout.text, body.stderr.text].filter(Boolean).join("\n"),
      };
    case "retry": {
      const why = `${body.error.replaceAll("_", " ")}${body.status ? ` (${body.status})` : ""}`;
      const wait = body.over ? "" : words.againIn(duration(body.delayMs));
      return {
        text: words.retry(body.attempt, body.maxRetries, why) + wait,
        tone: body.over ? "quiet" : "warn",
      };
    }
    case "interrupted":
      return { text: body.inTool ? words.interruptedInTool : words.interrupted, tone: "warn" };
    case "continued":
      return {
        text: body.reason === "stopHook" ? words.continuedByHook : words.continued,
        tone: "quiet",
        more: body.text.text,
      };
    case "injected":
      return { text: words.injected, tone: "quiet", more: body.text.text };
    case "summary":
      return { text: body.text, tone: "quiet" };
    case "auth":
      return {
        text: body.error ?? (body.authenticating ? words.signingIn : words.signedIn),
        tone: body.error ? "fail" : "quiet",
        more: body.output.join("\n"),
      };
    default:
      return body satisfies never;
  }
}
