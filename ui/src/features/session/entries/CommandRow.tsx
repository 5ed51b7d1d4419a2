import { Ansi } from "@/components/Ansi";
import { Markdown } from "@/components/Markdown";
import { cn } from "@/lib/cn";
import type { RowProps } from "../EntryRow";

/** What a slash command printed. */
export function CommandRow({ body }: RowProps<"command">) {
  const text = body.text.text;
  const looksLikeMarkdown = /^#|\n#|\|.+\|/.test(text);
  return (
    <div className={cn("rounded-md bg-panel px-3 py-2", body.isError && "border-l-2 border-fail")}>
      {body.name && (
        <p className="font-mono text-xs text-soft">
          /{body.name} {body.args}
        </p>
      )}
      {looksLikeMarkdown ? <Markdown>{text}</Markdown> : <Ansi text={text} className="text-sm" />}
    </div>
  );
}
