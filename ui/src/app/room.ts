// What there is room for: sessions side by side, and a panel beside them.

import { hasSidebar, useHasSidebar, useWindowWidth } from "@/lib/media";
import { useLayout } from "./layout";
import { fitSideBySide, fitsBeside } from "./panes.logic";

interface Room {
  /** The open sessions are all shown; else the active one alone. */
  all: boolean;
  /** The panel stands beside them; else it lies over them. */
  dock: boolean;
}

type Layout = Pick<ReturnType<typeof useLayout.getState>, "sidebarHidden" | "sidebarWidth" | "dockWidth">;

function roomOf(layout: Layout, wide: boolean, window: number, sessions: number): Room {
  const { sidebarHidden, sidebarWidth, dockWidth } = layout;
  const widths = { window, sidebar: sidebarHidden ? 0 : sidebarWidth, dock: dockWidth };
  const all = wide && fitSideBySide(widths, sessions);
  return { all, dock: wide && fitsBeside(widths, all ? sessions : 1) };
}

export function useRoom(sessions: number): Room {
  const layout = useLayout();
  return roomOf(layout, useHasSidebar(), useWindowWidth(), sessions);
}

/** The same, asked once. */
export const roomNow = (sessions: number): Room =>
  roomOf(useLayout.getState(), hasSidebar(), innerWidth, sessions);
