import { useInfiniteQuery } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { SearchHit } from "@/api/generated";
import { searchQuery } from "@/api/queries";
import { go, openSession, sessionLink } from "@/app/navigation";
import { PageFrame } from "@/app/PageFrame";
import type { PageProps } from "@/app/pages";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/field";
import { Empty, Failed, Loading } from "@/components/ui/states";
import { age } from "@/lib/format";
import { useMinute } from "@/lib/now";
import { useSettled } from "@/lib/settled";
import { search as words } from "@/strings/late";
import { snippetParts } from "./snippet.logic";

/** Finds what was said in any session, and opens it there. */
export function Page({ query }: PageProps) {
  const wanted = query.q ?? "";
  const [text, setText] = useState(wanted);
  const asked = useSettled(text.trim());
  const written = useRef(wanted);
  // The address follows what is typed, without a step back for every letter.
  useEffect(() => {
    written.current = asked;
    go({ sessions: [], page: "search", query: asked ? { q: asked } : {} }, true);
  }, [asked]);
  // The field follows the address when something else changed it.
  useEffect(() => {
    if (wanted === written.current) return;
    written.current = wanted;
    setText(wanted);
  }, [wanted]);
  return (
    <PageFrame title={words.title}>
      <Input
        type="search"
        aria-label={words.field}
        placeholder={words.placeholder}
        value={text}
        onChange={(event) => setText(event.target.value)}
        autoFocus
      />
      {asked === "" ? (
        <Empty icon={Search} title={words.start} hint={words.startHint} />
      ) : (
        <Hits text={asked} />
      )}
    </PageFrame>
  );
}

function Hits({ text }: { text: string }) {
  const found = useInfiniteQuery(searchQuery(text));
  if (found.isPending) return <Loading />;
  if (found.isError) return <Failed error={found.error} onRetry={() => found.refetch()} />;
  const hits = found.data.pages.flatMap((page) => page.hits);
  if (hits.length === 0) return <Empty icon={Search} title={words.none(text)} hint={words.noneHint} />;
  return (
    <>
      <p role="status" className="py-2 text-xs text-soft">
        {words.hits(hits.length, found.hasNextPage)}
      </p>
      <ul className="-mx-2">
        {hits.map((hit) => (
          <Hit key={`${hit.session} ${hit.entry}`} hit={hit} />
        ))}
      </ul>
      {found.hasNextPage && (
        <Button disabled={found.isFetchingNextPage} onClick={() => found.fetchNextPage()}>
          {words.more}
        </Button>
      )}
    </>
  );
}

function Hit({ hit }: { hit: SearchHit }) {
  const now = useMinute();
  return (
    <li>
      <a
        href={sessionLink(hit.session, hit.entry)}
        onClick={(event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey) return;
          event.preventDefault();
          openSession(hit.session, hit.entry);
        }}
        className="block rounded-md px-2 py-2 hover:bg-panel"
      >
        <span className="flex items-baseline gap-2">
          <span className="mr-auto truncate font-medium">{hit.title}</span>
          <time
            dateTime={new Date(hit.at).toISOString()}
            title={new Date(hit.at).toLocaleString()}
            className="shrink-0 text-xs text-faint"
          >
            {age(hit.at, now)}
          </time>
        </span>
        <span className="line-clamp-2 text-sm break-words text-soft">
          {snippetParts(hit.snippet).map(({ at, text, found }) =>
            found ? (
              <mark key={at} className="rounded-sm bg-wait-page font-medium text-wait">
                {text}
              </mark>
            ) : (
              <span key={at}>{text}</span>
            ),
          )}
        </span>
      </a>
    </li>
  );
}
