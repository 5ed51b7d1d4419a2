// A host of its own for every test, in a directory that is thrown away: the demo with the simulator, or, when
// PILOTHOUSE_REAL_CLI names the CLI, that and the scripted model.

import { type ChildProcess, spawn } from "node:child_process";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test as base, expect, type Page } from "@playwright/test";

/** The program that is tested. */
export const program = process.env.PILOTHOUSE ?? join(import.meta.dirname, "../../target/debug/pilothouse");

/** The real CLI, if the tests are to run with it. */
export const real = process.env.PILOTHOUSE_REAL_CLI;

/** The environment without anything that tells the CLI who the person at this machine is. */
const anonymous = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(ANTHROPIC|CLAUDE)_/.test(name)),
);

/** Waits until a program has printed something that fits. */
export function printed(child: ChildProcess, wanted: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    child.stdout?.on("data", (chunk: Buffer) => {
      text += chunk.toString();
      const found = wanted.exec(text)?.[0];
      if (found) resolve(found);
    });
    child.once("exit", (code) => reject(new Error(`${child.spawnargs.join(" ")} ended with ${code}`)));
  });
}

/** What the CLI needs to talk to the scripted model and to nobody else. */
const quiet = (model: string) => ({
  ANTHROPIC_BASE_URL: model,
  ANTHROPIC_API_KEY: "dummy",
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
  DISABLE_TELEMETRY: "1",
  DISABLE_AUTOUPDATER: "1",
  DISABLE_ERROR_REPORTING: "1",
});

export class Host {
  private process: ChildProcess | undefined;
  private model: ChildProcess | undefined;
  private environment: Record<string, string> = {};
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
    if (real) await host.startModel();
    await host.serve();
    return host;
  }

  /** Starts the server; also again after it was killed, on the port it had. */
  async serve(port = this.port): Promise<void> {
    const own = this.more.includes("--claude");
    const cli = own ? [] : real ? ["--claude", real] : ["--demo"];
    const child = spawn(
      program,
      ["serve", ...cli, "--no-open", "--listen", `127.0.0.1:${port}`, "--data", this.data, ...this.more],
      {
        stdio: ["ignore", "pipe", "inherit"],
        // Its own place for transcripts, so that nothing of the machine is touched.
        env: {
          ...anonymous,
          HOME: this.data,
          CLAUDE_CONFIG_DIR: join(this.data, "config"),
          ...this.environment,
        },
      },
    );
    this.process = child;
    this.link = await printed(child, /http:\S+#token=\w+/);
  }

  private async startModel(): Promise<void> {
    const child = spawn(program, ["model", "--listen", "127.0.0.1:0"], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    this.model = child;
    this.environment = quiet(await printed(child, /http:\/\/[\d.:]+/));
    await mkdir(this.project);
  }

  get address(): string {
    return new URL(this.link).host;
  }

  /** Where sessions work. Those in the demo's own directory always have the simulator. */
  get project(): string {
    return join(this.data, real ? "project" : "demo");
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
    this.model?.kill();
    // A CLI on its way out may still write to its own directory.
    await rm(this.data, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
}

/** Keeps what goes over the socket, each message cut short. */
function recordTraffic(page: Page): string[] {
  const lines: string[] = [];
  const keep = (sign: string, payload: string | Buffer) =>
    lines.push(`${new Date().toISOString()} ${sign} ${payload.toString().slice(0, 2000)}`);
  page.on("websocket", (socket) => {
    keep("open", socket.url());
    socket.on("framesent", ({ payload }) => keep(">", payload));
    socket.on("framereceived", ({ payload }) => keep("<", payload));
    socket.on("close", () => keep("closed", socket.url()));
  });
  return lines;
}

export const test = base.extend<{ host: Host }>({
  host: async ({ page }, use, info) => {
    const host = await Host.start();
    const traffic = recordTraffic(page);
    await page.goto(host.link);
    await use(host);
    // What went over the socket tells whether something was lost, and on which side.
    if (info.status !== info.expectedStatus)
      await info.attach("socket", { body: traffic.join("\n"), contentType: "text/plain" });
    await host.stop(page);
  },
});

export { expect };

/** What the simulated model says, as a message. */
export const script = (replies: unknown[][]): string => `SCRIPT:${JSON.stringify(replies)}`;

/** Starts a session in the demo project with a first message. */
export async function startSession(page: Page, host: Host, message: string): Promise<void> {
  await page.getByRole("button", { name: "New session" }).click();
  const project = page.getByLabel("Project directory");
  // The newest project comes into the empty field by itself, perhaps in the middle of this.
  await expect(async () => {
    await project.fill(host.project);
    await expect(project).toHaveValue(host.project, { timeout: 1000 });
  }).toPass();
  await page.getByLabel("First message").fill(message);
  await page.getByRole("button", { name: "Start" }).click();
  await expect(page.getByRole("textbox", { name: "Message", exact: true })).toBeVisible();
}

/** The transcript, without what the person wrote: scripts hold the answers they make. */
export const answers = (page: Page) => page.getByRole("log").locator("article:not([data-kind=user])");

export async function send(page: Page, text: string): Promise<void> {
  await page.getByRole("textbox", { name: "Message", exact: true }).fill(text);
  await page.getByRole("button", { name: "Send" }).click();
}
