import { existsSync } from "node:fs";
import { join } from "node:path";
import {
  ask,
  expect,
  type Fake,
  list,
  makeSession,
  type Page,
  problem,
  ready,
  recorded,
  request,
  test,
  visit,
} from "./support";

const touch = (name: string) => [
  [{ type: "tool_use", name: "Bash", input: { command: `touch ${name}`, description: `make ${name}` } }],
  [{ type: "text", text: "finished" }],
];

test("everything that waits is in the inbox and is answered there", async ({ page, host }) => {
  await makeSession(page, host, "First asker", touch("one"));
  await makeSession(page, host, "Second asker", touch("two"));
  await visit(page, host, "#/inbox");
  const main = page.getByRole("main");
  await expect(main.getByRole("status").first()).toHaveText("2 requests from 2 sessions");
  await expect(page).toHaveTitle("(2) Pilothouse");
  const first = main.getByRole("listitem").filter({ hasText: "First asker" });
  await expect(first.getByRole("dialog", { name: /Bash/ })).toContainText("touch one");
  await first.getByRole("button", { name: "Allow", exact: true }).click();
  await expect(first).toBeHidden();
  await expect(page).toHaveTitle("(1) Pilothouse");
  const second = main.getByRole("listitem").filter({ hasText: "Second asker" });
  await second.getByRole("button", { name: "Deny", exact: true }).click();
  await expect(main.getByText("No open requests")).toBeVisible();
  await expect(page).toHaveTitle("Pilothouse");
  await expect.poll(() => existsSync(join(host.project, "one"))).toBe(true);
  expect(existsSync(join(host.project, "two"))).toBe(false);
});

test("the sidebar counts what waits and leads to the inbox", { tag: "@both" }, async ({ page, fake }) => {
  fake.add({ title: "Asker", view: recorded("ask-command") });
  await fake.open();
  const link = (await list(page)).getByRole("link", { name: /Inbox/ });
  await expect(link).toContainText("1 open request");
  await link.click();
  await page.getByRole("button", { name: "Open Asker" }).click();
  await expect(page.getByRole("heading", { name: "Asker" })).toBeVisible();
});

const bash = (command: string) => request.permission("Bash", { command });

const answered = (fake: Fake) =>
  fake.sent.filter(({ path }) => /\/asks\//.test(path)).map(({ path }) => path);

/** The card of a session. */
const card = (page: Page, title: string) =>
  page
    .getByRole("main")
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading", { name: title }) });

test("exactly one request is selected, the arrows move the selection, and it goes on to the next", async ({
  page,
  fake,
}) => {
  for (const [index, title] of ["First", "Second", "Third"].entries())
    fake.add({ title, asks: [bash(`touch ${title}`)], summary: { createdAt: Date.now() - index * 1000 } });
  await fake.open("#/inbox");
  const selected = page.getByRole("main").locator("li[aria-current=true]");
  await expect(selected).toHaveCount(1);
  await expect(selected).toContainText("First");
  await expect(ask(page)).toHaveCount(3);
  await expect(card(page, "First").locator("[data-ask]")).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(selected).toHaveCount(1);
  await expect(selected).toContainText("Second");
  await expect(card(page, "Second").locator("[data-ask]")).toBeFocused();
  await ready(card(page, "Second").locator("[data-ask]"));
  const key = (title: string) => card(page, title).getByRole("button", { name: "Allow" }).locator("kbd");
  await expect(key("Second")).toBeVisible();
  await expect(key("First")).toBeHidden();
  await page.keyboard.press("Enter");
  await expect.poll(() => answered(fake)).toEqual(["api/sessions/s2/asks/1%3Aask-1"]);
  await expect(card(page, "Second")).toBeHidden();
  await expect(selected).toContainText("Third");
  await expect(card(page, "Third").locator("[data-ask]")).toBeFocused();
  await ready(card(page, "Third").locator("[data-ask]"));
  await page.keyboard.press("Escape");
  await expect.poll(() => answered(fake).length).toBe(2);
  await expect(selected).toContainText("First");
});

test("Enter on a request whose buttons are below the fold brings them into sight", async ({ page, fake }) => {
  await page.setViewportSize({ width: 1280, height: 340 });
  fake.add({ title: "First", asks: [bash("touch one")] });
  fake.add({ title: "Second", asks: [bash("touch two")], summary: { createdAt: Date.now() - 1000 } });
  await fake.open("#/inbox");
  await expect(ask(page)).toHaveCount(2);
  const second = card(page, "Second").locator("[data-ask]");
  await second.evaluate((element) => element.focus({ preventScroll: true }));
  const allow = card(page, "Second").getByRole("button", { name: "Allow", exact: true });
  await expect(allow).not.toBeInViewport();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  await expect(allow).toBeInViewport();
  expect(answered(fake)).toEqual([]);
  await ready(second);
  await page.keyboard.press("Enter");
  await expect.poll(() => answered(fake)).toEqual(["api/sessions/s2/asks/1%3Aask-1"]);
});

test("a request that is too long for its card is reviewed in its session", {
  tag: "@both",
}, async ({ page, fake }) => {
  const content = Array.from({ length: 60 }, (_, line) => `line ${line}`).join("\n");
  const write = request.permission("Write", { file_path: "/home/ann/demo/long.txt", content });
  fake.add({ title: "Lengthy", asks: [write] });
  fake.add({ title: "Brief", asks: [bash("touch x")] });
  await fake.open("#/inbox");
  const long = card(page, "Lengthy");
  await expect(long.getByRole("button", { name: "Review" })).toBeVisible();
  await expect(long.getByRole("button", { name: "Allow", exact: true })).toHaveCount(0);
  await expect(long.getByRole("button", { name: "Deny", exact: true })).toBeVisible();
  await expect(card(page, "Brief").getByRole("button", { name: "Allow", exact: true })).toBeVisible();
  await expect(card(page, "Brief").getByRole("button", { name: "Review" })).toHaveCount(0);
  await long.getByRole("button", { name: "Review" }).click();
  await expect(page.getByRole("heading", { name: "Lengthy" })).toBeVisible();
  await expect(ask(page).getByRole("button", { name: "Allow", exact: true })).toBeVisible();
  expect(answered(fake)).toEqual([]);
});

test("a session that waits for trust is in the inbox and leads to its question", async ({ page, fake }) => {
  fake.add({ title: "Asker", asks: [bash("ls")] });
  fake.add({ title: "Sleeper", summary: { status: "parked", projectSettings: "undecided" } });
  fake.api("GET", "sessions/s2/trust", () => problem(404, "Not here."));
  await fake.open("#/inbox");
  await expect(page.getByRole("status").filter({ hasText: "2 requests from 2 sessions" })).toBeVisible();
  await expect(page).toHaveTitle("(2) Pilothouse");
  const sleeper = card(page, "Sleeper");
  await expect(sleeper).toContainText("Use this project's settings?");
  await expect(sleeper.getByRole("button", { name: /Start/ })).toHaveCount(0);
  await sleeper.getByRole("button", { name: "Review" }).click();
  await expect(page.getByRole("heading", { name: "Sleeper" })).toBeVisible();
});
