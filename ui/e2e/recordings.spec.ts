// The recorded sessions of the fake host are what the real server sends. `npm run record` writes them anew.

import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { SessionView } from "../src/api/generated";
import { call, expect, type Host, makeSession, type Page, test, writePlan } from "./support";
import { kept, recordedFolder } from "./support/fake/recorded";
import { normalize } from "./support/recordings/normalize";
import { type Recording, recordings } from "./support/recordings/table";

/** Plays a recording on the real server; returns the view at its end. */
async function play(
  page: Page,
  host: Host,
  { files, plan, options, turnEnds, turns }: Recording,
): Promise<SessionView> {
  const at = (name: string) => join(host.project, name);
  for (const [name, content] of Object.entries(files ?? {})) {
    await mkdir(dirname(at(name)), { recursive: true });
    await writeFile(at(name), content);
  }
  if (plan) await writePlan(host, plan);
  const all = turns(at);
  const id = await makeSession(page, host, "Recorded", all, options);
  let view: SessionView | undefined;
  for (const [index, { says }] of all.entries()) {
    if (index > 0) await call(page, "POST", `api/sessions/${id}/messages`, { text: says });
    await expect
      .poll(
        async () => {
          view = await call<SessionView>(page, "GET", `api/sessions/${id}/view`);
          const { activity } = view.liveness;
          // The CLI is asked for its effort after each turn; the answer may come after the end of the turn.
          if (view.info.effort === undefined) return false;
          return view.asks.length > 0 && !turnEnds
            ? activity.state !== "starting"
            : view.usage.turns > index && activity.state === "idle";
        },
        { intervals: [25] },
      )
      .toBe(true);
  }
  if (!view) throw new Error("a recording needs a turn");
  return normalize(view, host);
}

for (const [name, recording] of Object.entries(recordings)) {
  test(`the recorded session "${name}" is what the server sends`, async ({ page, host }) => {
    const view = kept(name, await play(page, host, recording));
    const file = join(recordedFolder, `${name}.json`);
    if (process.env.PILOTHOUSE_RECORD === "1") await writeFile(file, `${JSON.stringify(view, null, 1)}\n`);
    expect(view, "run `npm run record` if the change is meant").toEqual(
      JSON.parse(await readFile(file, "utf8")),
    );
  });
}
