import type { SessionView } from "@/api/generated";
import { useView } from "@/api/hooks";
import { Allowed } from "@/api/scope";
import { MenuItem } from "@/components/ui/menu";
import { offersAuto } from "../composer/modes.logic";

const offeredIn = (view: SessionView): boolean =>
  offersAuto(view.info) && view.info.permissionMode !== "auto";

interface AutoModeProps {
  session: string;
  label: string;
  busy: boolean;
  onChoose: () => void;
}

/** Allows, and goes on in auto mode: there where the CLI of the session offers it. */
export function AutoMode({ session, label, busy, onChoose }: AutoModeProps) {
  if (!useView(session, offeredIn)) return null;
  return (
    <Allowed to="allowForSession">
      <MenuItem disabled={busy} onSelect={onChoose}>
        {label}
      </MenuItem>
    </Allowed>
  );
}

/** What an answer adds to the session for it. */
export const autoMode = { type: "setMode", mode: "auto", destination: "session" };
