// Stores that are kept by the browser, in several tabs: each writes all of its store, so each must know what the others
// wrote, or it would undo it.

interface Kept {
  persist: { getOptions: () => { name?: string }; rehydrate: () => unknown };
}

/** Reads the store again when another tab wrote it. */
export function followOtherTabs({ persist }: Kept): void {
  globalThis.addEventListener?.("storage", ({ key }) => {
    if (key === persist.getOptions().name) void persist.rehydrate();
  });
}
