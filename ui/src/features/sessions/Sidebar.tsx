import { PanelLeft } from "lucide-react";
import type { ReactNode } from "react";
import { useHost } from "@/api/hooks";
import { FootMenu } from "@/app/FootMenu";
import { useLayout } from "@/app/layout";
import { NavLinks } from "@/app/NavLinks";
import { useKeyLabel } from "@/app/shortcuts/bindings";
import { Mark } from "@/components/Mark";
import { IconButton } from "@/components/ui/button";
import { Tag } from "@/components/ui/status";
import { cn } from "@/lib/cn";
import { useHasSidebar } from "@/lib/media";
import { shell, strings } from "@/strings";
import { ListOptions } from "./ListOptions";
import { SessionList } from "./SessionList";

interface SidebarProps {
  /** Called when something was chosen, so that a sheet can close. */
  onLeave?: () => void;
  className?: string;
  /** At its edge: what sets its width. */
  children?: ReactNode;
}

/** The ways to everything, and the sessions. */
export function Sidebar({ onLeave, className, children }: SidebarProps) {
  return (
    <nav
      aria-label={strings.sessions}
      className={cn("relative flex min-h-0 flex-col bg-side pt-2", className)}
    >
      <header className="flex items-center gap-2 px-4 pt-1 pb-2">
        <Mark />
        <h2 className="text-[0.9375rem] font-semibold tracking-[-0.015em]">{strings.name}</h2>
        <Demo />
        <span className="ml-auto" />
        <ListOptions />
        <HideButton />
      </header>
      <NavLinks onLeave={onLeave} />
      <SessionList onLeave={onLeave} />
      <footer className="border-t border-line p-2">
        <FootMenu onLeave={onLeave} />
      </footer>
      {children}
    </nav>
  );
}

function Demo() {
  const demo = useHost()?.demo;
  return demo ? <Tag>{shell.demo}</Tag> : null;
}

function HideButton() {
  const wide = useHasSidebar();
  const set = useLayout((state) => state.set);
  const key = useKeyLabel("sidebar");
  if (!wide) return null;
  return (
    <IconButton
      label={shell.hideSidebar}
      hotkey={key}
      onClick={() => set({ sidebarHidden: true })}
      className="-mr-2 size-7 text-faint"
    >
      <PanelLeft size={16} strokeWidth={1.75} />
    </IconButton>
  );
}
