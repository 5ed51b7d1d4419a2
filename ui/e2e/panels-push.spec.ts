// Notifications: those of the page, and push messages as the service worker shows and answers them. No push service
// can be reached from a test, so the browser's part of one is played here: the subscription is made with keys of the
// test, the host sends to a server of the test, and what it sent is decrypted and dispatched in the worker.

import { createDecipheriv, createECDH, hkdfSync, randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type Server as HttpServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BrowserContext, Worker } from "@playwright/test";
import {
  ask,
  begin,
  call,
  expect,
  type Host,
  test as own,
  type Page,
  pressOn,
  say,
  script,
  tool,
  visit,
} from "./support";
import { withServiceWorker } from "./support/chromium";

own.use(withServiceWorker);

interface Sent {
  authorization: string;
  body: Buffer;
}

/** A push service and the browser's keys for it. */
class Service {
  private readonly keys = createECDH("prime256v1");
  private readonly auth = randomBytes(16);
  private readonly waiting: ((sent: Sent) => void)[] = [];
  private readonly come: Sent[] = [];

  private constructor(private readonly server: HttpServer) {
    this.keys.generateKeys();
    server.on("request", (request, response) => {
      const parts: Buffer[] = [];
      request.on("data", (part: Buffer) => parts.push(part));
      request.on("end", () => {
        response.writeHead(201).end();
        const sent = { authorization: request.headers.authorization ?? "", body: Buffer.concat(parts) };
        const next = this.waiting.shift();
        if (next) next(sent);
        else this.come.push(sent);
      });
    });
  }

  static async start(): Promise<Service> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return new Service(server);
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  get subscription() {
    const text = (bytes: Buffer) => bytes.toString("base64url");
    const keys = { p256dh: text(this.keys.getPublicKey()), auth: text(this.auth) };
    return { endpoint: `${this.origin}/push/1`, keys };
  }

  next(): Promise<Sent> {
    const found = this.come.shift();
    return found ? Promise.resolve(found) : new Promise((resolve) => this.waiting.push(resolve));
  }

  /** Reads a message as RFC 8188 and 8291 say. */
  decrypt({ body }: Sent): string {
    const salt = body.subarray(0, 16);
    const length = body[20] ?? 0;
    const host = body.subarray(21, 21 + length);
    const record = body.subarray(21 + length);
    const shared = this.keys.computeSecret(host);
    const own = this.keys.getPublicKey();
    const info = Buffer.concat([Buffer.from("WebPush: info\0"), own, host]);
    const secret = Buffer.from(hkdfSync("sha256", shared, this.auth, info, 32));
    const expand = (what: string, size: number) =>
      Buffer.from(hkdfSync("sha256", secret, salt, Buffer.from(`Content-Encoding: ${what}\0`), size));
    const cipher = createDecipheriv("aes-128-gcm", expand("aes128gcm", 16), expand("nonce", 12));
    cipher.setAuthTag(record.subarray(-16));
    const text = Buffer.concat([cipher.update(record.subarray(0, -16)), cipher.final()]);
    // One byte behind the text says that this record is the last.
    return text.subarray(0, text.lastIndexOf(2)).toString();
  }

  stop(): Promise<unknown> {
    this.server.closeAllConnections();
    return new Promise((resolve) => this.server.close(resolve));
  }
}

const test = own.extend<{ service: Service }>({
  service: async ({ page, context }, use) => {
    const service = await Service.start();
    await context.grantPermissions(["notifications"]);
    await subscribable(page, service);
    await use(service);
    await service.stop();
  },
  serverArguments: async ({ service }, use) => {
    const directory = await mkdtemp(join(tmpdir(), "pilothouse-push-"));
    const config = join(directory, "config.toml");
    writeFileSync(config, `push_services = ["${service.origin}"]\n`);
    await use(["--config", config]);
    await rm(directory, { recursive: true, force: true });
  },
});

/** Lets the page subscribe as if the browser had a push service: that of the test. */
const subscribable = (page: Page, service: Service) =>
  page.addInitScript((made) => {
    let current: unknown = null;
    const subscription = (key: ArrayBuffer) => ({
      endpoint: made.endpoint,
      options: { applicationServerKey: key, userVisibleOnly: true },
      toJSON: () => made,
      unsubscribe: async () => {
        current = null;
        return true;
      },
    });
    PushManager.prototype.getSubscription = async () => current as PushSubscription | null;
    PushManager.prototype.subscribe = async (options) => {
      const key = options?.applicationServerKey as Uint8Array<ArrayBuffer>;
      current = subscription(key.buffer);
      return current as PushSubscription;
    };
  }, service.subscription);

async function workerOf(context: BrowserContext): Promise<Worker> {
  return context.serviceWorkers()[0] ?? context.waitForEvent("serviceworker");
}

/**
 * Dispatches an event in the service worker and waits for all that it starts.
 *
 * An event that a script makes cannot keep the worker awake, so the test waits instead. Chromium's own
 * `deliverPushMessage` now and then delivers nothing, and reports no error.
 */
