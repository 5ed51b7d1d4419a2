// A server of tools asks the person, and gets what its schema wants.

import type { AnswerAsk, Json } from "../src/api/generated";
import {
  answers,
  ask,
  begin,
  call,
  expect,
  type Fake,
  type Host,
  idle,
  message,
  type Page,
  pick,
  ready,
  request,
  say,
  script,
  test,
  tool,
} from "./support";

const schema: Json = {
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
};

/** Starts a session on the real server in which the server "registry" asks for input. */
const elicit = (page: Page, host: Host, form: Record<string, unknown>) =>
  begin(page, host, script([[tool("mcp__registry__register", {}, { elicit: form })], [say("That was it")]]), {
    mcpServers: { mcpServers: { registry: { command: "registry" } } },
    flags: ["--allowed-tools", "mcp__registry__register"],
  });

/** The answer that the page sent. */
const answer = (fake: Fake) => fake.received<AnswerAsk>("POST", /\/asks\//);

test("a form has a field for each type, says what is missing, and answers in the schema's types", async ({
  page,
  fake,
}) => {
  await fake.session({ asks: [request.form("registry", "Who are you?", schema)] });
  await expect(ask(page)).toHaveRole("dialog");
  await expect(ask(page).getByRole("heading")).toHaveText("registry asks");
  await expect(ask(page)).toContainText("Who are you?");
  await expect(ask(page)).toContainText("as on the ship's papers");
  const submit = ask(page).getByRole("button", { name: "Answer" });
  const problem = ask(page).getByRole("alert");

  await submit.click();
  await expect(problem).toHaveText("Name is needed.");
  await ask(page).getByRole("textbox", { name: "Name *" }).fill("A");
  await submit.click();
  await expect(problem).toHaveText("Name must have at least 2 characters.");
  await ask(page).getByRole("textbox", { name: "Name *" }).fill("Ann");
  await ask(page).getByRole("textbox", { name: "Address" }).fill("nobody");
  await submit.click();
  await expect(problem).toHaveText("Address must be an e-mail address.");
  await ask(page).getByRole("textbox", { name: "Address" }).fill("ann@example.com");
  await ask(page).getByRole("textbox", { name: "Berths" }).fill("9");
  await submit.click();
  await expect(problem).toHaveText("Berths must be at most 6.");
  await ask(page).getByRole("textbox", { name: "Berths" }).fill("4");
  await submit.click();
  await expect(problem).toHaveText("Rig is needed.");

  await ask(page).getByRole("textbox", { name: "Length" }).fill("9.5");
  await ask(page).getByLabel("Day").fill("2026-11-16");
  await expect(ask(page).getByRole("checkbox", { name: "Has an engine" })).toBeChecked();
  await ask(page).getByRole("checkbox", { name: "Has an engine" }).uncheck();
  await pick(ask(page).getByLabel("Rig *"), "Ketch");
  await ask(page).getByRole("checkbox", { name: "red" }).check();
  await ask(page).getByRole("checkbox", { name: "green" }).check();
  await submit.click();
  expect(await answer(fake)).toEqual({
    kind: "elicit",
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
  await expect(ask(page)).toBeHidden();
});

test("a form is answered by keyboard alone, the server gets the answer, and the focus goes back", async ({
  page,
  host,
}) => {
  await elicit(page, host, {
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
  await ready(ask(page));
  await page.keyboard.press("Enter");
  await expect(ask(page)).toBeHidden();
  await expect(message(page)).toBeFocused();
  await expect(answers(page).getByText("That was it")).toBeVisible();
  // The result of the call is what the server was told.
  const row = page.locator("article[data-kind=tool]");
  await row.locator("button[aria-expanded]").first().click();
  const result = row.getByText(/elicited/);
  await expect(result).toBeVisible();
  const told: unknown = JSON.parse(((await result.textContent()) ?? "").replace("elicited", ""));
  expect(told).toEqual({ action: "accept", content: { name: "Ann" } });
});

test("declining and closing are told apart", async ({ page, fake }) => {
  await fake.session({
    asks: [request.form("registry", "The first?", schema), request.form("registry", "The second?", schema)],
  });
  await expect(ask(page)).toContainText("The first?");
  await ask(page).getByRole("button", { name: "Decline" }).click();
  await expect(ask(page)).toContainText("The second?");
  expect(await answer(fake)).toEqual({ kind: "elicit", action: "decline" });
  await ask(page).getByRole("button", { name: "Cancel" }).click();
  await expect(ask(page)).toBeHidden();
  expect(await answer(fake)).toEqual({ kind: "elicit", action: "cancel" });
});

test("an address to open is a link, and is done when the person says so", async ({ page, fake }) => {
  await fake.session({ asks: [request.link("registry", "Sign the papers", "https://example.com/sign")] });
  const link = ask(page).getByRole("link", { name: "https://example.com/sign" });
  await expect(link).toHaveAttribute("rel", /noopener/);
  await ask(page).getByRole("button", { name: "Done" }).click();
  expect(await answer(fake)).toMatchObject({ kind: "elicit", action: "accept" });
});

test("a form is withdrawn with the turn that asked", async ({ page, host }) => {
  const id = await elicit(page, host, { message: "Who are you?", requested_schema: schema });
  await expect(ask(page)).toBeVisible();
  await call(page, "POST", `api/sessions/${id}/interrupt`, {});
  await expect(ask(page)).toBeHidden();
  await expect(page.getByText(/withdrew its question about registry/)).toBeVisible();
  await idle(page);
});
