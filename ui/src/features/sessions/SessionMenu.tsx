import {
  Archive,
  ArchiveRestore,
  Columns2,
  Download,
  GitFork,
  Link,
  Moon,
  Pencil,
  Power,
  RotateCw,
  Sparkles,
  Sun,
  Terminal,
  Trash2,
} from "lucide-react";
import type { SessionSummary } from "@/api/generated";
import { useSessions } from "@/api/hooks";
import { useCan } from "@/api/scope";
import { openBeside } from "@/app/navigation";
import { MenuItem, MenuLine, SpotMenu } from "@/components/ui/menu";
import { useHasSidebar } from "@/lib/media";
import { sessions as words } from "@/strings/sessions";
import { archive, copyLink, copyResume, exportSession, fork, lifecycle, remove } from "./actions";
import { useListState } from "./listState";

/** The menu of one session: one for the whole page, opened by rows, headers and the right mouse button. */
export function SessionMenu() {
  const menu = useListState((state) => state.menu);
  const close = useListState((state) => state.closeMenu);
  const session = useSessions()?.get(menu?.session ?? "");
  if (!menu || !session) return null;
  return (
    <SpotMenu open onClose={close} at={menu.at} from={menu.from} label={words.menu}>
      <Items session={session} />
    </SpotMenu>
  );
}

function Items({ session }: { session: SessionSummary }) {
  const startRename = useListState((state) => state.rename);
  const wide = useHasSidebar();
  const controls = useCan("manageSessions");
  const hasProcess = session.status === "live" || session.status === "starting";
  return (
    <>
      {wide && (
        <MenuItem icon={Columns2} onSelect={() => openBeside(session.id)}>
          {words.openBeside}
        </MenuItem>
      )}
      {controls && (
        <>
          {/* The field takes the focus after the menu has given it back. */}
          <MenuItem icon={Pencil} hotkey="F2" onSelect={() => setTimeout(() => startRename(session.id))}>
            {words.rename}
          </MenuItem>
          <MenuItem icon={GitFork} onSelect={() => fork(session.id)}>
            {words.fork}
          </MenuItem>
          <MenuLine />
          {hasProcess ? (
            <>
              <MenuItem icon={Moon} onSelect={() => lifecycle(session.id, "park")}>
                {words.park}
              </MenuItem>
              <MenuItem icon={RotateCw} onSelect={() => lifecycle(session.id, "restart")}>
                {words.restart}
              </MenuItem>
            </>
          ) : (
            <MenuItem icon={Sun} onSelect={() => lifecycle(session.id, "wake")}>
              {words.wake}
            </MenuItem>
          )}
          {/* For a conversation whose history the CLI has lost: it cannot be resumed. */}
          {session.status === "failed" && (
            <MenuItem icon={Sparkles} onSelect={() => lifecycle(session.id, "fresh")}>
              {words.fresh}
            </MenuItem>
          )}
          {session.status !== "closed" && (
            <MenuItem icon={Power} onSelect={() => lifecycle(session.id, "close")}>
              {words.close}
            </MenuItem>
          )}
          <MenuLine />
        </>
      )}
      <MenuItem icon={Terminal} onSelect={() => copyResume(session)}>
        {words.copyResume}
      </MenuItem>
      <MenuItem icon={Link} onSelect={() => copyLink(session.id)}>
        {words.copyLink}
      </MenuItem>
      <MenuItem icon={Download} onSelect={() => exportSession(session, "markdown")}>
        {words.exportMarkdown}
      </MenuItem>
      <MenuItem icon={Download} onSelect={() => exportSession(session, "json")}>
        {words.exportJson}
      </MenuItem>
      <MenuItem icon={Download} onSelect={() => exportSession(session, "raw")}>
        {words.exportRaw}
      </MenuItem>
      <MenuItem icon={Download} onSelect={() => exportSession(session, "archive")}>
        {words.exportArchive}
      </MenuItem>
      {controls && (
        <>
          <MenuLine />
          <MenuItem icon={session.archived ? ArchiveRestore : Archive} onSelect={() => archive(session)}>
            {session.archived ? words.unarchive : words.archive}
          </MenuItem>
          <MenuItem icon={Trash2} danger onSelect={() => remove(session)}>
            {words.remove}
          </MenuItem>
          {session.worktree && (
            <MenuItem icon={Trash2} danger onSelect={() => remove(session, "remove")}>
              {words.removeWithWorktree}
            </MenuItem>
          )}
        </>
      )}
    </>
  );
}
