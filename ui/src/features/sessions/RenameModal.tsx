import { useSession } from "@/api/hooks";
import { Modal } from "@/components/ui/modal";
import { sessions as words } from "@/strings";
import { useListState } from "./listState";
import { RenameField } from "./RenameField";

/** Renames a session while the list, where it is done in place, is not in sight. */
export function RenameModal() {
  const renaming = useListState((state) => state.renaming);
  const end = useListState((state) => state.endRename);
  const session = useSession(renaming);
  if (!session) return null;
  return (
    <Modal open onClose={end} title={words.renameTitle}>
      <div className="px-4 pt-1 pb-4">
        <RenameField session={session} />
      </div>
    </Modal>
  );
}
