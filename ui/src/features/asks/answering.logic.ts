// Which key presses answer a request. Times are those of key events: milliseconds since the page was loaded.

/** How long a request must be in sight before a key can answer it. */
export const GUARD_MS = 600;

export interface Sight {
  /** Since when the whole request is visible, its buttons included; undefined while part of it is out of sight. */
  visibleAt: number | undefined;
  /** When the selection last moved to another request because one was settled. */
  handedAt: number;
}

/** From when a key can answer the request; undefined while part of it is out of sight. */
export const readyAt = ({ visibleAt, handedAt }: Sight): number | undefined =>
  visibleAt === undefined ? undefined : Math.max(visibleAt, handedAt) + GUARD_MS;

/** The key that says yes, where one may. */
export type YesKey = "Enter" | "Mod+Enter";

export interface Press {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
  /** The key is held down. */
  repeat: boolean;
  at: number;
  /** What has the focus: the request itself, a button or link in it, or a text field in it. */
  on: "request" | "control" | "field";
}

export interface Answerable {
  sight: Sight;
  yes: YesKey | undefined;
  /** How many choices the digits pick from. */
  choices: number;
}

export type Meaning =
  | { kind: "yes" }
  | { kind: "choice"; index: number }
  /** Enter in a text field of the request. */
  | { kind: "field" }
  /** The focused button does what it does. */
  | { kind: "press" }
  /** Part of the request is out of sight: it is scrolled into view instead. */
  | { kind: "show" }
  /** Too early, or a key that is held down. */
  | { kind: "refused" };

/** What a key press means for the request that has the focus; undefined if it is not about answering. */
export function meaningOf(press: Press, request: Answerable): Meaning | undefined {
  const wanted = wantedBy(press, request);
  if (!wanted) return undefined;
  if (press.repeat) return { kind: "refused" };
  const ready = readyAt(request.sight);
  if (ready === undefined) return { kind: "show" };
  return press.at < ready ? { kind: "refused" } : wanted;
}

function wantedBy(press: Press, { yes, choices }: Answerable): Meaning | undefined {
  const { key, on } = press;
  const mod = press.ctrlKey || press.metaKey;
  if (press.altKey) return undefined;
  if (key === "Enter" && mod) return yes === "Mod+Enter" ? { kind: "yes" } : undefined;
  if (mod) return undefined;
  if (key === "Enter" && on === "field") return press.shiftKey ? undefined : { kind: "field" };
  if (on === "field") return undefined;
  if (on === "control" && (key === "Enter" || key === " ")) return { kind: "press" };
  if (key === "Enter") return yes === "Enter" && !press.shiftKey ? { kind: "yes" } : undefined;
  const digit = /^[1-9]$/.test(key) ? Number(key) : 0;
  return digit > 0 && digit <= choices ? { kind: "choice", index: digit - 1 } : undefined;
}

/** Where the focus was when a request appeared. */
export interface Focused {
  /** A text field, something else, or nothing at all. */
  kind: "field" | "control" | "nothing";
  /** In a request that this one follows, in the pane of its session, or somewhere else on the page. */
  where: "request" | "pane" | "elsewhere";
  /** The person works in the pane of the request. */
  active: boolean;
}

/** Whether a new request takes the focus: never from a field, nor from another part of the page. */
export function takesFocus({ kind, where, active }: Focused): boolean {
  if (kind === "field") return false;
  return kind === "nothing" ? active : where !== "elsewhere";
}
