import { useSession } from "@/api/hooks";
import { CommandItems } from "@/app/commands/CommandItems";
import { SpotMenu } from "@/components/ui/menu";
import { sessions as words } from "@/strings";
import { useListState } from "./listState";

/** The menu of one session: one for the whole page, opened by rows, headers and the right mouse button. */
export function SessionMenu() {
  const menu = useListState((state) => state.menu);
  const close = useListState((state) => state.closeMenu);
  const session = useSession(menu?.session);
  if (!menu || !session) return null;
  return (
    <SpotMenu open onClose={close} at={menu.at} from={menu.from} label={words.menu}>
      {/* A command may move the focus, after the menu has given it back. */}
      <CommandItems menu="session" session={session.id} choose={(run) => setTimeout(run)} />
    </SpotMenu>
  );
}
