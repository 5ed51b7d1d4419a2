// The parts of a service worker's world that are used here. TypeScript's own library for workers cannot be had
// together with the one for pages, and these files share modules with the page.

interface LastingEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

interface FetchEvent extends LastingEvent {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}

interface PushEvent extends LastingEvent {
  readonly data: { json(): unknown } | null;
}

export interface ClickEvent extends LastingEvent {
  readonly notification: Notification;
  /** The button that was pressed; empty for the notification itself. */
  readonly action: string;
}

export interface PageClient {
  readonly url: string;
  readonly visibilityState: string;
  readonly focused: boolean;
  focus(): Promise<unknown>;
  postMessage(message: unknown): void;
}

interface Events {
  install: LastingEvent;
  activate: LastingEvent;
  fetch: FetchEvent;
  push: PushEvent;
  notificationclick: ClickEvent;
}

interface Scope {
  readonly registration: ServiceWorkerRegistration;
  /** Where the worker was loaded from. */
  readonly location: { readonly href: string };
  readonly clients: {
    claim(): Promise<void>;
    matchAll(wanted: { type: "window"; includeUncontrolled?: boolean }): Promise<PageClient[]>;
    openWindow(url: string): Promise<unknown>;
  };
  skipWaiting(): Promise<void>;
  addEventListener<K extends keyof Events>(kind: K, listener: (event: Events[K]) => void): void;
}

export const scope = globalThis as unknown as Scope;

/** The address below which the host is, with a slash at the end. */
export const home = (): string => scope.registration.scope;
