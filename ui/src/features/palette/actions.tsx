import { openPage } from "@/app/navigation";
import { pages } from "@/app/pages";
import { shown } from "@/app/shortcuts/keys";
import { allShortcuts, canRun, keysOf, run, useBindings } from "@/app/shortcuts/registry";
import type { Shortcut } from "@/app/shortcuts/table";
import { keys as keyWords } from "@/strings/keys";
import { palette as words } from "@/strings/palette";
import type { Group, Item } from "./palette.logic";

const groups: Shortcut["group"][] = ["session", "conversation", "panels", "go", "page"];

/** Everything that somebody is there to do right now, with its key. */
export function useActions(): Group[] {
  const chosen = useBindings((state) => state.chosen);
  const possible = allShortcuts().filter(({ id, fixed }) => !fixed && id !== "palette" && canRun(id));
  return groups.map((group) => {
    const heading = keyWords.groups[group];
    const items = possible
      .filter((shortcut) => shortcut.group === group)
      .map((shortcut): Item => {
        const key = keysOf(shortcut, chosen)[0];
        return {
          value: `do ${shortcut.id}`,
          title: shortcut.title,
          also: [heading],
          run: () => run(shortcut.id),
          end: key && <kbd className="font-mono">{shown(key)}</kbd>,
        };
      });
    return { heading, items };
  });
}

/** The pages that have no key of their own. */
export function pageGroup(): Group {
  const others = pages.filter((page) => !canRun(`go.${page.id}`));
  const items = others.map(
    ({ id, title, icon: Icon }): Item => ({
      value: `page ${id}`,
      title,
      also: [words.pages],
      run: () => openPage(id),
      shown: (
        <>
          <Icon size={14} aria-hidden className="text-faint" />
          {title}
        </>
      ),
    }),
  );
  return { heading: words.pages, items };
}
