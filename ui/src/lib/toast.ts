// Short messages about what just happened. `Toasts` shows them; `toastError` of problem.ts shows a failure.

import { create } from "zustand";

export type ToastTone = "plain" | "done" | "fail";

interface ToastOptions {
  /** A second line. */
  description?: string;
  /** One way on, such as undoing it. */
  action?: { label: string; onClick: () => void };
  /** Milliseconds until it goes. */
  duration?: number;
}

export interface Toast extends ToastOptions {
  id: number;
  tone: ToastTone;
  text: string;
}

/** At most this many are shown; the oldest goes. */
const MOST = 3;
const SHORT_MS = 5_000;
/** What can be acted on, or must be read to its end, stays longer. */
const LONG_MS = 9_000;

export const useToasts = create<{ shown: Toast[] }>()(() => ({ shown: [] }));

let count = 0;

const show = (tone: ToastTone, text: string, options: ToastOptions = {}): void => {
  count += 1;
  const toast = { ...options, id: count, tone, text };
  // The same message again replaces the one that is there.
  useToasts.setState(({ shown }) => ({
    shown: [...shown.filter((other) => other.text !== text), toast].slice(-MOST),
  }));
};

export const dismiss = (id: number): void =>
  useToasts.setState(({ shown }) => ({ shown: shown.filter((toast) => toast.id !== id) }));

export const durationOf = ({ duration, action, description, tone }: Toast): number =>
  duration ?? (action || description || tone === "fail" ? LONG_MS : SHORT_MS);

/** Shows a message; `toast.success` and `toast.error` mark how it went. */
export const toast = Object.assign((text: string, options?: ToastOptions) => show("plain", text, options), {
  info: (text: string, options?: ToastOptions) => show("plain", text, options),
  success: (text: string, options?: ToastOptions) => show("done", text, options),
  error: (text: string, options?: ToastOptions) => show("fail", text, options),
});
