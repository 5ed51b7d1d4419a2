import { Globe } from "lucide-react";
import { Markdown } from "@/components/Markdown";
import { Places } from "@/components/Places";
import { list, number, text } from "./input";
import { Result } from "./Output";
import type { ToolRenderer } from "./registry";

/** A page that was fetched, and what was asked of it. */
export const webFetch: ToolRenderer = {
  icon: Globe,
  summary: ({ input }) => text(input, "url") ?? "",
  aside: ({ call }) => number(call.result?.structured, "code") ?? null,
  details: ({ session, entry, call, input }) => {
    const answer = text(call.result?.structured, "result");
    return (
      <div className="space-y-2">
        <p className="font-mono text-xs wrap-anywhere">
          <Places text={text(input, "url") ?? ""} />
        </p>
        <p className="text-sm text-soft">{text(input, "prompt")}</p>
        {answer && !call.result?.isError ? (
          <Markdown>{answer}</Markdown>
        ) : (
          <Result session={session} entry={entry.id} result={call.result} />
        )}
      </div>
    );
  },
};

interface Hit {
  title: string;
  url: string;
}

/** A search on the web and what it found. */
export const webSearch: ToolRenderer = {
  icon: Globe,
  summary: ({ input }) => text(input, "query") ?? "",
  details: ({ session, entry, call }) => {
    const hits = list(call.result?.structured, "results").flatMap((result) =>
      list(result, "content").flatMap((hit): Hit[] => {
        const [title, url] = [text(hit, "title"), text(hit, "url")];
        return title && url ? [{ title, url }] : [];
      }),
    );
    if (hits.length === 0) return <Result session={session} entry={entry.id} result={call.result} />;
    return (
      <ul className="list-disc space-y-1 pl-5 text-sm">
        {hits.map((hit) => (
          <li key={hit.url}>
            {/^https?:/.test(hit.url) ? (
              <a href={hit.url} target="_blank" rel="noreferrer noopener" className="underline">
                {hit.title}
              </a>
            ) : (
              hit.title
            )}
          </li>
        ))}
      </ul>
    );
  },
};
