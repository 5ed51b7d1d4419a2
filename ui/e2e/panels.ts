// What the tests of panels share: opening one, asking the CLI behind the page's back, and taking a picture.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import type { Host } from "./host";

/** What a person says, and what the simulated model does about it, reply by reply. */
export interface Turn {
  says: string;
  does: unknown[][];
}

/** A turn whose words read like a person's: what the model does stands in a file, not in the message. */
export const turn = (says: string, ...does: unknown[][]): Turn => ({ says, does });

export const say = (text: string) => ({ type: "text", text });

/**
 * Starts a session in the demo project with a first message, and shows it.
 * Of several turns the first is said; the model is ready for the others, in this order.
 */
export async function begin(
  page: Page,
  host: Host,
  message: string | Turn | [Turn, ...Turn[]] | undefined,
  options: Record<string, unknown> = {},
): Promise<string> {
  await page.waitForFunction(() => localStorage.getItem("pilothouse.key") !== null);
  const create: Record<string, unknown> = { project: host.project, ...options };
  if (typeof message === "string") create.message = { text: message };
  else if (message !== undefined) {
    const turns = Array.isArray(message) ? message : [message];
    create.message = { text: turns[0]?.says };
    create.flags = [...((options.flags as string[]) ?? []), "--sim-script", scriptFile(host, turns)];
  }
  const { id } = await api<{ id: string }>(page, "POST", "api/sessions", create);
  await page.evaluate((hash) => {
    location.hash = hash;
  }, `#/s/${id}`);
  await expect(page.getByRole("textbox", { name: "Message" })).toBeVisible();
  return id;
}

/** Writes what the model does where the simulator reads it. */
function scriptFile(host: Host, turns: Turn[]): string {
  const path = join(host.data, `script-${crypto.randomUUID()}.json`);
  writeFileSync(path, JSON.stringify({ turns: turns.map(({ does }) => does) }));
  return path;
}

/** The session in the address. */
export const sessionOf = (page: Page): string => {
  const id = /#\/s\/([^?]+)/.exec(page.url())?.[1];
  if (!id) throw new Error(`no session in ${page.url()}`);
  return decodeURIComponent(id);
};

/** Opens a panel by its address, as a link would. */
export async function openPanel(page: Page, id: string, title: string) {
  const session = sessionOf(page);
  await page.evaluate((hash) => {
    location.hash = hash;
  }, `#/s/${session}?panel=${id}`);
  const panel = page.getByRole(isPhone(page) ? "dialog" : "complementary", { name: title, exact: true });
  await expect(panel).toBeVisible();
  return panel;
}

export const isPhone = (page: Page): boolean => (page.viewportSize()?.width ?? 0) < 600;

/** Sends a request to the host with the key of the page, and reads JSON back. */
export function api<T>(page: Page, method: string, path: string, body?: unknown): Promise<T> {
  return page.evaluate(
    async ([method, path, body]) => {
      const key = localStorage.getItem("pilothouse.key") ?? "";
      const headers: Record<string, string> = { "x-pilothouse-key": key };
      if (body !== undefined) headers["content-type"] = "application/json";
      const init: RequestInit = { method: method as string, headers };
      if (body !== undefined) init.body = JSON.stringify(body);
      const answer = await fetch(path as string, init);
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text}`);
      return text === "" ? undefined : JSON.parse(text);
    },
    [method, path, body] as const,
  ) as Promise<T>;
}

/** Asks the CLI itself. */
export const control = <T>(page: Page, subtype: string, request: Record<string, unknown> = {}): Promise<T> =>
  api<T>(page, "POST", `api/sessions/${sessionOf(page)}/control`, { subtype, request });

/** Waits until the turn is over. */
export const idle = (page: Page) =>
  expect(
    page
      .getByRole("status")
      .filter({ hasText: /^(○ )?idle/ })
      .first(),
  ).toBeVisible();

const pictures = join(import.meta.dirname, "../../docs/ui");

/** A picture for the guide, when they are being made: `SHOTS=1 npx playwright test`. */
export async function shot(page: Page, name: string): Promise<void> {
  if (!process.env.SHOTS) return;
  mkdirSync(pictures, { recursive: true });
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({
    path: join(pictures, `${name}-${isPhone(page) ? "phone" : "desktop"}.png`),
    animations: "disabled",
  });
}
