// Numbers, times and paths as people read them.

import { units } from "@/strings";
import { decimal } from "./locale";

/** `0:42`, `12:05`, `1:02:33`. */
export function clock(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const shown = parts[0] === 0 ? parts.slice(1) : parts;
  return shown.map((part, index) => (index === 0 ? String(part) : String(part).padStart(2, "0"))).join(":");
}

/** `340 ms`, `3.2 s`, `3 s`, `12 s`, `4 min 5 s`. */
export function duration(milliseconds: number): string {
  if (milliseconds < 1000) return units.milliseconds(Math.round(milliseconds));
  if (milliseconds < 10_000) {
    const tenths = Math.round(milliseconds / 100);
    return units.seconds(decimal(tenths / 10, tenths % 10 === 0 ? 0 : 1));
  }
  const seconds = Math.round(milliseconds / 1000);
  if (seconds < 60) return units.seconds(seconds);
  if (seconds < 3600) return units.minutesAndSeconds(Math.floor(seconds / 60), seconds % 60);
  return units.hoursAndMinutes(Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60);
}

/** `now`, `5m`, `3h`, `2d`: how long ago. */
export function age(at: number, now: number): string {
  const minutes = Math.floor((now - at) / 60_000);
  if (minutes < 1) return units.now;
  if (minutes < 60) return units.minutesAgo(minutes);
  if (minutes < 24 * 60) return units.hoursAgo(Math.floor(minutes / 60));
  return units.daysAgo(Math.floor(minutes / (24 * 60)));
}

/** `$0.42`, `$0.003`, `$12.30`. */
export function dollars(amount: number): string {
  if (amount === 0) return `$${decimal(0, 2)}`;
  return `$${decimal(amount, amount < 0.01 ? 4 : 2)}`;
}

/** `812`, `12.3k`, `1.2M`. */
export function count(amount: number): string {
  if (amount < 1000) return String(amount);
  if (amount < 1_000_000) return `${decimal(amount / 1000, amount < 10_000 ? 1 : 0)}k`;
  return `${decimal(amount / 1_000_000, 1)}M`;
}

/** `512 B`, `12 kB`, `3.4 MB`. */
export function bytes(amount: number): string {
  if (amount < 1000) return units.bytes(amount);
  if (amount < 1_000_000) return units.kilobytes(Math.round(amount / 1000));
  return units.megabytes(decimal(amount / 1_000_000, 1));
}

/** Shortens a path in the middle, keeping its end: `~/src/…/auth.ts`. */
export function shortPath(path: string, home: string | undefined, longest = 40): string {
  const shown = home && (path === home || path.startsWith(`${home}/`)) ? `~${path.slice(home.length)}` : path;
  if (shown.length <= longest) return shown;
  const parts = shown.split("/");
  const end = parts.pop() ?? "";
  let start = parts.shift() ?? "";
  for (const part of parts) {
    if (start.length + part.length + end.length + 4 > longest) break;
    start = `${start}/${part}`;
  }
  return `${start}/…/${end}`;
}
