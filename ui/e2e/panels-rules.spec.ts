// Rules, limits and help: each test changes something, reads it back, and sees what it does.

import {
  answers,
  begin,
  call,
  expect,
  type Host,
  idle,
  openPanel,
  type Page,
  panelRole,
  pick,
  recorded,
  say,
  script,
  send,
  show,
  test,
  tool,
  turn,
  visit,
} from "./support";
import { notes, records, rows } from "./support/disk";

/** The rules of the host, as they stand in its store. */
const kept = (host: Host) => rows(host, "select behavior, rule, scope, place from rules");

/** What the CLI was answered to its newest ask, and by whom: a device, or a rule. */
const answered = (host: Host, session: string) => {
  const answer = records(host, session).findLast(
    ({ kind, text }) => kind === "in" && text.includes('"behavior":'),
  );
  return { who: answer?.who, behavior: /"behavior":"(\w+)"/.exec(answer?.text ?? "")?.[1] };
};

interface Decision {
  decision: string;
  by: string;
  rule?: string;
  summary: string;
}

const bash = (command: string) => tool("Bash", { command, description: "run it" });

const newest = async (page: Page) =>
  (await call<{ entries: Decision[] }>(page, "GET", "api/audit?limit=1")).entries[0];

test("Rules: a decision becomes one, which decides the next ask", async ({ page, ownHost: host }) => {
  const id = await begin(
    page,
    host,
    turn("Run the linter.", [bash("npm run lint")], [say("Linted: nothing to mend.")]),
  );
  await page
    .getByRole("dialog", { name: /Bash/ })
    .getByRole("button", { name: "Allow", exact: true })
    .click();
  await expect(answers(page).getByText("Linted")).toBeVisible();
  await expect.poll(() => newest(page)).toMatchObject({ by: "person", decision: "allowed" });

  await visit(page, host, "#/audit");
  await page.getByRole("button", { name: "Create rule" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Create rule" });
  await expect(dialog.getByLabel("Rule", { exact: true })).toHaveValue("Bash(npm run:*)");
  const trial = dialog.getByRole("region", { name: "On past requests" });
  await expect(trial).toContainText("It would have decided 1 of the last 1 requests.");
  await expect(trial).toContainText("npm run lint");
  expect(kept(host)).toEqual([]);
  await dialog.getByRole("button", { name: "Create rule" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("list", { name: "Server rules" })).toContainText("Bash(npm run:*)");
  expect(kept(host)).toEqual([
    { behavior: "allow", rule: "Bash(npm run:*)", scope: "project", place: host.project },
  ]);

  await visit(page, host, `#/s/${id}`);
  await send(page, script([[bash("npm run build")], [say("Built")]]));
  await expect(answers(page).getByText("Built")).toBeVisible();
  await expect
    .poll(() => newest(page))
    .toMatchObject({ by: "rule", decision: "allowed", summary: "npm run build" });
  expect(answered(host, id)).toEqual({ who: expect.stringContaining("Bash(npm run:*)"), behavior: "allow" });
});

test("Settings panel: a rule of the host for this session denies the next ask", async ({ page, host }) => {
  const id = await begin(page, host, script([[say("Ready")]]));
  await expect(answers(page).getByText("Ready")).toBeVisible();
  await idle(page);
  const panel = await openPanel(page, "settings", "Settings");
  const editor = panel.getByRole("region", { name: "Add a server rule" });
  await pick(editor.getByRole("button", { name: /^Decision/ }), "Deny");
  await editor.getByLabel("Rule", { exact: true }).fill("Bash(curl:*)");
  await expect(editor.getByRole("region", { name: "On past requests" })).toContainText("No past request");
  await editor.getByRole("button", { name: "Create rule" }).click();
  await expect(editor.getByText("Rule created.")).toBeVisible();
  await expect(panel.getByRole("list", { name: "Server rules" })).toContainText("Bash(curl:*)");
  expect(kept(host)).toEqual([{ behavior: "deny", rule: "Bash(curl:*)", scope: "session", place: id }]);
  await show(page, id);
  await send(page, script([[bash("curl -s http://127.0.0.1:9/")], [say("Without it")]]));
  await expect(answers(page).getByText("Without it")).toBeVisible();
  await expect.poll(() => newest(page)).toMatchObject({ by: "rule", decision: "denied" });
  expect(answered(host, id)).toEqual({ who: expect.stringContaining("Bash(curl:*)"), behavior: "deny" });

  const again = await openPanel(page, "settings", "Settings");
  await again.getByRole("button", { name: "Remove Bash(curl:*)" }).click();
  await expect.poll(() => kept(host)).toEqual([]);
});

test("Settings panel: limits show what is kept, and keep what is set", async ({ page, host }) => {
  const id = await begin(page, host, script([[say("Ready")]]), { budgetUsd: 4 });
  await expect(answers(page).getByText("Ready")).toBeVisible();
  const panel = await openPanel(page, "settings", "Settings");
  const budget = panel.getByLabel(/^Budget of this session/);
  interface Note {
    note: string;
    name?: string;
    value?: unknown;
  }
  const noted = (wanted: string) =>
    notes<Note>(host, id).findLast(({ note, name }) => note === "setting" && name === wanted)?.value;
  await expect(budget).toHaveValue("4");
  await budget.fill("2.5");
  await panel.getByRole("button", { name: "Save" }).click();
  await expect(panel.getByText("$2.50 now.")).toBeVisible();
  expect(noted("budgetUsd")).toBe(2.5);
  const goOn = panel.getByRole("switch", { name: "Go on after a rate limit" });
  await expect(goOn).not.toBeChecked();
  await goOn.click();
  await expect(goOn).toBeChecked();
  expect(noted("continueAfterLimit")).toBe(true);
  await page.reload();
  await expect(budget).toHaveValue("2.5");
  await expect(goOn).toBeChecked();
  await budget.fill("");
  await panel.getByRole("button", { name: "Save" }).click();
  await expect(panel.getByText("No budget now.")).toBeVisible();
  expect(noted("budgetUsd")).toBeNull();
});

test("Help panel: it is there outside of a session too", async ({ page, fake }) => {
  const help = page.getByRole(panelRole(page), { name: "Help", exact: true });
  await fake.open("#/usage?panel=help");
  await expect(help).toContainText("No session yet");
  await expect(help.getByRole("list", { name: "Commands" })).toContainText("/config");
  await fake.session({ view: recorded("plain") });
  await visit(page, fake, "#/usage");
  await expect(page.getByRole("heading", { level: 1, name: "Usage" })).toBeVisible();
  await page.keyboard.press("?");
  await expect(help).toContainText("the session used last");
  await expect(help.getByRole("list", { name: "Tools", exact: true })).toContainText("Bash");
});
