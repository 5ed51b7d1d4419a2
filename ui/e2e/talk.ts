// Starting a conversation without clicking through a form, and looking at it.

import type { Page } from "@playwright/test";
import { expect, type Host } from "./host";

/** A call to the host, as the page makes it. */
export function call<T>(page: Page, method: string, path: string, body?: unknown): Promise<T> {
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
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
      return answer.status === 204 ? undefined : answer.json();
    },
    { method, path, body },
  ) as Promise<T>;
}

/** Starts a session and opens it. Returns its id. */
export async function begin(
  page: Page,
  host: Host,
  message: string | undefined,
  options: Record<string, unknown> = {},
): Promise<string> {
  await page.waitForFunction(() => localStorage.getItem("pilothouse.key") !== null);
  const { id } = await call<{ id: string }>(page, "POST", "api/sessions", {
    project: host.project,
    permissionMode: "default",
    ...(message === undefined ? {} : { message: { uuid: crypto.randomUUID(), text: message } }),
    ...options,
  });
  await show(page, id);
  return id;
}

export async function show(page: Page, session: string, entry?: string): Promise<void> {
  await page.evaluate(
    (hash) => {
      location.hash = hash;
    },
    `#/s/${session}${entry ? `?entry=${entry}` : ""}`,
  );
  await expect(page.getByRole("textbox", { name: "Message", exact: true })).toBeVisible();
}

/** What the session is doing, as it says itself. */
export const doing = (page: Page) => page.locator("[data-liveness]:visible");

export const idle = (page: Page) => expect(doing(page)).toContainText("idle");

export const message = (page: Page) => page.getByRole("textbox", { name: "Message", exact: true });

/** A call of a tool, for a script. */
export const tool = (name: string, input: unknown, sim?: unknown) => ({
  type: "tool_use",
  name,
  input,
  ...(sim === undefined ? {} : { sim }),
});

export const say = (text: string) => ({ type: "text", text });

/** The ask that waits. */
export const ask = (page: Page) => page.locator("[data-ask]");

export const scroller = (page: Page) => page.getByRole("log").locator("> div");

/** Chooses something from the menu of the conversation. */
export async function choose(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: "Conversation actions" }).click();
  await page.getByRole("menuitem", { name }).click();
}
