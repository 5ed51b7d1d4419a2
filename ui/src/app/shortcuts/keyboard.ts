// Runs commands on their keys.

import { isField } from "@/lib/fields";
import type { Command } from "../commands/command";
import { contextOf } from "../commands/context";
import { commands, isOffered } from "../commands/registry";
import { keysOf, useBindings } from "./bindings";
import { isTyped, normalise, pressed } from "./keys";

/** A row of the list that has the focus names the session that commands of a session act on. */
const rowOf = (target: EventTarget | null): string | undefined =>
  target instanceof Element
    ? target.closest<HTMLElement>("[data-session-row]")?.dataset.sessionRow
    : undefined;

function onKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return;
  const keys = pressed(event);
  if (keys === undefined) return;
  if (isTyped(keys) && isField(event.target)) return;
  const { chosen } = useBindings.getState();
  const contextFor = ({ group }: Command) => contextOf(group === "session" ? rowOf(event.target) : undefined);
  const wanted = commands.find(
    (command) =>
      command.run !== undefined &&
      keysOf(command, chosen).some((own) => normalise(own) === keys) &&
      isOffered(command, contextFor(command)),
  );
  if (!wanted) return;
  event.preventDefault();
  wanted.run?.(contextFor(wanted));
}

/** Listens for keys, for as long as the page is there. */
export const startShortcuts = (): void => addEventListener("keydown", onKeyDown);
