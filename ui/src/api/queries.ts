// What is fetched and cached: one key for each thing, so that every place that shows it shows the same.
//
// What a session says is followed over the socket and never goes through here. What the socket reports makes fetched
// things stale: see invalidation.ts.

import { infiniteQueryOptions, QueryClient, queryOptions } from "@tanstack/react-query";
import { rewind, tryRule } from "./commands";
import type { Entry, EntryPage, NewRule } from "./generated";
import { getText, ProblemError } from "./http";
import {
  browse,
  fileAddress,
  listAudit,
  listDevices,
  listEntries,
  listFiles,
  listProjects,
  listResources,
  listRules,
  listStored,
  readDoctor,
  readInbox,
  readSettings,
  readTrust,
  readUsage,
  readWorkingDiff,
  searchSessions,
  suggestFiles,
  suggestInProject,
} from "./reads";

export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      // The server may be on this machine, which is reachable without a network.
      networkMode: "always",
      // The socket reports changes; looking at the window again is none.
      refetchOnWindowFocus: false,
      // A sentence from the server will not change by asking again; a lost connection might be back.
      retry: (times, error) => error instanceof ProblemError && error.status === 0 && times < 2,
    },
    mutations: { networkMode: "always" },
  },
});

/** Keys of one session begin with this. */
export const sessionKey = (id: string, ...rest: string[]) => ["session", id, ...rest] as const;

export const doctorQuery = queryOptions({ queryKey: ["doctor"], queryFn: readDoctor });
export const rulesQuery = queryOptions({ queryKey: ["rules"], queryFn: listRules });
export const settingsQuery = queryOptions({ queryKey: ["settings"], queryFn: readSettings });
export const devicesQuery = queryOptions({ queryKey: ["devices"], queryFn: listDevices });
export const projectsQuery = queryOptions({ queryKey: ["projects"], queryFn: listProjects });

/** The open requests of all sessions, whole. */
export const inboxQuery = queryOptions({ queryKey: ["inbox"], queryFn: readInbox });

/** Forgets a request that was just answered: the next one of its session is shown at once. */
export const forgetRequest = (session: string, ask: string): void =>
  void queries.setQueryData(inboxQuery.queryKey, (items) =>
    items?.filter((item) => item.session !== session || item.ask?.id !== ask),
  );

export const usageQuery = (days: number) =>
  queryOptions({ queryKey: ["usage", days], queryFn: () => readUsage(days) });

export const browseQuery = (path: string) =>
  queryOptions({
    queryKey: ["browse", path],
    queryFn: () => browse(path),
    placeholderData: (before) => before,
  });

/** How many decisions are fetched at a time. */
const AUDIT_PAGE = 100;

export const auditQuery = (session: string | undefined) =>
  infiniteQueryOptions({
    queryKey: ["audit", session ?? ""],
    initialPageParam: "",
    queryFn: ({ pageParam }) => listAudit(session, AUDIT_PAGE, pageParam || undefined),
    getNextPageParam: (last) => last.next,
  });

export const storedQuery = (project: string, text: string, pr = "") =>
  infiniteQueryOptions({
    queryKey: ["stored", project, text, pr],
    initialPageParam: "",
    queryFn: ({ pageParam }) => listStored(project, text, pageParam, pr),
    getNextPageParam: (last) => last.next,
    placeholderData: (before) => before,
  });

export const searchQuery = (text: string) =>
  infiniteQueryOptions({
    queryKey: ["search", text],
    initialPageParam: "",
    queryFn: ({ pageParam, signal }) => searchSessions(signal, text, pageParam),
    getNextPageParam: (last) => last.next,
    placeholderData: (before) => before,
  });

/** Something that a person decides about: never shown from the cache. */
const fresh = { staleTime: 0, gcTime: 0 };

export const ruleTrialQuery = (rule: NewRule) =>
  queryOptions({ queryKey: ["rules", "trial", rule], queryFn: () => tryRule(rule) });

export const trustQuery = (id: string) =>
  queryOptions({ queryKey: sessionKey(id, "trust"), queryFn: () => readTrust(id), ...fresh });

export const rewindQuery = (id: string, message: string) =>
  queryOptions({
    queryKey: sessionKey(id, "rewind", message),
    queryFn: () => rewind(id, message, true),
    ...fresh,
  });

/** A file as it is now, to show what an edit would do to it; null when it cannot be read. */
export const fileTextQuery = (id: string, path: string) =>
  queryOptions({
    queryKey: sessionKey(id, "text", path),
    queryFn: () => getText(fileAddress(id, path)).catch(() => null),
    ...fresh,
  });

export const filesQuery = (id: string, path: string) =>
  queryOptions({ queryKey: sessionKey(id, "files", path), queryFn: () => listFiles(id, path) });

/** How many entries are fetched at a time for an outline. */
const OUTLINE_PAGE = 500;

/** All prompts before an entry. They do not change, so they are fetched once. */
export const outlineQuery = (id: string, before: string) =>
  queryOptions({
    queryKey: sessionKey(id, "outline", before),
    queryFn: async ({ signal }) => {
      const found: Entry[] = [];
      let oldest: string | undefined = before;
      while (oldest !== undefined && !signal.aborted) {
        const page: EntryPage = await listEntries(id, oldest, OUTLINE_PAGE);
        found.unshift(...page.entries.filter(({ body }) => body.kind === "user"));
        oldest = page.hasOlder ? page.entries[0]?.id : undefined;
      }
      return found;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });

export const suggestQuery = (id: string, text: string) =>
  queryOptions({
    queryKey: sessionKey(id, "suggest", text),
    queryFn: ({ signal }) => suggestFiles(signal, id, text),
    placeholderData: (before) => before,
  });

export const suggestInProjectQuery = (path: string, text: string) =>
  queryOptions({
    queryKey: ["suggest", path, text],
    queryFn: ({ signal }) => suggestInProject(signal, path, text),
    placeholderData: (before) => before,
  });

export const resourcesQuery = (id: string) =>
  queryOptions({ queryKey: sessionKey(id, "resources"), queryFn: () => listResources(id) });

export const workingDiffQuery = (id: string) =>
  queryOptions({ queryKey: sessionKey(id, "diff"), queryFn: () => readWorkingDiff(id) });
