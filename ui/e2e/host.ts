// A host of its own for every test: the demo with the simulator, in a directory that is thrown away.

import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test as base, expect, type Page } from "@playwright/test";

const program = process.env.PILOTHOUSE ?? join(import.meta.dirname, "../../target/debug/pilothouse");

export class Host {
  private process: ChildProcess | undefined;
  link = "";

  private constructor(
    readonly data: string,
    private readonly port: string,
    /** More arguments of `serve`. */
    private readonly more: string[],
  ) {}

  static async start(more: string[] = [], port = "0"): Promise<Host> {
    const data = await mkdtemp(join(tmpdir(), "pilothouse-e2e-"));
    const host = new Host(data, port, more);
    await host.serve();
    return host;
  }

  /** Starts the server; also again after it was killed, on the port it had. */
  async serve(port = this.port): Promise<void> {
    const child = spawn(
      program,
      ["serve", "--demo", "--no-open", "--listen", `127.0.0.1:${port}`, "--data", this.data, ...this.more],
      {
        stdio: ["ignore", "pipe", "inherit"],
        // Its own place for the simulated transcripts, so that nothing of the machine is touched.
        env: { ...process.env, HOME: this.data, CLAUDE_CONFIG_DIR: join(this.data, "config") },
      },
    );
    this.process = child;
    this.link = await new Promise((resolve, reject) => {
      let text = "";
      child.stdout?.on("data", (chunk: Buffer) => {
        text += chunk.toString();
        const link = /http:\S+#token=\w+/.exec(text)?.[0];
        if (link) resolve(link);
      });
      child.once("exit", (code) => reject(new Error(`the host ended with ${code}`)));
    });
  }

  get address(): string {
    return new URL(this.link).host;
  }

  get project(): string {
    return join(this.data, "demo");
  }

  /** Kills the server as hard as can be. Sessions go on. */
  async kill(): Promise<void> {
    const child = this.process;
    if (!child || child.exitCode !== null) return;
    const gone = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGKILL");
    await gone;
  }

  async stop(page: Page): Promise<void> {
    // Sessions outlive the server by design, so they are ended first.
    await page
      .evaluate(async () => {
        const key = localStorage.getItem("pilothouse.key") ?? "";
        const headers = { "x-pilothouse-key": key };
        const list = await (await fetch("api/sessions", { headers })).json();
        for (const session of list.sessions)
          await fetch(`api/sessions/${session.id}`, { method: "DELETE", headers });
      })
      .catch(() => undefined);
    await this.kill();
    await rm(this.data, { recursive: true, force: true });
  }
}

export const test = base.extend<{ host: Host }>({
  host: async ({ page }, use) => {
    const host = await Host.start();
    await page.goto(host.link);
    await use(host);
    await host.stop(page);
  },
});

export { expect };

/** What the simulated model says, as a message. */
export const script = (replies: unknown[][]): string => `SCRIPT:${JSON.stringify(replies)}`;

/** Starts a session in the demo project with a first message. */
export async function startSession(page: Page, host: Host, message: string): Promise<void> {
  await page.getByRole("button", { name: "New session" }).click();
  await page.getByLabel("Project directory").fill(host.project);
  await page.getByLabel("First message").fill(message);
  await page.getByRole("button", { name: "Start" }).click();
  await expect(page.getByRole("textbox", { name: "Message" })).toBeVisible();
}

/** The transcript, without what the person wrote: scripts hold the answers they make. */
export const answers = (page: Page) => page.getByRole("log").locator("article:not([data-kind=user])");

export async function send(page: Page, text: string): Promise<void> {
  await page.getByRole("textbox", { name: "Message" }).fill(text);
  await page.getByRole("button", { name: "Send" }).click();
}
