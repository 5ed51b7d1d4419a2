// Stopping: what is held, what Enter does while Claude works, agents and schedules.

import type { NewMessage, Schedule } from "../src/api/generated";
import { expect, job, message, queued, test } from "./support";

const able = { capabilities: ["interrupt_cancel_queued_v1"] };

test("held messages say so and are sent, edited and discarded", { tag: "@both" }, async ({ page, fake }) => {
  const one = queued("the first one", { held: true });
  const two = queued("the second one", { held: true });
  await fake.session({ queue: [one, two, queued("goes by itself")] });
  const held = page.getByRole("region", { name: "2 messages held" });
  await expect(held.getByRole("listitem")).toHaveCount(2);
  await expect(page.getByRole("list", { name: "Queued messages" })).toContainText("goes by itself");
  const row = held.getByRole("listitem").filter({ hasText: "the first one" });
  await row.getByRole("button", { name: "Edit" }).click();
  await held.getByRole("textbox", { name: "Queued message" }).fill("the first one, edited");
  await held.getByRole("button", { name: "Save" }).click();
  expect(await fake.received("PATCH", `/queue/${one.uuid}`)).toEqual({ text: "the first one, edited" });
  await row.getByRole("button", { name: "Send held message" }).click();
  await expect.poll(() => fake.received("PATCH", `/queue/${one.uuid}`)).toEqual({ when: "queue" });
  await held
    .getByRole("listitem")
    .filter({ hasText: "the second one" })
    .getByRole("button", { name: "Discard" })
    .click();
  await fake.received("DELETE", `/queue/${two.uuid}`);
  await held.getByRole("button", { name: "Send all" }).click();
  await fake.received("POST", "/held");
  await held.getByRole("button", { name: "Discard all" }).click();
  await fake.received("DELETE", "/held");
});

test("Enter steers, Ctrl+Enter sends now, Alt+Enter queues, and Enter can be told to queue", async ({
  page,
  fake,
}) => {
  await fake.session({ info: able, activity: { state: "requesting" } });
  const sent = async (keys: string) => {
    await message(page).fill(`sent with ${keys}`);
    await message(page).press(keys);
    await expect(message(page)).toHaveValue("");
    return (await fake.received<NewMessage>("POST", "/messages")).when;
  };
  await expect(page.getByRole("button", { name: "Send", exact: true })).toHaveAttribute("data-tip", /^Steer/);
  expect(await sent("Enter")).toBe("steer");
  expect(await sent("Control+Enter")).toBe("now");
  expect(await sent("Alt+Enter")).toBe("queue");
  await page.evaluate(() =>
    localStorage.setItem("pilothouse.sending", JSON.stringify({ state: { enter: "queue" }, version: 0 })),
  );
  await page.reload();
  await expect(page.getByRole("button", { name: "Send", exact: true })).toHaveAttribute("data-tip", /^Queue/);
  expect(await sent("Enter")).toBe("queue");
});

test("a CLI that cannot give a message back is queued to", async ({ page, fake }) => {
  await fake.session({ info: { capabilities: [] }, activity: { state: "requesting" } });
  await message(page).fill("wait for it");
  await message(page).press("Enter");
  expect((await fake.received<NewMessage>("POST", "/messages")).when).toBe("queue");
});

test("stop is there while the CLI starts, and while a message waits for a process", async ({
  page,
  fake,
}) => {
  await fake.session({ activity: { state: "starting" } });
  const stop = page.getByRole("button", { name: "Stop", exact: true });
  await stop.click();
  await fake.received("POST", "/interrupt");
  fake.change({
    kind: "livenessSet",
    liveness: { ...fake.view.liveness, activity: { state: "parked" } },
  });
  await expect(stop).toBeHidden();
  fake.change({ kind: "queueSet", queue: [queued("too many sessions")] });
  await expect(stop).toBeVisible();
  fake.change({ kind: "queueSet", queue: [queued("too many sessions", { held: true })] });
  await expect(stop).toBeHidden();
});

test("a CLI that does not stop can be killed and resumed", async ({ page, fake }) => {
  await fake.session({
    activity: { state: "requesting" },
    summary: { problem: "Claude did not stop. Kill and resume it: the conversation continues where it was." },
  });
  await page.getByRole("button", { name: "Kill and resume" }).click();
  expect(await fake.received("POST", "/lifecycle")).toEqual({ action: "restart" });
});

test("all agents are stopped from their panel", { tag: "@both" }, async ({ page, fake }) => {
  await fake.session({ jobs: [job("a1", "Look around", { background: true })] });
  await message(page).fill("/tasks");
  await message(page).press("Enter");
  await page.getByRole("button", { name: "Stop all agents" }).click();
  await fake.received("POST", "/agents/stop");
});

test("schedules show when they start next and are canceled", { tag: "@both" }, async ({ page, fake }) => {
  await fake.session();
  const at = new Date();
  at.setHours(14, 5, 0, 0);
  const schedule: Schedule = {
    id: "7c6607b3",
    schedule: "cron",
    text: "Every minute",
    prompt: { text: "check the build", truncated: false, fullSize: 15 },
    recurring: true,
    nextAt: at.getTime(),
  };
  fake.change({ kind: "schedulesSet", schedules: [schedule] });
  const row = page.getByRole("list", { name: "Scheduled" }).getByRole("listitem");
  await expect(row).toContainText(/Next at (14:05|2:05\sPM)/);
  await expect(row).toContainText("Every minute · check the build");
  await row.getByRole("button", { name: "Cancel" }).click();
  await fake.received("DELETE", "/schedules/7c6607b3");
});
