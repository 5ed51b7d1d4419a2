// A request to the server, as the page sends it.

import type { Page } from "@playwright/test";

/** Sends a request with the key of the page and reads JSON back. */
export async function call<T>(page: Page, method: string, path: string, body?: unknown): Promise<T> {
  await page.waitForFunction(() => localStorage.getItem("pilothouse.key") !== null);
  return page.evaluate(
    async ({ method, path, body }) => {
      const headers: Record<string, string> = {
        "x-pilothouse-key": localStorage.getItem("pilothouse.key") ?? "",
      };
      if (body !== undefined) headers["content-type"] = "application/json";
      const answer = await fetch(path, {
        method,
        headers,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${method} ${path} failed with ${answer.status}: ${text}`);
      return text === "" ? undefined : JSON.parse(text);
    },
    { method, path, body },
  ) as Promise<T>;
}

/** Sends a control request to the CLI of the session that is open. */
export const control = <T>(page: Page, subtype: string, request: Record<string, unknown> = {}): Promise<T> =>
  call<T>(page, "POST", `api/sessions/${sessionOf(page)}/control`, { subtype, request });

/** The id of the session in the address. */
export function sessionOf(page: Page): string {
  const id = /#\/s\/([^?]+)/.exec(page.url())?.[1];
  if (!id) throw new Error(`no session in ${page.url()}`);
  return decodeURIComponent(id);
}
