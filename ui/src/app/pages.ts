// The pages that are not a conversation. To add one: a line in the table, and a module that exports `Page`.

import {
  ChartColumn,
  FileDiff,
  History,
  Inbox,
  LayoutGrid,
  type LucideIcon,
  Rewind,
  ScrollText,
  Search,
  Settings,
  Smartphone,
  Stethoscope,
} from "lucide-react";
import type { ComponentType } from "react";
import { later } from "@/lib/later";
import { shell, titles } from "@/strings";
import { withLateTexts } from "@/strings/withLateTexts";

export interface PageProps {
  /** What the page was asked for, from the address: `#/search?q=…`. */
  query: Record<string, string>;
}

export interface PageEntry {
  /** Its address: `#/inbox`. */
  id: string;
  title: string;
  icon: LucideIcon;
  /** Where the sidebar links to it: above the sessions, in the menu at its foot, or nowhere: it is about one session. */
  place: "top" | "foot" | "session";
  component: ComponentType<PageProps>;
}

/** A page that is loaded when it is first opened. */
export const page = (
  entry: Omit<PageEntry, "component">,
  load: () => Promise<{ Page: ComponentType<PageProps> }>,
): PageEntry => ({
  ...entry,
  component: later(withLateTexts(() => load().then((module) => module.Page))),
});

export const pages: readonly PageEntry[] = [
  page(
    { id: "inbox", title: shell.inbox, icon: Inbox, place: "top" },
    () => import("@/features/inbox/InboxPage"),
  ),
  page(
    { id: "overview", title: shell.overview, icon: LayoutGrid, place: "top" },
    () => import("@/features/overview/OverviewPage"),
  ),
  page(
    { id: "search", title: shell.search, icon: Search, place: "top" },
    () => import("@/features/search/SearchPage"),
  ),
  page(
    { id: "review", title: shell.review, icon: FileDiff, place: "session" },
    () => import("@/features/diff/ReviewPage"),
  ),
  page(
    { id: "usage", title: titles.usage, icon: ChartColumn, place: "foot" },
    () => import("@/features/pages/usage/UsagePage"),
  ),
  page(
    { id: "audit", title: titles.audit, icon: ScrollText, place: "foot" },
    () => import("@/features/pages/audit/AuditPage"),
  ),
  page(
    { id: "devices", title: titles.devices, icon: Smartphone, place: "foot" },
    () => import("@/features/pages/devices/DevicesPage"),
  ),
  page(
    { id: "stored", title: shell.stored, icon: History, place: "foot" },
    () => import("@/features/stored/StoredPage"),
  ),
  page(
    { id: "doctor", title: titles.doctor, icon: Stethoscope, place: "foot" },
    () => import("@/features/pages/doctor/DoctorPage"),
  ),
  page(
    { id: "replay", title: titles.replay, icon: Rewind, place: "foot" },
    () => import("@/features/pages/replay/ReplayPage"),
  ),
  page(
    { id: "settings", title: titles.host, icon: Settings, place: "foot" },
    () => import("@/features/pages/host/HostPage"),
  ),
];

export const findPage = (id: string): PageEntry | undefined => pages.find((entry) => entry.id === id);
