import { useInfiniteQuery } from "@tanstack/react-query";
import { History } from "lucide-react";
import { useDeferredValue, useState } from "react";
import type { StoredSession } from "@/api/generated";
import { useHost } from "@/api/hooks";
import { storedQuery } from "@/api/queries";
import { Allowed } from "@/api/scope";
import { openSession } from "@/app/navigation";
import { PageFrame } from "@/app/PageFrame";
import type { PageProps } from "@/app/pages";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/field";
import { Empty, Failed, Loading } from "@/components/ui/states";
import { age, bytes, shortPath } from "@/lib/format";
import { useMinute } from "@/lib/now";
import { stored as words } from "@/strings/late";
import { resumeStored, storedId } from "./stored";

/** The conversations the CLI keeps by itself: to read, to resume, to fork. */
export function Page({ query }: PageProps) {
  const [text, setText] = useState(query.q ?? "");
  const asked = useDeferredValue(text.trim());
  const project = query.project ?? "";
  const found = useInfiniteQuery(storedQuery(project, asked));
  const conversations = found.data?.pages.flatMap((page) => page.sessions) ?? [];
  return (
    <PageFrame title={words.title}>
      <p className="pb-2 text-sm text-soft">{words.explain}</p>
      <Input
        type="search"
        aria-label={words.filter}
        placeholder={words.filter}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {found.isPending && <Loading />}
      {found.isError && <Failed error={found.error} onRetry={() => found.refetch()} />}
      {found.isSuccess &&
        conversations.length === 0 &&
        (asked === "" ? (
          <Empty icon={History} title={words.none} hint={words.noneHint} />
        ) : (
          <Empty title={words.nothingFits} />
        ))}
      <ul className="divide-y divide-line">
        {conversations.map((conversation) => (
          <Row key={conversation.cliSessionId} stored={conversation} />
        ))}
      </ul>
      {found.hasNextPage && (
        <Button disabled={found.isFetchingNextPage} onClick={() => found.fetchNextPage()}>
          {words.more}
        </Button>
      )}
    </PageFrame>
  );
}

function Row({ stored }: { stored: StoredSession }) {
  const now = useMinute();
  const host = useHost();
  const facts = [shortPath(stored.project, host?.home), words.messages(stored.messages), bytes(stored.size)];
  return (
    <li className="flex flex-wrap items-center gap-x-2 py-2">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex items-baseline gap-2">
          <span className="truncate font-medium">{stored.title || words.untitled}</span>
          <time
            dateTime={new Date(stored.at).toISOString()}
            title={new Date(stored.at).toLocaleString()}
            className="shrink-0 text-xs text-faint"
          >
            {age(stored.at, now)}
          </time>
        </p>
        <p className="truncate text-xs text-soft">
          {facts.join(" · ")}
          {stored.session && ` · ${words.hosted}`}
          {stored.held && !stored.session && (
            <span title={words.heldHint} className="text-wait">
              {" "}
              · ◆ {words.held}
            </span>
          )}
        </p>
      </div>
      <div className="flex">
        <Button look="quiet" onClick={() => openSession(storedId(stored.cliSessionId))}>
          {words.read}
        </Button>
        {stored.session ? (
          <Button look="quiet" onClick={() => openSession(stored.session ?? "")}>
            {words.open}
          </Button>
        ) : (
          <Allowed to="manageSessions">
            <Button look="quiet" disabled={stored.held} onClick={() => resumeStored(stored, false)}>
              {words.resume}
            </Button>
          </Allowed>
        )}
        <Allowed to="manageSessions">
          <Button look="quiet" onClick={() => resumeStored(stored, true)}>
            {words.fork}
          </Button>
        </Allowed>
      </div>
    </li>
  );
}
