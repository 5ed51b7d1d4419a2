// Key combinations as text: `Mod+Shift+P`. Mod is Command on Apple's systems and Control elsewhere.

export const isApple = /Mac|iPhone|iPad/.test(globalThis.navigator?.userAgent ?? "");

/** The parts of a keyboard event that matter. */
export interface KeyPress {
  key: string;
  code?: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
}

const ORDER = ["Ctrl", "Meta", "Alt", "Shift"] as const;
const MODIFIER_KEYS = new Set(["Control", "Meta", "Alt", "Shift", "AltGraph", "CapsLock", "Dead"]);

/** The combination that was pressed; undefined while only modifiers are held. */
export function pressed(event: KeyPress): string | undefined {
  if (MODIFIER_KEYS.has(event.key)) return undefined;
  const held = { Ctrl: event.ctrlKey, Meta: event.metaKey, Alt: event.altKey, Shift: event.shiftKey };
  const key = keyOf(event);
  // Shift is already in a sign such as `?`, and says nothing more.
  const isSign = key.length === 1 && !/[A-Z0-9 ]/.test(key);
  const parts: string[] = ORDER.filter((name) => held[name] && !(name === "Shift" && isSign));
  return [...parts, key].join("+");
}

function keyOf(event: KeyPress): string {
  // With Alt the key is often another letter; its place on the keyboard still tells.
  const letter = /^(?:Key|Digit)([A-Z0-9])$/.exec(event.code ?? "")?.[1];
  if (letter && (event.altKey || event.ctrlKey || event.metaKey)) return letter;
  if (event.key === " ") return "Space";
  return event.key.length === 1 ? event.key.toUpperCase() : event.key;
}

/** The same combination always as the same text, with Mod replaced by what it is here. */
export function normalise(keys: string, apple = isApple): string {
  const parts = keys.split("+").filter((part) => part !== "");
  const key = keys.endsWith("++") || keys === "+" ? "+" : (parts.pop() ?? "");
  const held = new Set(parts.map((part) => (part === "Mod" ? (apple ? "Meta" : "Ctrl") : part)));
  return [...ORDER.filter((name) => held.has(name)), key.length === 1 ? key.toUpperCase() : key].join("+");
}

const SIGNS: Record<string, string> = { Ctrl: "⌃", Meta: "⌘", Alt: "⌥", Shift: "⇧" };
const NAMES: Record<string, string> = {
  Enter: "⏎",
  Escape: "Esc",
  ArrowUp: "↑",
  ArrowDown: "↓",
  ArrowLeft: "←",
  ArrowRight: "→",
};

/** As it is shown: `⌘K` on Apple's systems, `Ctrl+K` elsewhere. */
export function shown(keys: string, apple = isApple): string {
  const parts = normalise(keys, apple).split(/\+(?!$)/);
  const words = parts.map((part) => NAMES[part] ?? (apple ? (SIGNS[part] ?? part) : part));
  return words.join(apple ? "" : "+");
}

/** Whether a combination would be typed as text, and so must not be taken from a field. */
export function isTyped(keys: string): boolean {
  const parts = normalise(keys).split(/\+(?!$)/);
  return (
    !parts.some((part) => part === "Ctrl" || part === "Meta" || part === "Alt") &&
    !/^F\d+$/.test(parts.at(-1) ?? "")
  );
}
