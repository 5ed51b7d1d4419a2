// What each scope shows. The server refuses the rest; the page does not offer it.

import type { Scope, Suggestion } from "../src/api/generated";
import {
  ask,
  expect,
  type Fake,
  isPhone,
  job,
  list,
  message,
  type Page,
  question,
  queued,
  ready,
  request,
  test,
} from "./support";

const order: Scope[] = ["view", "answer", "control", "admin"];

const remember = (destination: Suggestion["destination"], text: string): Suggestion => ({
  update: { type: "addRules", destination },
  text,
  rules: ["Bash(npm test:*)"],
  directories: [],
  destination,
  place: destination,
});

const permission = request.permission(
  "Bash",
  { command: "npm test" },
  { suggestions: [remember("session", "Allow in this session"), remember("localSettings", "Always allow")] },
);

/** Opens a session of a device of this scope. */
async function opened(fake: Fake, scope: Scope, parts: Parameters<Fake["add"]>[0]): Promise<void> {
  fake.host({ scope });
  await fake.open(`#/s/${fake.add(parts)}`);
}

/** Which of the buttons and fields are there, by the least scope that has them. */
async function expectShown(
  scope: Scope,
  within: ReturnType<Page["locator"]>,
  controls: [Scope, "button" | "textbox", string][],
): Promise<void> {
  for (const [least, role, name] of controls) {
    const shown = order.indexOf(scope) >= order.indexOf(least);
    await expect(within.getByRole(role, { name, exact: true }), name).toHaveCount(shown ? 1 : 0);
  }
}

