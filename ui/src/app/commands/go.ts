// Commands that lead somewhere, and those of the page itself.

import {
  ArrowDown,
  ArrowUp,
  BellDot,
  CircleHelp,
  Columns2,
  Command as CommandIcon,
  Compass,
  PanelLeft,
  PanelRightClose,
  Plus,
} from "lucide-react";
import { startTour } from "@/features/sessions/actions";
import { commands as words } from "@/strings";
import { closePanel, openPage, openPanel } from "../navigation";
import { useOverlays } from "../overlays";
import { type PageEntry, pages } from "../pages";
import type { Command, Slash } from "./command";
import { handled } from "./handlers";

const pageKeys: Record<string, string[]> = { inbox: ["Alt+I"], search: ["Mod+Shift+F"] };

const pageSlashes: Record<string, Slash[]> = {
  usage: [{ name: "usage", always: false }],
  doctor: [
    { name: "doctor", always: true },
    { name: "login", aliases: ["logout"], always: false },
  ],
  stored: [{ name: "resume", aliases: ["continue"], always: false }],
  overview: [{ name: "background", aliases: ["bg"], always: false }],
  devices: [{ name: "mobile", aliases: ["ios", "android", "remote-control", "rc"], always: false }],
};

const ofSession = ({ place }: PageEntry): boolean => place === "session";

const pageCommands = pages
  .filter((page) => !ofSession(page))
  .map(
    ({ id, title, icon }): Command => ({
      id: `go.${id}`,
      title,
      icon,
      group: "go",
      keys: pageKeys[id] ?? [],
      ...(pageSlashes[id] ? { slash: pageSlashes[id] } : {}),
      run: () => openPage(id),
    }),
  );

export const goCommands: readonly Command[] = [
  {
    id: "palette",
    title: words.palette,
    icon: CommandIcon,
    group: "go",
    keys: ["Mod+Shift+P", "Mod+/", "Meta+K"],
    run: () => {
      const { shown, show, hide } = useOverlays.getState();
      if (shown === "palette") hide();
      else show("palette");
    },
  },
  {
    id: "help",
    title: words.help,
    icon: CircleHelp,
    group: "go",
    keys: ["?"],
    slash: [
      { name: "help", always: true },
      { name: "status", always: true },
    ],
    run: () => openPanel("help"),
  },
  {
    id: "session.new",
    title: words.newSession,
    icon: Plus,
    group: "go",
    keys: ["Mod+J"],
    needs: "manageSessions",
    run: () => useOverlays.getState().show("newSession"),
  },
  ...pageCommands,
  handled({ id: "go.next", title: words.next, icon: ArrowDown, group: "go", keys: ["Alt+N"] }),
  handled({ id: "go.previous", title: words.previous, icon: ArrowUp, group: "go", keys: ["Alt+Shift+N"] }),
  handled({ id: "go.waiting", title: words.waiting, icon: BellDot, group: "go", keys: ["Alt+W"] }),
  {
    id: "tour",
    title: words.tour,
    icon: Compass,
    group: "go",
    keys: [],
    needs: "manageSessions",
    run: () => startTour(),
  },
  handled({ id: "pane.next", title: words.nextPane, icon: Columns2, group: "go", keys: ["Alt+P"] }),
  handled({ id: "sidebar", title: words.sidebar, icon: PanelLeft, group: "page", keys: ["Mod+B"] }),
  {
    id: "dock.close",
    title: words.closePanel,
    icon: PanelRightClose,
    group: "page",
    keys: ["Alt+X"],
    when: ({ panel }) => panel !== undefined,
    run: closePanel,
  },
];
