import { PanelRight, X } from "lucide-react";
import { useLayout } from "@/app/layout";
import {
  closePanel,
  closeSession,
  openPanel,
  setActiveSession,
  useActiveSession,
  useAddress,
} from "@/app/navigation";
import { panels } from "@/app/panels";
import { IconButton } from "@/components/ui/button";
import { sessions as words } from "@/strings";

/** At the end of a session's head: the panel beside it, and closing it when there are several. */
export function PaneTools({ session }: { session: string }) {
  const { sessions, panel } = useAddress();
  const active = useActiveSession() === session;
  const last = useLayout((state) => state.lastPanel);
  const open = active && panel !== undefined;
  const toggle = () => {
    setActiveSession(session);
    if (open) closePanel();
    else openPanel(panels.some(({ id }) => id === last) ? last : (panels[0]?.id ?? ""));
  };
  return (
    <>
      {panels.length > 0 && (
        <IconButton
          label={words.panel}
          aria-pressed={open}
          onClick={toggle}
          className="aria-pressed:bg-hover aria-pressed:text-ink"
        >
          <PanelRight size={16} strokeWidth={1.75} />
        </IconButton>
      )}
      {sessions.length > 1 && (
        <IconButton label={words.closePane} onClick={() => closeSession(session)} className="max-md:hidden">
          <X size={16} />
        </IconButton>
      )}
    </>
  );
}