for (const scope of order) {
  test.describe(scope, () => {
    test("a permission request", { tag: "@both" }, async ({ page, fake }) => {
      await opened(fake, scope, { asks: [permission] });
      await expect(ask(page)).toContainText("npm test");
      await expectShown(scope, ask(page), [
        ["answer", "button", "Allow"],
        ["answer", "button", "Deny"],
        ["answer", "button", "More choices"],
        ["control", "button", "Edit first"],
      ]);
      const standing = (name: string) => page.getByRole("menuitem", { name });
      if (scope !== "view") await ask(page).getByRole("button", { name: "More choices" }).click();
      await expect(standing("Deny and stop")).toHaveCount(scope === "view" ? 0 : 1);
      await expect(standing("Deny and say why")).toHaveCount(scope === "view" || scope === "answer" ? 0 : 1);
      await expect(standing("Allow in this session")).toHaveCount(
        scope === "view" || scope === "answer" ? 0 : 1,
      );
      await expect(standing("Always allow")).toHaveCount(scope === "admin" ? 1 : 0);
      await page.keyboard.press("Escape");
      await expectShown(scope, page.locator("main"), [["control", "textbox", "Message"]]);
    });

    test("a question and a plan", async ({ page, fake }) => {
      await opened(fake, scope, { asks: [request.question(question("Color", "Which?", ["Red", "Blue"]))] });
      const red = ask(page).getByRole("button", { name: /Red/ });
      await expectShown(scope, ask(page), [
        ["answer", "button", "Skip"],
        ["control", "textbox", "Something else"],
      ]);
      await expect(red).toBeEnabled({ enabled: scope !== "view" });
      await opened(fake, scope, { asks: [request.plan("1. Do it")] });
      await expect(ask(page)).toContainText("Do it");
      await expectShown(scope, ask(page), [
        ["answer", "button", "Allow"],
        ["answer", "button", "Deny"],
        ["control", "textbox", "What to change"],
        ["control", "button", "Edit plan"],
        ["answer", "button", "More choices"],
      ]);
      if (scope === "view") return;
      await ask(page).getByRole("button", { name: "Deny", exact: true }).click();
      // Without a remark there is no text in the answer, which scope answer may not send.
      expect(await fake.received("POST", /\/asks\//)).toEqual({ kind: "deny" });
    });

    test("forms of MCP servers and dialogs", async ({ page, fake }) => {
      const size = { type: "string", enum: ["s", "m"] };
      const schema = { properties: { size, note: { type: "string" } }, required: ["size"] };
      await opened(fake, scope, { asks: [request.form("shop", "Which size?", schema)] });
      await expectShown(scope, ask(page), [
        ["answer", "button", "Answer"],
        ["answer", "button", "Decline"],
        ["control", "textbox", "note"],
      ]);
      const name = { properties: { name: { type: "string" } }, required: ["name"] };
      await opened(fake, scope, { asks: [request.form("shop", "Your name?", name)] });
      await expect(ask(page)).toContainText("Your name?");
      await expectShown(scope, ask(page), [
        ["control", "button", "Answer"],
        ["answer", "button", "Decline"],
      ]);
      const choices = [{ value: "go", label: "Go on" }];
      await opened(fake, scope, { asks: [request.dialog("pick", {}, { title: "Pick one", choices })] });
      await expect(ask(page)).toContainText("Pick one");
      await expectShown(scope, ask(page), [
        ["answer", "button", "Dismiss"],
        ["control", "button", "Go on"],
      ]);
    });

    test("Stop, the queue and agents", async ({ page, fake }) => {
      await opened(fake, scope, {
        activity: { state: "requesting" },
        queue: [queued("held one", { held: true }), queued("held two", { held: true })],
        jobs: [job("a1", "look around")],
      });
      await expect(page.getByRole("log")).toBeVisible();
      const limited = { view: "This device can view sessions.", answer: "This device can view sessions and" };
      const said = limited[scope as keyof typeof limited];
      await expect(said === undefined ? message(page) : page.getByText(said)).toBeVisible();
      await expectShown(scope, page.locator("main"), [
        ["answer", "button", "Stop"],
        ["control", "button", "Send all"],
        ["control", "button", "Discard all"],
      ]);
      await page.keyboard.press("Escape");
      if (scope === "view") expect(fake.sent.filter(({ path }) => path.includes("interrupt"))).toEqual([]);
      else await fake.received("POST", "/interrupt");
    });

    test("keys, the palette and the panels", async ({ page, fake }) => {
      await opened(fake, scope, { title: "Subject", jobs: [job("a1", "look around")] });
      await expect(page.getByRole("heading", { name: "Subject" })).toBeVisible();
      const manages = scope === "control" || scope === "admin";
      await page.keyboard.press("Control+j");
      await expect(page.getByRole("dialog", { name: "New session" })).toHaveCount(manages ? 1 : 0);
      if (manages) await page.keyboard.press("Escape");
      await page.keyboard.press("Alt+Shift+a");
      const panels = page.getByRole("navigation", { name: "Panels" });
      await expect(panels.getByRole("button", { name: "Files" })).toHaveCount(1);
      await panels.getByRole("button", { name: "More" }).click();
      await expect(page.getByRole("menuitem", { name: "Tasks" })).toBeVisible();
      for (const name of ["MCP", "Rewind", "Settings"])
        await expect(page.getByRole("menuitem", { name }), name).toHaveCount(manages ? 1 : 0);
      await page.keyboard.press("Escape");
      await expectShown(scope, page.getByRole("complementary", { name: "Agents" }), [
        ["control", "button", "Stop all agents"],
      ]);
      await page.keyboard.press("Control+/");
      await expect(page.getByRole("option", { name: /Subject/ })).toHaveCount(1);
      for (const name of [/^New session/, /^Rename/, /^Fork/, /^Accept edits/, /^Stop all agents/])
        await expect(page.getByRole("option", { name }), String(name)).toHaveCount(manages ? 1 : 0);
    });

    test("the inbox", async ({ page, fake }) => {
      fake.host({ scope });
      fake.add({ title: "Asker", asks: [permission] });
      await fake.open("#/inbox");
      const card = page.getByRole("main").getByRole("listitem").filter({ hasText: "Asker" });
      await expect(card).toContainText("npm test");
      await expectShown(scope, card, [
        ["answer", "button", "Allow"],
        ["answer", "button", "More choices"],
      ]);
      if (scope !== "view") return;
      await expect(card).toContainText("This device can only view.");
      for (const key of ["Enter", "Escape", "1"]) await page.keyboard.press(key);
      expect(fake.sent.filter(({ path }) => path.includes("/asks/"))).toEqual([]);
    });

    test("the list and its menu", async ({ page, fake }) => {
      fake.host({ scope });
      fake.add({ title: "Subject" });
      await fake.open();
      const sidebar = await list(page);
      await expectShown(scope, sidebar, [["control", "button", "New session"]]);
      const link = sidebar.getByRole("link", { name: /Subject/ });
      await link.focus();
      await link.press("F2");
      await expect(sidebar.getByRole("textbox", { name: "Title" })).toHaveCount(
        scope === "control" || scope === "admin" ? 1 : 0,
      );
    });
  });
}

test("a key answers a request with scope answer", async ({ page, fake }) => {
  test.skip(isPhone(page), "a phone has no keys");
  await opened(fake, "answer", { asks: [permission] });
  await ready(ask(page));
  await ask(page).press("Enter");
  expect(await fake.received("POST", /\/asks\//)).toEqual({ kind: "allow", remember: [] });
});
