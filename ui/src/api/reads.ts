// What the page reads from the server, by name. Addresses of routes stand in this directory only.

import { address } from "./address";
import { call, callUntil } from "./http";

export const readDoctor = () => call("GET /api/doctor");
export const readUsage = (days: number) => call("GET /api/usage", { query: { days } });
export const readSettings = () => call("GET /api/settings");
export const listRules = () => call("GET /api/rules");
export const listDevices = () => call("GET /api/devices");
export const listProjects = () => call("GET /api/projects");
export const readInbox = () => call("GET /api/inbox");

/** Asks whether the server still knows this device; a refusal is reported to `onRefused`. */
export const readHost = () => call("GET /api/host");

export const browse = (path: string | undefined) => call("GET /api/projects/browse", { query: { path } });

/** Paths of a directory without a session that match the text after `@`. */
export const suggestInProject = (signal: AbortSignal, path: string, query: string) =>
  callUntil(signal, "GET /api/projects/suggest", { query: { path, query } });

/** Decisions, newest first. */
export const listAudit = (session: string | undefined, limit: number, cursor?: string) =>
  call("GET /api/audit", { query: { session, limit, cursor } });

/** Conversations in the CLI's own store, newest first. */
export const listStored = (project: string, text: string, cursor: string, pr?: string) =>
  call("GET /api/stored", {
    query: {
      project: project || undefined,
      q: text || undefined,
      pr: pr || undefined,
      cursor: cursor || undefined,
    },
  });

/** Finds text in all sessions, or in one. */
export const searchSessions = (signal: AbortSignal, text: string, cursor?: string, session?: string) =>
  callUntil(signal, "GET /api/search", { query: { q: text, session, cursor: cursor || undefined } });

export const readTrust = (id: string) => call("GET /api/sessions/{id}/trust", { path: { id } });

export const listFiles = (id: string, path: string) =>
  call("GET /api/sessions/{id}/files", { path: { id }, query: { path } });

/** Paths that match the text after `@`. */
export const suggestFiles = (signal: AbortSignal, id: string, query: string) =>
  callUntil(signal, "GET /api/sessions/{id}/files/suggest", { path: { id }, query: { query } });

export const listResources = (id: string) => call("GET /api/sessions/{id}/resources", { path: { id } });

/** What differs from the last commit. */
export const readWorkingDiff = (id: string) => call("GET /api/sessions/{id}/diff", { path: { id } });

/** The entries before another. */
export const listEntries = (id: string, before: string, limit: number) =>
  call("GET /api/sessions/{id}/entries", { path: { id }, query: { before, limit } });

/** An entry that is not cut. */
export const readEntry = (id: string, entry: string) =>
  call("GET /api/sessions/{id}/entries/{entry}", { path: { id, entry } });

/** Records of the log. Lines longer than `cut` are cut. */
export const listRecords = (id: string, after: number, limit: number, cut?: number) =>
  call("GET /api/sessions/{id}/wire", { path: { id }, query: { after, limit, cut } });

/** Where the content of a file is fetched. */
export const fileAddress = (id: string, path: string) =>
  address("GET /api/sessions/{id}/files/content", { path: { id }, query: { path } });

export const attachmentAddress = (id: string, entry: string, index: number) =>
  address("GET /api/sessions/{id}/entries/{entry}/attachments/{index}", { path: { id, entry, index } });

export type ExportFormat = "markdown" | "json" | "raw" | "archive";

export const exportAddress = (id: string, format: ExportFormat) =>
  address("GET /api/sessions/{id}/export", { path: { id }, query: { format } });
