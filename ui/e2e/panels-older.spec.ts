// What differs with an older CLI: the modes it accepts, the commands it has, and how it tells of its context.

import { answers, begin, expect, idle, openPanel, say, test, turn } from "./support";
import { lines } from "./support/disk";

const hello = turn("Hello! Are you ready to begin?", [say("Hello there, yes.")]);

interface Line {
  permissionMode?: string;
}

/** The mode that the CLI told last. */
const mode = (told: Line[]) => told.flatMap(({ permissionMode }) => permissionMode ?? []).at(-1);

test("Permission modes: those that this CLI accepts, old and new", async ({ page, host }) => {
  const older = await begin(page, host, [hello, hello], { flags: ["--as-version", "2.1.38"] });
  await expect(answers(page).getByText("Hello there")).toBeVisible();
  await idle(page);
  let panel = await openPanel(page, "settings", "Settings");
  await expect(panel.getByRole("radio", { name: /^Auto/ })).toHaveCount(0);
  await panel.getByRole("radio", { name: /^Delegate/ }).click();
  await expect(panel.getByText("The CLI answers: Delegate from now on.")).toBeVisible();
  await expect(panel.getByText("The session is restarted for it.")).toBeVisible();
  // It says what mode it is in at the beginning of a turn.
  const context = await openPanel(page, "context", "Context");
  await context.getByRole("button", { name: "Refresh" }).click();
  await expect(context.getByRole("row", { name: /System prompt/ })).toBeVisible();
  await expect.poll(() => mode(lines<Line>(host, older))).toBe("delegate");
  // It has no /clear, and says so instead of sending it.
  await page.keyboard.press("Control+k");
  await expect(page.getByText("This CLI has no /clear. Start a new session instead.")).toBeVisible();

  const newer = await begin(page, host, hello);
  await expect(answers(page).getByText("Hello there")).toBeVisible();
  panel = await openPanel(page, "settings", "Settings");
  await expect(panel.getByRole("radio", { name: /^Delegate/ })).toHaveCount(0);
  await panel.getByRole("radio", { name: /^Auto/ }).click();
  await expect(panel.getByText("The CLI answers: Auto from now on.")).toBeVisible();
  await expect.poll(() => mode(lines<Line>(host, newer))).toBe("auto");
});
