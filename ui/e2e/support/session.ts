// Starting sessions on the real server.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import type { CreateSession } from "../../src/api/generated";
import { call } from "./api";
import { chooseProject, message } from "./page";
import { script, type Turn } from "./script";
import type { Host } from "./server";

/** The first message: as it is, as a scripted turn, or as the first of several. */
export type First = string | Turn | [Turn, ...Turn[]] | undefined;

/** Creates a session by the API, without opening it; returns its id. Of several turns the first is sent. */
async function create(
  page: Page,
  host: Host,
  first: First,
  options: Partial<CreateSession>,
): Promise<string> {
  const create: CreateSession = { project: host.project, permissionMode: "default", ...options };
  if (typeof first === "string") create.message = { uuid: crypto.randomUUID(), text: first };
  else if (first !== undefined) {
    const turns = Array.isArray(first) ? first : [first];
    create.message = { uuid: crypto.randomUUID(), text: turns[0]?.says ?? "" };
    create.flags = [...(options.flags ?? []), "--sim-script", scriptFile(host, turns)];
  }
  return (await call<{ id: string }>(page, "POST", "api/sessions", create)).id;
}

/** Writes the replies to a file that the simulator reads. */
function scriptFile(host: Host, turns: Turn[]): string {
  const path = join(host.data, `script-${crypto.randomUUID()}.json`);
  writeFileSync(path, JSON.stringify({ turns: turns.map(({ does }) => does) }));
  return path;
}

/** Starts a session by the API and opens it; returns its id. */
export async function begin(
  page: Page,
  host: Host,
  first: First,
  options: Partial<CreateSession> = {},
): Promise<string> {
  const id = await create(page, host, first, options);
  await show(page, id);
  return id;
}

/** Starts a session with a title by the API, without opening it; returns its id. */
export const makeSession = (
  page: Page,
  host: Host,
  title: string,
  first?: unknown[][] | [Turn, ...Turn[]],
  options: Partial<CreateSession> = {},
): Promise<string> =>
  create(page, host, isTurns(first) ? first : first && script(first), { title, ...options });

const isTurns = (first: unknown[][] | [Turn, ...Turn[]] | undefined): first is [Turn, ...Turn[]] =>
  first !== undefined && !Array.isArray(first[0]);

/** Starts a session by the form of the page. */
export async function startSession(page: Page, host: Host, text: string): Promise<void> {
  await page.getByRole("button", { name: "New session" }).click();
  const form = page.getByRole("dialog", { name: "New session" });
  await chooseProject(form, host.project);
  await form.getByLabel("First message").fill(text);
  await form.getByRole("button", { name: "Start" }).click();
  await expect(message(page)).toBeVisible();
}

/** Opens a session, perhaps at an entry. */
export async function show(page: Page, session: string, entry?: string): Promise<void> {
  await page.evaluate(
    (hash) => {
      location.hash = hash;
    },
    `#/s/${session}${entry ? `?entry=${entry}` : ""}`,
  );
  await expect(message(page)).toBeVisible();
}
