// The page in an invented language, whose texts are accented and a third longer: none is cut off, and nothing collides.

import {
  clippedTexts,
  collisions,
  expect,
  isPhone,
  openScreen,
  pseudo,
  screens,
  speakPseudo,
  test,
} from "./support";

const PARTS = 4;

for (let part = 0; part < PARTS; part += 1)
  test(`no text is cut off in a longer language, part ${part + 1} of ${PARTS}`, { tag: "@both" }, async ({
    page,
    fake,
  }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await speakPseudo(page);
    for (const screen of screens.filter((_, index) => index % PARTS === part))
      await test.step(screen.name, async () => {
        await openScreen(page, fake, screen, { say: pseudo });
        // A second width of the desktop: where a panel beside a conversation leaves little room.
        for (const width of isPhone(page) ? [390] : [1024, 1440]) {
          await page.setViewportSize({ width, height: 844 });
          const found = [...(await clippedTexts(page)), ...(await collisions(page))];
          expect.soft(found, `${screen.name} at ${width} pixels`).toEqual([]);
        }
      });
  });
