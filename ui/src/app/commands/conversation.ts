// Commands of the conversation on the screen. Its components carry them out.

import {
  ArrowDownToLine,
  ArrowUpFromLine,
  ArrowUpToLine,
  BellDot,
  BrainCircuit,
  CircleStop,
  Copy,
  Eraser,
  FileDiff,
  type LucideIcon,
  MessageCircleQuestionMark,
  MessageSquare,
  Search,
  Shield,
  Sparkle,
} from "lucide-react";
import type { Action } from "@/api/scope.logic";
import { commands as words } from "@/strings";
import { openReview } from "../navigation";
import type { Command } from "./command";
import { handled } from "./handlers";

type Handled = Omit<Command, "when" | "run" | "group">;

const ofConversation = (command: Handled): Command => handled({ ...command, group: "conversation" });

/** One of the menu in the session's header. */
const inMenu = (command: Handled): Command =>
  ofConversation({ ...command, menu: { of: "conversation", section: 1 } });

/** A key that the message field reads itself. */
const ofField = (id: string, title: string, keys: string, needs: Action): Command => ({
  id,
  title,
  group: "conversation",
  keys: [keys],
  needs,
});

const choice = (id: string, title: string, icon: LucideIcon, keys: string): Command =>
  ofConversation({ id, title, icon, keys: [keys], needs: "manageSessions" });

export const conversationCommands: readonly Command[] = [
  inMenu({ id: "conversation.find", title: words.find, icon: Search, keys: ["Mod+F"] }),
  inMenu({ id: "conversation.lastPrompt", title: words.lastPrompt, icon: ArrowUpToLine, keys: ["Alt+L"] }),
  inMenu({ id: "conversation.nextAsk", title: words.nextAsk, icon: BellDot, keys: ["Alt+A"] }),
  inMenu({ id: "conversation.start", title: words.start, icon: ArrowUpFromLine, keys: ["Mod+Home"] }),
  inMenu({ id: "conversation.end", title: words.end, icon: ArrowDownToLine, keys: ["Mod+End"] }),
  {
    id: "conversation.review",
    title: words.review,
    icon: FileDiff,
    group: "conversation",
    keys: ["Alt+Shift+D"],
    menu: { of: "conversation", section: 1 },
    when: ({ summary }) => summary !== undefined,
    run: ({ session }) => session !== undefined && openReview(session),
  },
  inMenu({
    id: "conversation.side",
    title: words.side,
    icon: MessageCircleQuestionMark,
    keys: ["Alt+Q"],
    needs: "message",
    slash: [{ name: "btw", always: false, takesText: true }],
  }),
  ofConversation({
    id: "conversation.copyAnswer",
    title: words.copyAnswer,
    keys: [],
    slash: [{ name: "copy", always: false, takesText: true }],
  }),
  ofConversation({
    id: "conversation.plan",
    title: words.plan,
    keys: [],
    needs: "manageSessions",
    slash: [{ name: "plan", always: false, takesText: true }],
  }),
  inMenu({ id: "conversation.copy", title: words.copyMarkdown, icon: Copy, keys: ["Alt+C"] }),
  ofConversation({
    id: "conversation.stopAgents",
    title: words.stopAgents,
    icon: CircleStop,
    keys: [],
    needs: "manageSessions",
  }),
  ofConversation({
    id: "composer.focus",
    title: words.compose,
    icon: MessageSquare,
    keys: ["Alt+J"],
    needs: "message",
  }),
  choice("composer.model", words.model, BrainCircuit, "Alt+M"),
  choice("composer.mode", words.mode, Shield, "Alt+Y"),
  choice("composer.effort", words.effort, Sparkle, "Alt+E"),
  ofField("composer.nextMode", words.nextMode, "Shift+Tab", "manageSessions"),
  // Ctrl+K clears, as in a terminal; the palette has Ctrl+Shift+P and Ctrl+/, and ⌘K on Apple's systems.
  ofConversation({ id: "clear", title: words.clear, icon: Eraser, keys: ["Ctrl+K"], needs: "message" }),
  ofField("composer.send", words.send, "Enter", "message"),
  ofField("composer.line", words.line, "Shift+Enter", "message"),
  ofField("composer.sendNow", words.sendNow, "Mod+Enter", "message"),
  ofField("composer.queue", words.sendQueued, "Alt+Enter", "message"),
  ofField("composer.earlier", words.earlier, "ArrowUp", "message"),
  ofField("stop", words.stop, "Escape", "stop"),
];
