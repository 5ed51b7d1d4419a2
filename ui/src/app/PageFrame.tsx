import { Menu } from "lucide-react";
import { type ReactNode, Suspense } from "react";
import { Button, IconButton } from "@/components/ui/button";
import { Boundary, Empty, Loading } from "@/components/ui/states";
import { shell } from "@/strings/shell";
import { useLayout } from "./layout";
import { goHome } from "./navigation";
import { findPage } from "./pages";

/** A page of the table, or that there is none of this name. */
export function PageOf({ id, query }: { id: string; query: Record<string, string> }) {
  const entry = findPage(id);
  if (!entry) {
    return (
      <Empty title={shell.pageMissing(id)} hint={shell.pageMissingHint}>
        <Button onClick={goHome}>{shell.toSessions}</Button>
      </Empty>
    );
  }
  const Page = entry.component;
  return (
    <Boundary resetKey={id}>
      <Suspense fallback={<Loading />}>
        <Page query={query} />
      </Suspense>
    </Boundary>
  );
}

/** The head and the width that all pages have. */
export function PageFrame(props: {
  title: string;
  actions?: ReactNode;
  wide?: boolean;
  children: ReactNode;
}) {
  const { title, actions, wide = false, children } = props;
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <header className="flex min-h-12 shrink-0 items-center gap-2 border-b border-line px-4 py-1 pointer-coarse:min-h-14">
        <SidebarButton />
        <h1 className="mr-auto truncate font-semibold">{title}</h1>
        {actions}
      </header>
      <div className="relative min-h-0 flex-1 overflow-y-auto">
        <div className={wide ? "h-full p-4" : "max-w-[60rem] p-4"}>{children}</div>
      </div>
    </div>
  );
}

/** On a phone: opens the list over what is shown. */
export function SidebarButton() {
  const set = useLayout((state) => state.set);
  return (
    <IconButton
      label={shell.openSidebar}
      onClick={() => set({ sheetOpen: true })}
      className="-ml-2 md:hidden"
    >
      <Menu size={18} />
    </IconButton>
  );
}
