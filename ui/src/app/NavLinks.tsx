import { House, type LucideIcon, SquarePen } from "lucide-react";
import type { MouseEvent } from "react";
import { useSessionList } from "@/api/hooks";
import { useCan } from "@/api/scope";
import { Key } from "@/components/ui/button";
import { Tag } from "@/components/ui/status";
import { openRequests } from "@/features/sessions/sessions.logic";
import { cn } from "@/lib/cn";
import { shell, strings } from "@/strings";
import { goHome, openPage, pageLink, useAddress } from "./navigation";
import { useOverlays } from "./overlays";
import { pages } from "./pages";
import { useKeyLabel } from "./shortcuts/bindings";

interface Place {
  id: string;
  title: string;
  icon: LucideIcon;
  link: string;
  open: () => void;
}

/** The places of the sidebar and of the bar on a phone. */
const places: Place[] = [
  { id: "home", title: shell.home, icon: House, link: "#/", open: goHome },
  ...pages
    .filter(({ place }) => place === "top")
    .map(({ id, title, icon }) => ({ id, title, icon, link: pageLink(id), open: () => openPage(id) })),
];

/** A click that asks for another tab or window is the browser's. */
const isPlain = (event: MouseEvent): boolean => !(event.ctrlKey || event.metaKey || event.shiftKey);

function useCurrent(): string | undefined {
  const { sessions, page } = useAddress();
  return sessions.length > 0 ? undefined : (page ?? "home");
}

const row =
  "flex h-[30px] w-full items-center gap-2.5 rounded-md px-2 text-left text-soft hover:bg-hover hover:text-ink aria-[current]:bg-hover aria-[current]:font-medium aria-[current]:text-ink pointer-coarse:h-11";

/** The ways to everything, with words, above the sessions. */
export function NavLinks({ onLeave }: { onLeave: (() => void) | undefined }) {
  const show = useOverlays((state) => state.show);
  const controls = useCan("manageSessions");
  const newKey = useKeyLabel("session.new");
  const current = useCurrent();
  return (
    <ul className="space-y-px px-2">
      {controls && (
        <li>
          <button
            type="button"
            onClick={() => {
              show("newSession");
              onLeave?.();
            }}
            className={row}
          >
            <SquarePen size={16} strokeWidth={1.75} aria-hidden />
            <span className="mr-auto">{strings.newSession}</span>
            {newKey && <Key>{newKey}</Key>}
          </button>
        </li>
      )}
      {places.map(({ id, title, icon: Icon, link, open }) => (
        <li key={id}>
          <a
            href={link}
            aria-current={current === id ? "page" : undefined}
            onClick={(event) => {
              if (!isPlain(event)) return;
              event.preventDefault();
              open();
              onLeave?.();
            }}
            className={row}
          >
            <Icon size={16} strokeWidth={1.75} aria-hidden />
            <span className="mr-auto">{title}</span>
            {id === "inbox" && <InboxCount />}
          </a>
        </li>
      ))}
    </ul>
  );
}

/** The bar at the bottom of a phone. */
export function PhoneBar() {
  const current = useCurrent();
  return (
    <nav
      aria-label={shell.navigation}
      className="flex shrink-0 justify-around border-t border-line bg-side pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      {places.map(({ id, title, icon: Icon, link }) => (
        <a
          key={id}
          href={link}
          aria-current={current === id ? "page" : undefined}
          className={cn(
            "relative flex min-h-14 min-w-16 flex-1 flex-col items-center justify-center gap-0.5 text-[0.6875rem] font-medium text-faint",
            "aria-[current]:text-ink",
          )}
        >
          <Icon size={21} strokeWidth={1.75} aria-hidden />
          {title}
          {id === "inbox" && (
            <span className="absolute top-1 left-1/2 ml-2">
              <InboxCount />
            </span>
          )}
        </a>
      ))}
    </nav>
  );
}

function InboxCount() {
  const asks = useSessionList(openRequests);
  if (asks === 0) return null;
  return (
    <Tag tone="wait">
      <span className="sr-only">{shell.waiting(asks)}</span>
      <span aria-hidden>{asks}</span>
    </Tag>
  );
}
