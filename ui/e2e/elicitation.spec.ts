// A server of tools asks the person, and gets what its schema wants.

import type { Page } from "@playwright/test";
import { answers, expect, type Host, script, test } from "./host";
import { ask, begin, call, idle, message, say, tool } from "./talk";

/** Starts a session in which a server asks each of these things. */
const asking = (page: Page, host: Host, ...questions: Record<string, unknown>[]) =>
  begin(
    page,
    host,
    script([
      ...questions.map((elicit) => [tool("mcp__registry__register", {}, { elicit })]),
      [say("That was it")],
    ]),
    {
      mcpServers: { mcpServers: { registry: { command: "registry" } } },
      flags: ["--allowed-tools", "mcp__registry__register"],
    },
  );

/** What the server was told, read from the call's result. */
async function told(page: Page, index = 0): Promise<{ action: string; content?: unknown }> {
  await expect(answers(page).getByText("That was it")).toBeVisible();
  const row = page.locator("article[data-kind=tool]").nth(index);
  await row.locator("button[aria-expanded]").first().click();
  const result = row.getByText(/elicited/);
  await expect(result).toBeVisible();
  return JSON.parse(((await result.textContent()) ?? "").replace("elicited", ""));
}

const form = {
  message: "Who are you?",
  requested_schema: {
    type: "object",
    properties: {
      name: { type: "string", title: "Name", minLength: 2, description: "as on the ship's papers" },
      email: { type: "string", title: "Address", format: "email" },
      berths: { type: "integer", title: "Berths", minimum: 1, maximum: 6 },
      length: { type: "number", title: "Length" },
      day: { type: "string", title: "Day", format: "date" },
      engine: { type: "boolean", title: "Has an engine", default: true },
      rig: { type: "string", title: "Rig", enum: ["sloop", "ketch"], enumNames: ["Sloop", "Ketch"] },
      lights: { type: "array", title: "Lights", items: { type: "string", enum: ["red", "green", "white"] } },
      remark: { type: "string", title: "Remark" },
    },
    required: ["name", "rig"],
  },
};

test("a form has a field for each type, says what is missing, and answers in the schema's types", async ({
  page,
  host,
}) => {
  await asking(page, host, form);
  await expect(ask(page)).toHaveRole("dialog");
  await expect(ask(page).getByRole("heading")).toHaveText("registry asks");
  await expect(ask(page)).toContainText("Who are you?");
  await expect(ask(page)).toContainText("as on the ship's papers");
  const answer = ask(page).getByRole("button", { name: "Answer" });
  const problem = ask(page).getByRole("alert");

  await answer.click();
  await expect(problem).toHaveText("Name is needed.");
  await ask(page).getByRole("textbox", { name: "Name *" }).fill("A");
  await answer.click();
  await expect(problem).toHaveText("Name must have at least 2 characters.");
  await ask(page).getByRole("textbox", { name: "Name *" }).fill("Ann");
  await ask(page).getByRole("textbox", { name: "Address" }).fill("nobody");
  await answer.click();
  await expect(problem).toHaveText("Address must be an e-mail address.");
  await ask(page).getByRole("textbox", { name: "Address" }).fill("ann@example.com");
  await ask(page).getByRole("textbox", { name: "Berths" }).fill("9");
  await answer.click();
  await expect(problem).toHaveText("Berths must be at most 6.");
  await ask(page).getByRole("textbox", { name: "Berths" }).fill("4");
  await answer.click();
  await expect(problem).toHaveText("Rig is needed.");

  await ask(page).getByRole("textbox", { name: "Length" }).fill("9.5");
  await ask(page).getByLabel("Day").fill("2026-11-16");
  await expect(ask(page).getByRole("checkbox", { name: "Has an engine" })).toBeChecked();
  await ask(page).getByRole("checkbox", { name: "Has an engine" }).uncheck();
  await ask(page).getByRole("combobox", { name: "Rig *" }).selectOption({ label: "Ketch" });
  await ask(page).getByRole("checkbox", { name: "red" }).check();
  await ask(page).getByRole("checkbox", { name: "green" }).check();
  await answer.click();
  expect(await told(page)).toEqual({
    action: "accept",
    content: {
      name: "Ann",
      email: "ann@example.com",
      berths: 4,
      length: 9.5,
      day: "2026-11-16",
      engine: false,
      rig: "ketch",
      lights: ["red", "green"],
    },
  });
});

test("a form is answered by keyboard alone, and the focus goes back", async ({ page, host }) => {
  await asking(page, host, {
    message: "Your name?",
    requested_schema: {
      type: "object",
      properties: { name: { type: "string", title: "Name" } },
      required: ["name"],
    },
  });
  await expect(ask(page)).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(ask(page).getByRole("textbox", { name: "Name *" })).toBeFocused();
  await page.keyboard.type("Ann");
  await page.keyboard.press("Enter");
  await expect(ask(page)).toBeHidden();
  await expect(message(page)).toBeFocused();
  expect(await told(page)).toEqual({ action: "accept", content: { name: "Ann" } });
});

test("declining and closing are told apart", async ({ page, host }) => {
  await asking(page, host, { ...form, message: "The first?" }, { ...form, message: "The second?" });
  await expect(ask(page)).toContainText("The first?");
  await ask(page).getByRole("button", { name: "Decline" }).click();
  await expect(ask(page)).toContainText("The second?");
  await ask(page).getByRole("button", { name: "Cancel" }).click();
  expect(await told(page, 0)).toEqual({ action: "decline" });
  expect(await told(page, 1)).toEqual({ action: "cancel" });
});

test("an address to open is a link, and is done when the person says so", async ({ page, host }) => {
  await asking(page, host, { message: "Sign the papers", mode: "url", url: "https://example.com/sign" });
  const link = ask(page).getByRole("link", { name: "https://example.com/sign" });
  await expect(link).toHaveAttribute("rel", /noopener/);
  await ask(page).getByRole("button", { name: "Done" }).click();
  expect(await told(page)).toMatchObject({ action: "accept" });
});

test("a form is withdrawn with the turn that asked", async ({ page, host }) => {
  const id = await asking(page, host, form);
  await expect(ask(page)).toBeVisible();
  await call(page, "POST", `api/sessions/${id}/interrupt`, {});
  await expect(ask(page)).toBeHidden();
  await expect(page.getByText(/withdrew its question about registry/)).toBeVisible();
  await idle(page);
});
