// What the project field offers for what is typed: projects, directories of the server, a repository to clone.

import type { FileNode, Project } from "@/api/generated";
import { fuzzy } from "@/lib/fuzzy";

export type ProjectOption =
  | { kind: "project"; path: string; name: string; branch?: string | undefined }
  | { kind: "use"; path: string }
  | { kind: "directory"; path: string; name: string; isGit: boolean }
  | { kind: "clone"; address: string };

/** How many projects are offered. */
const PROJECTS = 8;

/** Whether this is the address of a repository: by a protocol, or as `user@host:path`. */
export const isAddress = (text: string): boolean =>
  /^(?:https?|ssh):\/\/\S+$/.test(text) || /^[\w.-]+@[\w.-]+:\S+$/.test(text);

/** The path with `~` in full; undefined when the text is no path. */
export function pathOf(text: string, home: string | undefined): string | undefined {
  if (home && (text === "~" || text.startsWith("~/"))) return home + text.slice(1);
  return text.startsWith("/") || /^[A-Za-z]:[\\/]/.test(text) ? text : undefined;
}

/** The directory whose directories are offered while its path is typed. */
export const listedFor = (path: string): string =>
  path.endsWith("/") ? withoutSlash(path) : path.slice(0, path.lastIndexOf("/")) || "/";

export const withoutSlash = (path: string): string => path.replace(/\/+$/, "") || "/";

interface Known {
  projects: readonly Project[];
  /** The directories of `listedFor`. */
  directories: readonly FileNode[];
  home: string | undefined;
}

/** What can be chosen, the likeliest first. */
export function projectOptions(text: string, { projects, directories, home }: Known): ProjectOption[] {
  const typed = text.trim();
  if (isAddress(typed)) return [{ kind: "clone", address: typed }];
  const path = pathOf(typed, home);
  if (path === undefined) return recentFirst(projects, typed);
  const parent = withoutSlash(listedFor(path));
  const start = path.endsWith("/") ? "" : path.slice(path.lastIndexOf("/") + 1).toLowerCase();
  const inside = directories
    .filter(({ name }) => name.toLowerCase().startsWith(start))
    .filter(({ name }) => start.startsWith(".") || !name.startsWith("."))
    .map(({ name, git }): ProjectOption => {
      const inParent = `${parent === "/" ? "" : parent}/${name}`;
      return { kind: "directory", path: inParent, name, isGit: git !== undefined };
    });
  return [{ kind: "use", path: withoutSlash(path) }, ...inside];
}

function recentFirst(projects: readonly Project[], typed: string): ProjectOption[] {
  const recent = [...projects].sort((left, right) => right.usedAt - left.usedAt);
  return fuzzy(
    typed,
    recent,
    ({ name }) => name,
    ({ path }) => [path],
  )
    .slice(0, PROJECTS)
    .map(({ item: { path, name, branch } }) => ({ kind: "project", path, name, branch }));
}
