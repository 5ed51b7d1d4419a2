import { ListFilter } from "lucide-react";
import { IconButton } from "@/components/ui/button";
import { LazyMenu } from "@/components/ui/lazyMenu";
import { later } from "@/lib/later";
import { sessions as words } from "@/strings";

const ListOptionItems = later(() => import("./ListOptionItems").then((module) => module.ListOptionItems));

/** How the list is grouped, what it shows, and its filter. */
export function ListOptions() {
  return (
    <LazyMenu
      button={({ open, onOpen }) => (
        <IconButton
          label={words.arrange}
          aria-haspopup="menu"
          aria-expanded={open}
          onClick={(event) => onOpen(event.currentTarget)}
          className="size-7 text-faint"
        >
          <ListFilter size={16} strokeWidth={1.75} />
        </IconButton>
      )}
      menu={(open) => <ListOptionItems {...open} />}
    />
  );
}
