import { useCan } from "@/api/scope";
import { Button } from "@/components/ui/button";
import { Empty } from "@/components/ui/states";
import { strings } from "@/strings";
import { useOverlays } from "./overlays";
import { useKeyLabel } from "./shortcuts/registry";

/** Nothing is open: what to do. */
export function Home() {
  const controls = useCan("manageSessions");
  const key = useKeyLabel("session.new");
  const show = useOverlays((state) => state.show);
  return (
    <div className="flex flex-1 items-center justify-center">
      <Empty title={strings.noneSelected} hint={strings.noneSelectedHint}>
        {controls && (
          <Button look="primary" hotkey={key ?? ""} onClick={() => show("newSession")}>
            {strings.createSession}
          </Button>
        )}
      </Empty>
    </div>
  );
}
