// Requests to the host: one place that knows the key, the base address and what a problem is.

import { shell } from "@/strings";
import { address, bodyOf, type Inputs, methodOf, type Route } from "./address";
import type { Problem, TrustReport } from "./generated";
import type { Routes } from "./routes";

const KEY = "pilothouse.key";

/** What the host said instead of doing it. */
export class ProblemError extends Error {
  readonly code: string;
  readonly status: number;
  readonly detail: string | undefined;
  /** What a person must decide about, with the code `trustRequired`. */
  readonly trust: TrustReport | undefined;

  constructor(problem: Problem) {
    super(problem.title);
    this.code = problem.code;
    this.status = problem.status;
    this.detail = problem.detail;
    this.trust = problem.trust;
  }
}

/** The address of the host: the page may be served under any path. */
export function base(): URL {
  return new URL(".", document.baseURI.split("#")[0]);
}

/** The key that this page sends beside its cookie. */
export function key(): string | null {
  return localStorage.getItem(KEY);
}

/** Trades the token of a link (`#token=…`) for a cookie and a key, once. Returns whether this device is signed in. */
export async function signIn(): Promise<boolean> {
  const token = new URLSearchParams(location.hash.slice(1)).get("token");
  if (!token) return key() !== null;
  history.replaceState(null, "", location.pathname + location.search);
  const answer = await call("POST /api/login", { body: { token, device: deviceName() } });
  localStorage.setItem(KEY, answer.key);
  return true;
}

export function forgetKey(): void {
  localStorage.removeItem(KEY);
}

/** Whether it is not known if a request arrived: it can be sent again only in a way that does no harm. */
export const isUnreachable = (error: unknown): boolean =>
  error instanceof ProblemError && error.code === "unreachable";

const refused = new Set<() => void>();

/** Is told when the host answers that it does not know this device. */
export const onRefused = (listener: () => void): void => {
  refused.add(listener);
};

/** Sends a request to a route and returns its answer; rejects with a `ProblemError`. */
export const call = <R extends Route>(route: R, ...input: Inputs<R>): Promise<Routes[R]["answer"]> =>
  request(methodOf(route), address(route, ...input), bodyOf(input[0]));

/** Like `call`, for requests that typing replaces: aborting `signal` cancels the request. */
export const callUntil = <R extends Route>(
  signal: AbortSignal,
  route: R,
  ...input: Inputs<R>
): Promise<Routes[R]["answer"]> =>
  request(methodOf(route), address(route, ...input), bodyOf(input[0]), { signal });

/** Like `call`. Requests with the same `key` are carried out once, so one whose answer was lost can be sent again. */
export const callOnce = <R extends Route>(
  key: string | undefined,
  route: R,
  ...input: Inputs<R>
): Promise<Routes[R]["answer"]> =>
  request(methodOf(route), address(route, ...input), bodyOf(input[0]), { once: key });

interface RequestOptions {
  once?: string | undefined;
  signal?: AbortSignal;
}

async function request<T>(
  method: string,
  path: string,
  body?: unknown,
  options: RequestOptions = {},
): Promise<T> {
  const { once, signal } = options;
  const headers: Record<string, string> = {};
  if (once !== undefined) headers["idempotency-key"] = once;
  const secret = key();
  if (secret) headers["x-pilothouse-key"] = secret;
  const init: RequestInit = { method, headers, credentials: "same-origin", signal: signal ?? null };
  if (body instanceof Blob) {
    init.body = body;
  } else if (body !== undefined) {
    headers["content-type"] = "application/json";
    init.body = JSON.stringify(body);
  }
  const response = await fetch(new URL(path, base()), init).catch((error) => {
    if (signal?.aborted) throw error;
    throw new ProblemError({
      code: "unreachable",
      title: shell.hostUnreachable,
      detail: shell.nothingLost,
      status: 0,
    });
  });
  if (response.status === 401) for (const listener of refused) listener();
  if (!response.ok) throw new ProblemError(await readProblem(response));
  if (response.status === 204) return undefined as T;
  return (await response.json()) as T;
}

/** Fetches bytes that need the key, such as pictures, as an address for this page. */
export async function blobUrl(path: string): Promise<string> {
  return URL.createObjectURL(await (await fetchBytes(path)).blob());
}

/** Fetches a file as text. */
export const getText = async (path: string): Promise<string> => (await fetchBytes(path)).text();

/** Saves what the host answers as a file, under the name the host gives it. */
export async function download(path: string, name: string): Promise<void> {
  const response = await fetchBytes(path);
  const named = /filename="?([^";]+)"?/.exec(response.headers.get("content-disposition") ?? "")?.[1];
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await response.blob());
  link.download = named ?? name;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** Fetches a file of the server. */
export async function fetchBytes(path: string): Promise<Response> {
  const secret = key();
  const headers: Record<string, string> = secret ? { "x-pilothouse-key": secret } : {};
  const response = await fetch(new URL(path, base()), { headers, credentials: "same-origin" });
  if (!response.ok) throw new ProblemError(await readProblem(response));
  return response;
}

async function readProblem(response: Response): Promise<Problem> {
  try {
    return (await response.json()) as Problem;
  } catch {
    const title = shell.answered(response.status);
    return { code: "unknown", title, status: response.status };
  }
}

function deviceName(): string {
  const agent = navigator.userAgent;
  const system = /iPhone|iPad|Android|Macintosh|Windows|Linux/.exec(agent)?.[0] ?? "unknown";
  const browser = /Firefox|Edg|OPR|Chrome|Safari/.exec(agent)?.[0] ?? "browser";
  return `${browser} on ${system}`;
}
