import { Ellipsis } from "lucide-react";
import { LazyMenu } from "@/components/ui/lazyMenu";
import { later } from "@/lib/later";
import { shell } from "@/strings";

const FootMenuItems = later(() => import("./FootMenuItems").then((module) => module.FootMenuItems));

/** Everything that is not used all day, in one labelled menu. */
export function FootMenu({ onLeave }: { onLeave: (() => void) | undefined }) {
  return (
    <LazyMenu
      button={({ open, onOpen }) => (
        <button
          type="button"
          aria-haspopup="menu"
          aria-expanded={open}
          onClick={(event) => onOpen(event.currentTarget)}
          className="flex min-h-[30px] w-full items-center gap-2.5 rounded-md px-2 py-1 text-left leading-tight text-soft hover:bg-hover hover:text-ink aria-expanded:bg-hover pointer-coarse:min-h-11"
        >
          <Ellipsis size={16} strokeWidth={1.75} aria-hidden className="shrink-0" />
          <span className="min-w-0 wrap-anywhere">{shell.more}</span>
        </button>
      )}
      menu={(open) => <FootMenuItems {...open} onLeave={onLeave} />}
    />
  );
}
