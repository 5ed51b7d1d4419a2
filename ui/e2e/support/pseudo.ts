// The page in a language that does not exist: every text is accented, a third longer and in brackets. What is cut off
// in it will be cut off in some language that does exist.

import type { Page } from "@playwright/test";

/** A text of a catalogue in the invented language. */
export const pseudo = (text: string): string => {
  // A sign is no word.
  if (!/\p{L}/u.test(text)) return text;
  const accents: Record<string, string> = { a: "á", e: "é", i: "í", o: "ö", u: "ü", A: "Á", E: "É", O: "Ö" };
  let left = Math.ceil(text.length / 3) - 2;
  let longer = "";
  for (const letter of text) {
    const accented = accents[letter] ?? letter;
    longer += accented;
    if (accented !== letter && left-- > 0) longer += accented;
  }
  return `⟦${longer}${"~".repeat(Math.max(0, left))}⟧`;
};

/** Rewrites a loaded catalogue; runs in the page. Texts made of data have no brackets, since data may be cut. */
const rewrite = `
const pseudo = ${pseudo.toString()};
const bare = (text) => pseudo(text).slice(1, -1);
const told = (value) =>
  typeof value === "string" ? (value.trim() === "" ? value : pseudo(value))
  : typeof value === "function" ? (...data) => {
      const text = value(...data);
      return typeof text === "string" ? bare(text) : told(text);
    }
  : Array.isArray(value) || value === null || typeof value !== "object" ? value
  : Object.fromEntries(Object.entries(value).map(([name, one]) => [name, told(one)]));
`;

/** Shows the page in the invented language from the next load on. */
export async function speakPseudo(page: Page): Promise<void> {
  for (const name of ["core", "late"] as const)
    await page.route(new RegExp(`/assets/${name}\\.en-[^/?]*\\.js$`), (route) => {
      const real = `./${new URL(route.request().url()).pathname.split("/").pop()}?real`;
      return route.fulfill({
        contentType: "text/javascript",
        body: `import { ${name} as real } from "${real}";\n${rewrite}\nexport const ${name} = told(real);`,
      });
    });
}

/** Texts of the invented language whose end cannot be seen, a line each. */
export const clippedTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.textContent ?? "";
      const owner = node.parentElement;
      if (!text.includes("⟧") || !owner?.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
        continue;
      range.selectNodeContents(node);
      const boxes = [...range.getClientRects()].filter(({ width }) => width > 1);
      const right = Math.max(...boxes.map((box) => box.right));
      const bottom = Math.max(...boxes.map((box) => box.bottom));
      for (let up: HTMLElement | null = owner; up; up = up.parentElement) {
        const { overflowX, overflowY, position } = getComputedStyle(up);
        const box = up.getBoundingClientRect();
        // Hidden from the eye on purpose.
        if (box.width <= 1 || box.height <= 1) break;
        const cutsX = overflowX === "hidden" || overflowX === "clip";
        const cutsY = overflowY === "hidden" || overflowY === "clip";
        if ((cutsX && right > box.right + 1) || (cutsY && bottom > box.bottom + 2)) {
          found.push(`${text} in ${up.outerHTML.replace(/\s+/g, " ").slice(0, 110)}`);
          break;
        }
        // What is scrolled away can be scrolled to.
        if (position === "fixed" || /auto|scroll/.test(overflowX + overflowY)) break;
      }
    }
    return [...new Set(found)];
  });
