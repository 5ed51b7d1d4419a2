// Addresses of the server's routes, from their method and path.

import type { Routes } from "./routes";

export type Route = keyof Routes;

/** What a route takes: path parameters, query and body, as far as it has them. */
export type Input<R extends Route> = Omit<Routes[R], "answer">;

/** The parts of an input, whichever route it belongs to. */
interface Parts {
  path?: Record<string, string | number>;
  query?: Record<string, string | number | boolean | undefined>;
  body?: unknown;
}

/** May be left out where a route requires nothing. */
export type Inputs<R extends Route> =
  Partial<Input<R>> extends Input<R> ? [input?: Input<R>] : [input: Input<R>];

export const methodOf = (route: Route): string => route.slice(0, route.indexOf(" "));

export const bodyOf = (input: Input<Route> | undefined): unknown => (input as Parts | undefined)?.body;

/** The address of a route, relative to the server's: the page may be served under any path. */
export function address<R extends Route>(route: R, ...[input]: Inputs<R>): string {
  const { path = {}, query = {} } = (input ?? {}) as Parts;
  const filled = route
    .slice(route.indexOf("/") + 1)
    .replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name] ?? ""));
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) parameters.set(name, String(value));
  return parameters.size > 0 ? `${filled}?${parameters}` : filled;
}

/** Where a request is answered, for the service worker, which sends without the page. */
export const answerAddress = (id: string, ask: string): string =>
  address("POST /api/sessions/{id}/asks/{ask}", { path: { id, ask }, body: { kind: "allow" } });
