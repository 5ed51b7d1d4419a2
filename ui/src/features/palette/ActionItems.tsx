import { openPage } from "@/app/navigation";
import { pages } from "@/app/pages";
import { shown } from "@/app/shortcuts/keys";
import { allShortcuts, canRun, keysOf, run, useBindings } from "@/app/shortcuts/registry";
import type { Shortcut } from "@/app/shortcuts/table";
import { keys as keyWords } from "@/strings/keys";
import { palette as words } from "@/strings/palette";
import { type Choose, Group, Item } from "./Palette";

const groups: Shortcut["group"][] = ["session", "conversation", "panels", "go", "page"];

/** Everything that somebody is there to do right now, with its key. */
export function ActionItems({ choose }: { choose: Choose }) {
  const chosen = useBindings((state) => state.chosen);
  const possible = allShortcuts().filter(({ id, fixed }) => !fixed && id !== "palette" && canRun(id));
  return groups.map((group) => {
    const items = possible.filter((shortcut) => shortcut.group === group);
    if (items.length === 0) return null;
    return (
      <Group key={group} heading={keyWords.groups[group]}>
        {items.map((shortcut) => {
          const key = keysOf(shortcut, chosen)[0];
          return (
            <Item
              key={shortcut.id}
              value={`do ${shortcut.id}`}
              keywords={[shortcut.title, keyWords.groups[group]]}
              onSelect={choose(() => run(shortcut.id))}
              end={key && <kbd className="font-mono">{shown(key)}</kbd>}
            >
              {shortcut.title}
            </Item>
          );
        })}
      </Group>
    );
  });
}

/** The pages that have no key of their own. */
export function PageItems({ choose }: { choose: Choose }) {
  const others = pages.filter((page) => !canRun(`go.${page.id}`));
  if (others.length === 0) return null;
  return (
    <Group heading={words.pages}>
      {others.map(({ id, title, icon: Icon }) => (
        <Item key={id} value={`page ${id}`} keywords={[title]} onSelect={choose(() => openPage(id))}>
          <Icon size={14} aria-hidden className="text-faint" />
          {title}
        </Item>
      ))}
    </Group>
  );
}
