// Which lines are open. A row that scrolls out of sight is taken down, and must look the same when it comes back.

import { create } from "zustand";

interface OpenState {
  open: Record<string, boolean>;
  setOpen: (key: string, open: boolean) => void;
}

const useOpenStates = create<OpenState>()((set) => ({
  open: {},
  setOpen: (key, open) => set((state) => ({ open: { ...state.open, [key]: open } })),
}));

const keyOf = (session: string, entry: string, part: string) => `${session} ${entry} ${part}`;

/** Whether a line is open: as the person chose, else as it begins. */
export function useOpen(
  session: string,
  entry: string,
  initial = false,
  part = "",
): [boolean, (open: boolean) => void] {
  const key = keyOf(session, entry, part);
  const chosen = useOpenStates((state) => state.open[key]);
  return [chosen ?? initial, (open) => useOpenStates.getState().setOpen(key, open)];
}

/** Opens the line of an entry, for those who were sent there. */
export function openEntry(session: string, entry: string, part = ""): void {
  useOpenStates.getState().setOpen(keyOf(session, entry, part), true);
}
