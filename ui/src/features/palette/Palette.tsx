import { Command } from "cmdk";
import { X } from "lucide-react";
import { Dialog } from "radix-ui";
import { useState } from "react";
import { useView } from "@/api/hooks";
import { useCan } from "@/api/scope";
import { select } from "@/api/selectors";
import { openPage, useActiveSession } from "@/app/navigation";
import { findPage } from "@/app/pages";
import { IconButton } from "@/components/ui/button";
import { EscLayer } from "@/lib/layers";
import { strings } from "@/strings";
import { palette as words } from "@/strings/late";
import { useCommandGroups } from "./actions";
import { modelGroups } from "./model";
import { found, type Group, type Item } from "./palette.logic";
import { useSessionGroup } from "./sessions";

interface PaletteProps {
  /** Offers sessions only, to open one beside those that are open. */
  beside?: boolean;
  onClose: () => void;
}

/** Everything that can be done, found by typing. */
export function Palette(props: PaletteProps) {
  const session = useActiveSession();
  const manages = useCan("manageSessions");
  if (session === undefined || !manages || session.startsWith("cli:"))
    return <PaletteDialog {...props} ofSession={[]} />;
  return <SessionPalette {...props} session={session} />;
}

function SessionPalette({ session, ...props }: PaletteProps & { session: string }) {
  const info = useView(session, select.info);
  return <PaletteDialog {...props} ofSession={modelGroups(session, info)} />;
}

function PaletteDialog({ beside = false, ofSession, onClose }: PaletteProps & { ofSession: Group[] }) {
  const [text, setText] = useState("");
  const sessions = useSessionGroup(beside);
  const commandGroups = useCommandGroups();
  const offered = beside ? [sessions] : [sessions, ...commandGroups, ...ofSession];
  const groups = found(text, offered);
  const choose = (work: () => void) => {
    onClose();
    // After the palette has given the focus back, so that what is done can take it.
    setTimeout(work);
  };
  return (
    <Dialog.Root open onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-30 animate-[fade_120ms] bg-black/40" />
        <Dialog.Content
          aria-describedby={undefined}
          className="fixed inset-x-0 top-0 z-40 flex max-h-[var(--page-height,100dvh)] flex-col overflow-hidden bg-page outline-none md:inset-x-0 md:top-[12dvh] md:mx-auto md:max-h-[70dvh] md:w-[40rem] md:rounded-2xl md:border md:border-line-strong md:shadow-float"
        >
          <EscLayer onClose={onClose} />
          <Dialog.Title className="sr-only">{words.title}</Dialog.Title>
          {/* What fits is found here and not by cmdk, which looks for scattered letters and leaves the groups in their
              order: a session whose directory happened to hold the letters came before the page that was typed. */}
          <Command label={words.title} loop shouldFilter={false} className="flex min-h-0 flex-1 flex-col">
            <div className="flex h-12 shrink-0 items-center border-b border-line">
              <Command.Input
                value={text}
                onValueChange={setText}
                placeholder={beside ? words.besidePlaceholder : words.placeholder}
                className="h-full min-w-0 flex-1 bg-transparent px-4 outline-none placeholder:text-faint"
              />
              {/* It fills a phone, where there is no Escape and nothing beside it to tap. */}
              <Dialog.Close asChild>
                <IconButton label={strings.close} className="mx-1 md:hidden">
                  <X size={16} />
                </IconButton>
              </Dialog.Close>
            </div>
            <Command.List className="min-h-0 flex-1 overflow-y-auto p-2">
              {groups.length === 0 && (
                <div role="presentation" className="px-2 py-4 text-sm text-soft">
                  {words.nothing}
                </div>
              )}
              {groups.map((group) => (
                <GroupOf key={group.heading} group={group} choose={choose} />
              ))}
              {!beside && text.trim() !== "" && findPage("search") && (
                <Line
                  item={{
                    value: "search for",
                    title: words.searchFor(text.trim()),
                    also: [],
                    run: () => openPage("search", { q: text.trim() }),
                  }}
                  choose={choose}
                />
              )}
            </Command.List>
          </Command>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** Closes the palette, then does it. */
type Choose = (work: () => void) => void;

function GroupOf({ group, choose }: { group: Group; choose: Choose }) {
  return (
    <Command.Group
      heading={group.heading}
      className="[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-faint"
    >
      {group.items.map((item) => (
        <Line key={item.value} item={item} choose={choose} />
      ))}
    </Command.Group>
  );
}

function Line({ item, choose }: { item: Item; choose: Choose }) {
  return (
    <Command.Item
      value={item.value}
      onSelect={() => choose(item.run)}
      className="flex items-center gap-2 rounded-md px-2 py-1.5 text-sm data-[selected=true]:bg-hover pointer-coarse:min-h-11"
    >
      <span className="flex min-w-0 flex-1 items-center gap-2">{item.shown ?? item.title}</span>
      {item.end && <span className="shrink-0 text-xs text-faint">{item.end}</span>}
    </Command.Item>
  );
}