const dispatch = (worker: Worker, kind: "push" | "notificationclick", detail: string) =>
  worker.evaluate(
    async ({ kind, detail }) => {
      const { registration, NotificationEvent, PushEvent } = globalThis as unknown as {
        registration: ServiceWorkerRegistration;
        NotificationEvent: new (kind: string, init: object) => Event;
        PushEvent: new (kind: string, init: object) => Event;
      };
      const [notification] = await registration.getNotifications();
      const event =
        kind === "push"
          ? new PushEvent(kind, { data: detail })
          : new NotificationEvent(kind, { notification, action: detail });
      const work: Promise<unknown>[] = [];
      Object.defineProperty(event, "waitUntil", { value: (one: Promise<unknown>) => work.push(one) });
      globalThis.dispatchEvent(event);
      await Promise.all(work);
    },
    { kind, detail },
  );

/** Hands a push message to the service worker, as the browser does when one comes. */
const deliver = (worker: Worker, message: string) => dispatch(worker, "push", message);

/** Presses a button of the notification that is shown. */
const press = (worker: Worker, action: string) => dispatch(worker, "notificationclick", action);

interface Shown {
  title: string;
  body: string;
  actions: string[];
}

const shownBy = (worker: Worker) =>
  worker.evaluate(async () => {
    const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration };
    const list = (await registration.getNotifications()) as (Notification & {
      actions: { action: string }[];
    })[];
    return list.map(({ title, body, actions }): Shown => {
      return { title, body, actions: actions.map(({ action }) => action) };
    });
  });

const touch = (name: string) => tool("Bash", { command: `touch ${name}`, description: "make a file" });

const asks = async (page: Page, id: string) => {
  interface View {
    asks: unknown[];
    closedAsks: { state: { state: string; answer?: { kind: string } } }[];
  }
  return call<View>(page, "GET", `api/sessions/${id}/view`);
};

/** Turns push messages on for this device; returns the worker that shows them. */
async function subscribe(page: Page, context: BrowserContext, host: Host): Promise<Worker> {
  await visit(page, host, "#/settings?section=notifications");
  await page.getByRole("switch", { name: "Push notifications" }).click();
  await expect(page.getByText("Push notifications are on.")).toBeVisible();
  return workerOf(context);
}

test("Web Push: allow and deny on the notification answer the request", async ({
  page,
  context,
  ownHost: host,
  service,
}) => {
  const worker = await subscribe(page, context, host);
  for (const action of ["allow", "deny"] as const)
    await test.step(action, async () => {
      const id = await begin(page, host, script([[touch("pushed")], [say("Went on")]]));
      await expect(ask(page)).toBeVisible();
      const sent = await service.next();
      expect(sent.authorization).toMatch(/^vapid t=\S+, k=\S+$/);
      await deliver(worker, service.decrypt(sent));
      await expect.poll(() => shownBy(worker)).toMatchObject([{ actions: ["allow", "deny"] }]);
      const [shown] = await shownBy(worker);
      expect(shown?.title).toBe("demo: allow Bash?");
      expect(shown?.body).toContain("Bash: touch pushed");
      await press(worker, action);
      await expect(ask(page)).toBeHidden();
      await expect.poll(async () => (await asks(page, id)).closedAsks.length).toBe(1);
      const [closed] = (await asks(page, id)).closedAsks;
      expect(closed?.state).toMatchObject({ state: "answered", answer: { kind: action } });
      await expect.poll(() => shownBy(worker)).toEqual([]);
      // The end of the turn is reported too, without a decision on it.
      await deliver(worker, service.decrypt(await service.next()));
      await expect.poll(() => shownBy(worker)).toMatchObject([{ title: "demo is done", actions: ["open"] }]);
      await worker.evaluate(async () => {
        const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration };
        for (const notification of await registration.getNotifications()) notification.close();
      });
      await expect.poll(() => shownBy(worker)).toEqual([]);
    });
});

test("Web Push: a device that is signed out cannot answer, and says so", async ({
  page,
  context,
  ownHost: host,
  service,
}) => {
  const worker = await subscribe(page, context, host);
  const id = await begin(page, host, script([[touch("never")]]));
  await deliver(worker, service.decrypt(await service.next()));
  await expect.poll(() => shownBy(worker)).toHaveLength(1);
  await page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const request = indexedDB.deleteDatabase("pilothouse");
        request.onsuccess = resolve;
        request.onerror = reject;
      }),
  );
  await press(worker, "allow");
  await expect.poll(() => shownBy(worker)).toMatchObject([{ title: "Not answered" }]);
  expect((await asks(page, id)).asks).toHaveLength(1);
});

own(
  "Notifications: a request behind another tab has buttons, and goes when it is answered",
  async ({ page, context, host }) => {
    await context.grantPermissions(["notifications"]);
    await visit(page, host, "#/settings?section=notifications");
    await page.getByRole("switch", { name: "Browser notifications" }).click();
    const worker = await workerOf(context);
    // Headless pages are always in front, so this one is told that it is not.
    await page.evaluate(() => Object.defineProperty(document, "hidden", { value: true, configurable: true }));
    const id = await begin(page, host, undefined);
    await call(page, "POST", `api/sessions/${id}/messages`, { text: script([[touch("hidden")]]) });
    await expect.poll(() => shownBy(worker)).toMatchObject([{ actions: ["allow", "deny"] }]);
    await pressOn(ask(page), "Enter");
    await expect
      .poll(async () => (await shownBy(worker)).map(({ title }) => title))
      .toEqual(["demo is done"]);
  },
);
