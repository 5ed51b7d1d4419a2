// Marks found words on the screen. The page's nodes stay as they are: the browser paints over them.

import { partOf } from "@/lib/panes";

const NAME = "found";

/** Marks a text in everything of the transcript that is on the screen, also in what scrolls in. Returns how to stop. */
export function markFound(session: string, query: string): () => void {
  const wanted = query.trim().toLowerCase();
  const log = partOf(session, "log");
  if (wanted === "" || !log || !("highlights" in CSS)) return () => undefined;
  let frame = 0;
  const mark = () => {
    frame = 0;
    CSS.highlights.set(NAME, new Highlight(...rangesOf(log, wanted)));
  };
  const soon = () => {
    frame ||= requestAnimationFrame(mark);
  };
  const observer = new MutationObserver(soon);
  observer.observe(log, { childList: true, subtree: true, characterData: true });
  soon();
  return () => {
    observer.disconnect();
    cancelAnimationFrame(frame);
    CSS.highlights.delete(NAME);
  };
}

function rangesOf(root: Element, wanted: string): Range[] {
  const ranges: Range[] = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.textContent?.toLowerCase() ?? "";
    for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length)) {
      const range = new Range();
      range.setStart(node, at);
      range.setEnd(node, at + wanted.length);
      ranges.push(range);
    }
  }
  return ranges;
}
