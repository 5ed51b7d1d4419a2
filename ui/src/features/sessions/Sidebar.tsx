import { Command, Plus } from "lucide-react";
import { useSessions } from "@/api/hooks";
import { useCan } from "@/api/scope";
import { openPage, pageLink, useAddress } from "@/app/navigation";
import { useOverlays } from "@/app/overlays";
import { pages } from "@/app/pages";
import { useKeyLabel } from "@/app/shortcuts/registry";
import { ThemeButton } from "@/app/ThemeButton";
import { Button, IconButton } from "@/components/ui/button";
import { cn } from "@/lib/cn";
import { strings } from "@/strings";
import { shell } from "@/strings/shell";
import { SessionList } from "./SessionList";
import { openRequests } from "./sessions.logic";

interface SidebarProps {
  /** Called when something was chosen, so that a sheet can close. */
  onLeave?: () => void;
  className?: string;
}

/** The list of sessions, with the ways to everything else above and below it. */
export function Sidebar({ onLeave, className }: SidebarProps) {
  const show = useOverlays((state) => state.show);
  const controls = useCan("manageSessions");
  const newKey = useKeyLabel("session.new");
  const paletteKey = useKeyLabel("palette");
  const open = (overlay: "newSession" | "palette") => {
    show(overlay);
    onLeave?.();
  };
  return (
    <nav aria-label={strings.sessions} className={cn("flex min-h-0 flex-col bg-panel", className)}>
      <header className="flex items-center px-2 pt-2 pl-4">
        <h2 className="mr-auto font-semibold tracking-tight">{strings.name}</h2>
        <IconButton label={shell.palette} hotkey={paletteKey} onClick={() => open("palette")}>
          <Command size={16} />
        </IconButton>
        {controls && (
          <Button
            look="primary"
            aria-label={strings.newSession}
            title={newKey ? `${strings.newSession} (${newKey})` : strings.newSession}
            onClick={() => open("newSession")}
            className="ml-1 min-h-8 gap-1 pr-2.5 pl-2"
          >
            <Plus size={15} aria-hidden /> {strings.newShort}
          </Button>
        )}
      </header>
      <Links place="top" onLeave={onLeave} />
      <SessionList onLeave={onLeave} />
      <footer className="flex items-center border-t border-line px-2 py-1">
        <Links place="foot" onLeave={onLeave} />
        <ThemeButton />
      </footer>
    </nav>
  );
}

/** Links to the pages of the table: with their names above the list, as pictures below it. */
function Links({ place, onLeave }: { place: "top" | "foot"; onLeave: (() => void) | undefined }) {
  const { page: current } = useAddress();
  const listed = pages.filter((page) => page.place === place);
  const top = place === "top";
  return (
    <ul className={top ? "px-2 pt-1 max-md:flex" : "mr-auto flex"}>
      {listed.map(({ id, title, icon: Icon }) => (
        <li key={id} className={top ? "max-md:flex-1" : ""}>
          <a
            href={pageLink(id)}
            title={top ? undefined : title}
            aria-label={top ? undefined : title}
            aria-current={current === id ? "page" : undefined}
            onClick={(event) => {
              if (event.ctrlKey || event.metaKey || event.shiftKey) return;
              event.preventDefault();
              openPage(id);
              onLeave?.();
            }}
            className={cn(
              "flex items-center gap-2 rounded-md text-sm text-soft hover:bg-raised hover:text-ink",
              "aria-[current]:bg-raised aria-[current]:text-ink",
              top ? "px-2 py-1 pointer-coarse:min-h-11" : "size-8 justify-center pointer-coarse:size-11",
            )}
          >
            <Icon size={top ? 14 : 16} aria-hidden />
            {top && <span className="mr-auto">{title}</span>}
            {id === "inbox" && <InboxCount />}
          </a>
        </li>
      ))}
    </ul>
  );
}

function InboxCount() {
  const asks = openRequests(useSessions());
  if (asks === 0) return null;
  return (
    <span className="rounded-full bg-wait-page px-1.5 text-xs font-medium text-wait">
      <span className="sr-only">{shell.waiting(asks)}</span>
      <span aria-hidden>{asks}</span>
    </span>
  );
}
