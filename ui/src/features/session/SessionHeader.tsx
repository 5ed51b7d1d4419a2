import { ArrowUpToLine, Ellipsis, FileDiff, Menu as MenuIcon, Search } from "lucide-react";
import { DropdownMenu } from "radix-ui";
import { type ReactNode, useRef, useState } from "react";
import { connection } from "@/api/connection";
import type { SessionView } from "@/api/generated";
import { useHost, useSessions, useView } from "@/api/hooks";
import { can } from "@/api/scope.logic";
import { shown } from "@/app/shortcuts/keys";
import { keysOf, useBindings, useKeyLabel } from "@/app/shortcuts/registry";
import { shortcuts } from "@/app/shortcuts/table";
import { IconButton } from "@/components/ui/button";
import { MenuItem } from "@/components/ui/menu";
import { cn } from "@/lib/cn";
import { shortPath } from "@/lib/format";
import { EscLayer } from "@/lib/layers";
import { useNow } from "@/lib/now";
import { strings } from "@/strings";
import { conversation } from "@/strings/conversation";
import { keys as words } from "@/strings/keys";
import { modes } from "../composer/modes.logic";
import { actionIds, copyResume, type SessionActions } from "./actions";
import { isBusy, sentence } from "./liveness.logic";

const livenessOf = (view: SessionView) => view.liveness;
const infoOf = (view: SessionView) => view.info;
const usageOf = (view: SessionView) => view.usage;

interface HeaderProps {
  session: string;
  onBack: () => void;
  actions: SessionActions;
  /** Further buttons at the end of the line. */
  children?: ReactNode;
}

/** The menu has these, too: where there is little room, as side by side, the title has it. */
const inMenu = "@max-[34rem]:hidden";

/** What the session is, where it runs, what it is doing, and what can be done with it. */
export function SessionHeader({ session, onBack, actions, children }: HeaderProps) {
  const summary = useSessions()?.get(session);
  const info = useView(session, infoOf);
  const host = useHost();
  const findKey = useKeyLabel("conversation.find");
  const promptKey = useKeyLabel("conversation.lastPrompt");
  const where = summary && shortPath(summary.worktree ?? summary.project, host?.home);
  const parts = [where, summary?.branch, info?.model, modes[info?.permissionMode ?? "default"]];
  return (
    <header className="@container flex items-center gap-1 border-b border-line px-2 py-1.5 md:px-4">
      <IconButton label={strings.sessions} onClick={onBack} className="md:hidden">
        <MenuIcon size={18} />
      </IconButton>
      <div className="min-w-0 flex-1 px-1">
        <div className="flex items-baseline gap-3">
          <h1 className="min-w-0 truncate font-semibold">
            {summary?.title ?? info?.title ?? strings.loading}
          </h1>
          <Liveness session={session} className="ml-auto hidden md:block" />
        </div>
        <p className="hidden truncate text-xs text-soft md:block">{parts.filter(Boolean).join(" · ")}</p>
        <Liveness session={session} className="md:hidden" />
      </div>
      <Changes session={session} onOpen={actions.changes} />
      <IconButton
        label={conversation.find.title}
        title={`${words.find} (${findKey ?? ""})`}
        onClick={actions.find}
        className={inMenu}
      >
        <Search size={16} />
      </IconButton>
      <IconButton
        label={conversation.lastPrompt}
        title={`${words.lastPrompt} (${promptKey ?? ""})`}
        onClick={actions.lastPrompt}
        className={inMenu}
      >
        <ArrowUpToLine size={16} />
      </IconButton>
      <Menu session={session} actions={actions} />
      {children}
    </header>
  );
}

/** Lines that the session changed; opens all of them. */
function Changes({ session, onOpen }: { session: string; onOpen: () => void }) {
  const usage = useView(session, usageOf);
  const key = useKeyLabel("conversation.changes");
  if (!usage || (usage.linesAdded === 0 && usage.linesRemoved === 0)) return null;
  return (
    <button
      type="button"
      aria-label={conversation.changes(usage.linesAdded, usage.linesRemoved)}
      title={`${words.changes} (${key ?? ""})`}
      onClick={onOpen}
      className="inline-flex h-8 items-center gap-1.5 rounded-md px-2 font-mono text-xs text-soft hover:bg-panel max-md:hidden pointer-coarse:h-11"
    >
      <FileDiff size={14} aria-hidden />
      <span>
        <span className="text-done">+{usage.linesAdded}</span>{" "}
        <span className="text-fail">−{usage.linesRemoved}</span>
      </span>
    </button>
  );
}

function Menu({ session, actions }: { session: string; actions: SessionActions }) {
  const chosen = useBindings((state) => state.chosen);
  const [open, setOpen] = useState(false);
  const scope = useHost()?.scope;
  const items = actionIds.flatMap(([id, action]) => {
    const shortcut = shortcuts.find((one) => one.id === id);
    if (!shortcut || !can(scope, shortcut.needs)) return [];
    const first = keysOf(shortcut, chosen)[0];
    return [{ title: shortcut.title, key: first === undefined ? "" : shown(first), run: actions[action] }];
  });
  // What is chosen happens once the menu has let go of the focus, so that it can take it elsewhere.
  const chosenAction = useRef<() => void>(undefined);
  const choose = (run: () => void) => () => {
    chosenAction.current = run;
  };
  return (
    <DropdownMenu.Root open={open} onOpenChange={setOpen}>
      <DropdownMenu.Trigger asChild>
        <IconButton label={conversation.actions}>
          <Ellipsis size={16} />
        </IconButton>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="end"
          sideOffset={4}
          onCloseAutoFocus={(event) => {
            const run = chosenAction.current;
            chosenAction.current = undefined;
            if (!run) return;
            event.preventDefault();
            run();
          }}
          className="z-50 min-w-60 rounded-md border border-line bg-raised p-1 shadow-lg"
        >
          <EscLayer onClose={() => setOpen(false)} />
          {items.map((item) => (
            <MenuItem key={item.title} hotkey={item.key} onSelect={choose(item.run)}>
              {item.title}
            </MenuItem>
          ))}
          <MenuItem onSelect={choose(() => copyResume(session))}>{words.copyResume}</MenuItem>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

/** What it is doing and for how long: a sentence with a clock, never a spinner alone. */
function Liveness({ session, className }: { session: string; className?: string }) {
  const now = useNow();
  const liveness = useView(session, livenessOf);
  const view = connection.peek(session);
  if (!liveness || !view) return null;
  const waiting = liveness.activity.state === "waiting";
  const ended = liveness.activity.state === "ended";
  return (
    <p
      role="status"
      aria-live="off"
      data-liveness
      title={conversation.lastEvent(new Date(view.at).toLocaleTimeString())}
      className={cn(
        "min-w-0 shrink-0 truncate text-xs",
        waiting ? "text-wait" : ended ? "text-fail" : isBusy(liveness) ? "text-work" : "text-faint",
        className,
      )}
    >
      <span aria-hidden>{waiting ? "◆ " : ended ? "✗ " : isBusy(liveness) ? "● " : "○ "}</span>
      {sentence(view, now)}
    </p>
  );
}
