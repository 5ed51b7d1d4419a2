// What a screen reader would say: the name of what has the focus, and the live regions as they change.

import type { Page } from "@playwright/test";

/** The role and the name of what has the focus: `button "Send"`. */
export async function focusedName(page: Page): Promise<string> {
  const text = await page.locator(":focus").ariaSnapshot();
  // States and children follow. A line with a colon in the name is quoted as a whole.
  const [line = ""] = text.split("\n");
  return /^- '?(\w+(?: "(?:[^"\\]|\\.)*")?)/.exec(line)?.[1] ?? line;
}

/** What is reached with Tab from here, until `last` has the focus. */
export async function tabStops(page: Page, last: RegExp, most = 60): Promise<string[]> {
  const stops: string[] = [];
  while (stops.length < most) {
    await page.keyboard.press("Tab");
    const name = await focusedName(page);
    stops.push(name);
    if (last.test(name)) break;
  }
  return stops;
}

/** Headings and landmarks in their order: `h1 Home`, `main`. */
export const outline = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [
      ...document.querySelectorAll(
        "h1, h2, h3, h4, main, nav, aside, [role=log], [role=dialog], [role=alertdialog]",
      ),
    ]
      .filter((element) => element.checkVisibility())
      .map((element) => {
        const tag = element.getAttribute("role") ?? element.tagName.toLowerCase();
        const labelled = document.getElementById(element.getAttribute("aria-labelledby") ?? "");
        const isHeading = /^h\d$/.test(tag);
        const name =
          element.getAttribute("aria-label") ?? (isHeading ? element : labelled)?.textContent ?? "";
        return `${tag} ${name}`.trim();
      }),
  );

/** Collects what live regions say from the next load on. */
export async function listen(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const said: string[] = [];
    Object.assign(window, { said });
    const before = new WeakMap<Element, string>();
    const regions =
      "[aria-live]:not([aria-live=off]), [role=status]:not([aria-live]), [role=alert]:not([aria-live])";
    const hear = () => {
      for (const region of document.querySelectorAll(regions)) {
        const text = region.textContent?.trim() ?? "";
        if (text !== "" && before.get(region) !== text) said.push(text);
        before.set(region, text);
      }
    };
    new MutationObserver(hear).observe(document, { subtree: true, childList: true, characterData: true });
  });
  // How often something loads depends on the machine.
  return async () => {
    const said = await page.evaluate(() => (window as unknown as { said: string[] }).said);
    return said.filter((text) => text !== "Loading…");
  };
}
