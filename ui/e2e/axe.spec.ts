// axe finds nothing, of any level, on any screen: with a mouse on a desk, with a finger on a phone.

import { accessProblems, expect, openScreen, screens, test } from "./support";

const PARTS = 4;

for (let part = 0; part < PARTS; part += 1)
  test(`axe finds nothing on any screen, part ${part + 1} of ${PARTS}`, { tag: "@both" }, async ({
    page,
    fake,
  }) => {
    for (const screen of screens.filter((_, index) => index % PARTS === part))
      await test.step(screen.name, async () => {
        await openScreen(page, fake, screen);
        expect.soft(await accessProblems(page), screen.name).toEqual([]);
      });
  });
