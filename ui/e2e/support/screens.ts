// Every screen of the page, filled: for the tests that look at all of them.

import { expect, type Page } from "@playwright/test";
import { fillDay, runsPrograms } from "./fake/day";
import { type Fake, problem } from "./fake/fake";
import { isPhone } from "./page";

type Say = (text: string) => string;

export interface Screen {
  name: string;
  /** The address; the tests open it before `arrange`. */
  hash: string;
  /** What has to be on the screen before anything is looked at. */
  shows: string;
  /** Leads from the address to the screen. `say` gives a text of the English catalogue in the language of the page. */
  arrange?: (page: Page, fake: Fake, say: Say) => Promise<void>;
}

const panel = (name: string, id: string, shows: string, session = "vite"): Screen => ({
  name,
  hash: `#/s/${session}?panel=${id}`,
  shows,
});

const place = (name: string, hash: string, shows: string): Screen => ({ name, hash, shows });

/** Asks to start a session in a project whose settings run programs. */
async function startUntrusted(page: Page, fake: Fake, say: Say): Promise<void> {
  fake.api(
    "POST",
    "sessions",
    problem(409, "A person must decide.", {
      code: "trustRequired",
      trust: runsPrograms,
    }),
  );
  await page.getByRole("textbox", { name: say("First message") }).fill("Fix the login");
  await page
    .getByRole("main")
    .getByRole("button", { name: say("Start"), exact: true })
    .click();
}

export const screens: Screen[] = [
  place("home", "#/", "Open inbox"),
  { name: "trust", hash: "#/", shows: "npx -y @acme/mcp", arrange: startUntrusted },
  place("session", "#/s/login", "Allow"),
  place("question", "#/s/limiter", "Where should the counters live?"),
  place("running", "#/s/vite", "Run all tests"),
  place("beside", "#/s/login?beside=vite&panel=changes", "src/auth.test.ts"),
  place("inbox", "#/inbox", "npm publish"),
  place("overview", "#/overview", "Three agents look for the cause."),
  place("review", "#/review?session=tokens", "--border"),
  place("search", "#/search?q=login", "Try fewer or other words."),
  place("settings", "#/settings?section=sessions", "Live processes"),
  place("usage", "#/usage", "claude-opus-5-5"),
  place("audit", "#/audit", "npm run lint"),
  place("devices", "#/devices", "Chrome on Linux"),
  place("history", "#/stored", "CLI history"),
  place("doctor", "#/doctor", "Nobody is signed in."),
  place("replay", "#/replay", "Replay"),
  panel("changes", "changes", "node:path"),
  panel("files", "files", "README.md"),
  panel("outline", "outline", "Move the build to Vite 8 and keep every test green."),
  panel("tasks", "tasks", "Convert the configs"),
  panel("agents", "jobs", "Run the test 20 times", "upload"),
  panel("mcp", "mcp", "weather"),
  panel("context", "context", "Compactions"),
  panel("cost", "cost", "By model"),
  panel("rewind", "rewind", "No checkpoints yet"),
  panel("protocol log", "wire", "spawn"),
  panel("session settings", "settings", "Permission mode"),
  panel("help", "help", "Commands"),
  panel("keys", "keys", "Command palette"),
  {
    name: "palette",
    hash: "#/s/login",
    shows: "Put to sleep",
    arrange: async (page, _, say) => {
      await expect(page.getByRole("log")).toBeVisible();
      await page.keyboard.press("ControlOrMeta+Shift+P");
      await expect(page.getByRole("dialog", { name: say("Command palette") })).toBeVisible();
    },
  },
  {
    name: "new session",
    hash: "#/inbox",
    shows: "More settings",
    arrange: async (page, _, say) => {
      await page
        .getByRole("button", { name: say("New session") })
        .first()
        .click();
      await expect(page.getByRole("dialog", { name: say("New session") })).toBeVisible();
    },
  },
  {
    name: "sessions",
    hash: "#/inbox",
    shows: "Fix login redirect",
    arrange: async (page, _, say) => {
      if (isPhone(page)) await page.getByRole("button", { name: say("Sessions"), exact: true }).click();
    },
  },
];

/** Ten seconds after the newest minute: no minute begins while a screen is opened. */
const tenPast = (): number => Math.floor(Date.now() / 60_000) * 60_000 + 10_000;

/** Runs something at a certain time. */
function at(time: number, run: () => void): void {
  const { now } = Date;
  Date.now = () => time;
  try {
    run();
  } finally {
    Date.now = now;
  }
}

/** Opens a screen on a working day, and waits until all of it is there. With `still` no clock on it moves, and with a time it is then. */
export async function openScreen(
  page: Page,
  fake: Fake,
  screen: Screen,
  { still = false, say = (text) => text }: { still?: boolean | number; say?: Say } = {},
): Promise<void> {
  const now = typeof still === "number" ? still : still ? tenPast() : Date.now();
  at(now, () => fillDay(fake));
  // A little later than what the day tells of, so that ages are whole.
  if (still !== false) await page.clock.setFixedTime(now + 500);
  await fake.open(screen.hash);
  await screen.arrange?.(page, fake, say);
  // A text of the catalogue, or what a session says.
  const shown = page.getByText(say(screen.shows)).or(page.getByText(screen.shows));
  await expect(shown.filter({ visible: true }).first()).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: say("Loading…") })).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready);
}

/** The screen with this name. */
export function screenOf(name: string): Screen {
  const found = screens.find((screen) => screen.name === name);
  if (!found) throw new Error(`there is no screen ${name}`);
  return found;
}
