// The real server under test, in a directory that is deleted with it: the demo with the simulator, or, when
// PILOTHOUSE_REAL_CLI names the CLI, that CLI and the scripted model.

import { type ChildProcess, spawn } from "node:child_process";
import { cp, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BrowserContext } from "@playwright/test";
import type { Device, HostSettings, LoggedIn, Rule, SessionPage } from "../../src/api/generated";

/** The program under test. */
export const program =
  process.env.PILOTHOUSE ?? join(import.meta.dirname, "../../../target/debug/pilothouse");

/** The real CLI, if the tests run with it. */
export const real = process.env.PILOTHOUSE_REAL_CLI;

/** What a test knows of the server it talks to. */
export interface Host {
  /** The data directory of the server. */
  readonly data: string;
  /** Host and port. */
  readonly address: string;
  /** The sign-in link that the server printed; it works once. */
  readonly link: string;
  /** The directory in which the sessions of the test run. */
  readonly project: string;
}

type StorageState = Awaited<ReturnType<BrowserContext["storageState"]>>;

/** The environment without the variables that configure the CLI of this machine. */
const anonymous = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(ANTHROPIC|CLAUDE)_/.test(name)),
);

/** Waits until a program has printed text that matches. */
export function printed(child: ChildProcess, wanted: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    child.stdout?.on("data", (chunk: Buffer) => {
      text += chunk.toString();
      const found = wanted.exec(text)?.[0];
      if (found) resolve(found);
    });
    child.once("exit", (code) => reject(new Error(`${child.spawnargs.join(" ")} exited with ${code}`)));
  });
}

/** Makes the CLI talk to the scripted model only. */
const quiet = (model: string) => ({
  ANTHROPIC_BASE_URL: model,
  ANTHROPIC_API_KEY: "dummy",
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
  DISABLE_TELEMETRY: "1",
  DISABLE_AUTOUPDATER: "1",
  DISABLE_ERROR_REPORTING: "1",
});

export class Server implements Host {
  private process: ChildProcess | undefined;
  private model: ChildProcess | undefined;
  private environment: Record<string, string> = {};
  private projects = 0;
  private state: StorageState | undefined;
  link = "";

  private constructor(
    readonly data: string,
    private readonly port: string,
    /** Further arguments of `serve`. */
    private readonly more: string[],
  ) {}

  static async start(more: string[] = [], port = "0"): Promise<Server> {
    const data = await mkdtemp(join(tmpdir(), "pilothouse-e2e-"));
    const server = new Server(data, port, more);
    if (real) await server.startModel();
    await server.serve();
    return server;
  }

  /** Starts the process; also again after it was killed, on the port it had. */
  async serve(port = this.port): Promise<void> {
    const cli = this.more.includes("--claude") ? [] : real ? ["--claude", real] : ["--simulated"];
    const child = spawn(
      program,
      [
        "serve",
        ...cli,
        "--no-open",
        "--print-link",
        "--listen",
        `127.0.0.1:${port}`,
        "--data",
        this.data,
        ...this.more,
      ],
      {
        stdio: ["ignore", "pipe", "inherit"],
        // A home of its own, so that nothing of the machine is read or written.
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

  get project(): string {
    return join(this.data, real ? "project" : "demo");
  }

  /** Signs in without a page, once; returns the cookie and the key for a browser context. */
  async signIn(): Promise<StorageState> {
    if (this.state) return this.state;
    const { origin, hash, hostname } = new URL(this.link);
    const body = JSON.stringify({ token: hash.slice("#token=".length), device: "Tests" });
    const headers = { "content-type": "application/json" };
    const answer = await fetch(`${origin}/api/login`, { method: "POST", headers, body });
    if (!answer.ok) throw new Error(`sign-in failed with ${answer.status}: ${await answer.text()}`);
    const [pair = ""] = (answer.headers.get("set-cookie") ?? "").split(";");
    const [name = "", value = ""] = pair.split("=");
    const { key } = (await answer.json()) as LoggedIn;
    const cookie = { name, value, domain: hostname, path: "/", expires: -1 };
    this.state = {
      cookies: [{ ...cookie, httpOnly: true, secure: false, sameSite: "Strict" }],
      origins: [{ origin, localStorage: [{ name: "pilothouse.key", value: key }] }],
    };
    return this.state;
  }

  /** Cleans up later as the device that signed in with a page. */
  async adopt(context: BrowserContext): Promise<void> {
    this.state = await context.storageState();
  }

  /** This server with a project directory that no other test has, below the one the simulator may write to. */
  async withOwnProject(): Promise<Host> {
    this.projects += 1;
    const project = join(this.project, "tests", String(this.projects), real ? "project" : "demo");
    const template = join(this.data, "template");
    if (this.projects === 1) await cp(this.project, template, { recursive: true });
    await cp(template, project, { recursive: true });
    return { data: this.data, address: this.address, link: this.link, project };
  }

  private async request<T>(method: string, path: string): Promise<T> {
    const { cookies, origins } = await this.signIn();
    const key = origins[0]?.localStorage.find(({ name }) => name === "pilothouse.key")?.value ?? "";
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
    const headers = { cookie, "x-pilothouse-key": key };
    const answer = await fetch(`http://${this.address}/${path}`, { method, headers });
    if (!answer.ok) throw new Error(`${method} ${path} failed with ${answer.status}`);
    return (answer.status === 204 ? undefined : await answer.json()) as T;
  }

  /** Deletes all sessions, archived ones too. */
  async deleteSessions(): Promise<void> {
    const { sessions } = await this.request<SessionPage>("GET", "api/sessions");
    await Promise.all(sessions.map(({ id }) => this.request<void>("DELETE", `api/sessions/${id}`)));
  }

  /** Settings, rules and devices: what a test on the shared server must not change, as JSON. */
  async sharedState(): Promise<string> {
    const settings = await this.request<HostSettings>("GET", "api/settings");
    const rules = await this.request<Rule[]>("GET", "api/rules");
    const devices = await this.request<Device[]>("GET", "api/devices");
    return JSON.stringify({ settings, rules, devices: devices.map(({ name, scope }) => ({ name, scope })) });
  }

  /** Kills the process with SIGKILL. Sessions keep running. */
  async kill(): Promise<void> {
    const child = this.process;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGKILL");
    await gone;
  }

  async stop(): Promise<void> {
    // Sessions outlive the server by design, so they are ended first. A test may have revoked the device.
    await this.deleteSessions().catch(() => undefined);
    await this.kill();
    this.model?.kill();
    // A CLI that exits may still write to its own directory.
    await rm(this.data, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
}
