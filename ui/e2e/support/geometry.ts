// What collides on the page, by geometry: text under something else, controls that are cut off or out of the window.

import type { Page } from "@playwright/test";

/** What is wrong with the page as it stands, a line each. */
export async function collisions(page: Page): Promise<string[]> {
  // Two frames: one in which the page hears of its size, one in which it is drawn.
  return page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    await frame();
    await frame();
    await Promise.all(document.getAnimations().map((one) => one.finished.catch(() => undefined)));
    const found: string[] = [];
    const width = document.documentElement.clientWidth;
    const height = document.documentElement.clientHeight;
    const said = (element: Element) => element.outerHTML.replace(/\s+/g, " ").slice(0, 120);

    const seen = (element: Element) =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    /** What of the element its scrolling and clipping ancestors leave, and whether one of them scrolls sideways. */
    const within = (element: Element, self = false) => {
      let [left, top, right, bottom] = [0, 0, width, height];
      let slides = false;
      for (let up = self ? element : element.parentElement; up; up = up.parentElement) {
        const { overflowX, overflowY, position } = getComputedStyle(up);
        const box = up.getBoundingClientRect();
        if (overflowX !== "visible") [left, right] = [Math.max(left, box.left), Math.min(right, box.right)];
        if (overflowY !== "visible") [top, bottom] = [Math.max(top, box.top), Math.min(bottom, box.bottom)];
        if ((overflowX === "auto" || overflowX === "scroll") && up.scrollWidth > up.clientWidth + 1)
          slides = true;
        if (position === "fixed") break;
      }
      return { left, top, right, bottom, slides };
    };
    const onTop = (x: number, y: number, element: Element): Element | undefined => {
      const hit = document.elementFromPoint(x, y);
      if (!hit || hit === element || hit.contains(element) || element.contains(hit)) return undefined;
      // A link that is stretched over its card is drawn nowhere but in its own box.
      const box = hit.getBoundingClientRect();
      const drawn = x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
      // A tooltip lies over the page on purpose, and goes with the pointer.
      return drawn && !hit.closest("[role=tooltip]") ? hit : undefined;
    };

    if (document.documentElement.scrollWidth > width)
      found.push(`the page is ${document.documentElement.scrollWidth - width} px wider than the window`);

    for (const control of document.querySelectorAll(
      "button, a[href], input, textarea, select, [role=tab], [role=switch]",
    )) {
      const box = control.getBoundingClientRect();
      if (box.width < 2 || !seen(control)) continue;
      const space = within(control);
      const outside = Math.max(space.left - box.left, box.right - space.right);
      if (outside > 1 && !space.slides) found.push(`cut off by ${Math.round(outside)} px: ${said(control)}`);
      const isButton = control.tagName === "BUTTON" && getComputedStyle(control).whiteSpace === "nowrap";
      if (isButton && control.scrollWidth > control.clientWidth + 1)
        found.push(`label is cut: ${said(control)}`);
    }

    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const owner = node.parentElement;
      if (!owner || !node.textContent?.trim() || !seen(owner)) continue;
      if (getComputedStyle(owner).pointerEvents === "none") continue;
      range.selectNodeContents(node);
      const space = within(owner, true);
      for (const box of range.getClientRects()) {
        const [left, right] = [Math.max(box.left, space.left), Math.min(box.right, space.right)];
        const y = (box.top + box.bottom) / 2;
        // What is scrolled away is covered by nothing.
        if (box.width < 2 || right - left < 4 || box.top < space.top || box.bottom > space.bottom) continue;
        for (const x of [left + 2, (left + right) / 2, right - 2]) {
          const hit = onTop(x, y, owner);
          if (!hit || !seen(hit)) continue;
          found.push(`"${node.textContent.trim().slice(0, 40)}" is under ${said(hit)}`);
          break;
        }
      }
    }
    return [...new Set(found)];
  });
}
