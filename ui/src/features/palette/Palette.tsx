import { Command } from "cmdk";
import { Dialog } from "radix-ui";
import { type ReactNode, useState } from "react";
import { openPage } from "@/app/navigation";
import { findPage } from "@/app/pages";
import { palette as words } from "@/strings/palette";
import { ActionItems, PageItems } from "./ActionItems";
import { LookItems } from "./LookItems";
import { ModelItems } from "./ModelItems";
import { SessionItems } from "./SessionItems";

interface PaletteProps {
  /** Offers sessions only, to open one beside those that are open. */
  beside?: boolean;
  onClose: () => void;
}

/** Everything that can be done, found by typing. */
export function Palette({ beside = false, onClose }: PaletteProps) {
  const [text, setText] = useState("");
  const choose = (work: () => void) => () => {
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
          className="fixed inset-x-0 top-0 z-40 flex max-h-dvh flex-col overflow-hidden bg-page outline-none md:inset-x-0 md:top-[12dvh] md:mx-auto md:max-h-[70dvh] md:w-[40rem] md:rounded-lg md:border md:border-line md:shadow-xl"
        >
          <Dialog.Title className="sr-only">{words.title}</Dialog.Title>
          <Command label={words.title} loop className="flex min-h-0 flex-1 flex-col">
            <Command.Input
              value={text}
              onValueChange={setText}
              placeholder={beside ? words.besidePlaceholder : words.placeholder}
              className="h-12 w-full shrink-0 border-b border-line bg-transparent px-4 outline-none placeholder:text-faint"
            />
            <Command.List className="min-h-0 flex-1 overflow-y-auto p-2">
              <Command.Empty className="px-2 py-4 text-sm text-soft">{words.nothing}</Command.Empty>
              <SessionItems choose={choose} beside={beside} />
              {!beside && (
                <>
                  <ActionItems choose={choose} />
                  <PageItems choose={choose} />
                  <ModelItems choose={choose} />
                  <LookItems choose={choose} />
                </>
              )}
              {!beside && text.trim() !== "" && findPage("search") && (
                <Item
                  forceMount
                  value={`search for ${text}`}
                  onSelect={choose(() => openPage("search", { q: text.trim() }))}
                >
                  {words.searchFor(text.trim())}
                </Item>
              )}
            </Command.List>
          </Command>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** Closes the palette, then does it. */
export type Choose = (work: () => void) => () => void;

export function Group({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <Command.Group
      heading={heading}
      className="[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-faint"
    >
      {children}
    </Command.Group>
  );
}

export function Item(props: {
  value: string;
  keywords?: string[];
  onSelect: () => void;
  forceMount?: boolean;
  /** At the end of the line: a key, or what it is now. */
  end?: ReactNode;
  children: ReactNode;
}) {
  const { end, children, ...rest } = props;
  return (
    <Command.Item
      {...rest}
      className="flex items-center gap-2 rounded-md px-2 py-1.5 text-sm data-[selected=true]:bg-hover pointer-coarse:min-h-11"
    >
      <span className="flex min-w-0 flex-1 items-center gap-2">{children}</span>
      {end && <span className="shrink-0 text-xs text-faint">{end}</span>}
    </Command.Item>
  );
}
