// Debian's Firefox by WebDriver BiDi: what the main path needs of it, and no more. Playwright has a Firefox of its own,
// which is not the one that people run.

import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openSocket } from "./socket";

const program = process.env.FIREFOX ?? "/usr/bin/firefox-esr";

export const hasFirefox = existsSync(program);

/** Values as BiDi writes the keys. */
export const keys = { Enter: "\uE007", Escape: "\uE00C", Tab: "\uE004" } as const;

type Json = Record<string, unknown>;

interface Node {
  sharedId: string;
}

export class Firefox {
  private readonly waiting = new Map<
    number,
    { resolve: (value: Json) => void; reject: (error: Error) => void }
  >();
  private next = 1;
  private context = "";
  private send: (text: string) => void = () => undefined;
  version = "";

  private constructor(
    private readonly child: ChildProcess,
    private readonly profile: string,
  ) {}

  static async start(): Promise<Firefox> {
    const profile = await mkdtemp(join(tmpdir(), "pilothouse-firefox-"));
    const child = spawn(
      program,
      ["--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0", "about:blank"],
      { stdio: ["ignore", "ignore", "pipe"], env: { ...process.env, HOME: profile } },
    );
    const firefox = new Firefox(child, profile);
    const socket = await openSocket(`${await listening(child)}/session`, (text) => firefox.hear(text));
    firefox.send = socket.send;
    const { capabilities } = await firefox.call("session.new", { capabilities: {} });
    firefox.version = String((capabilities as Json).browserVersion);
    const { contexts } = await firefox.call("browsingContext.getTree", {});
    firefox.context = (contexts as { context: string }[])[0]?.context ?? "";
    const viewport = { width: 1280, height: 800 };
    await firefox.call("browsingContext.setViewport", { context: firefox.context, viewport });
    return firefox;
  }

  async open(url: string): Promise<void> {
    await this.call("browsingContext.navigate", { context: this.context, url, wait: "complete" });
  }

  async reload(): Promise<void> {
    await this.call("browsingContext.reload", { context: this.context, wait: "complete" });
  }

  /** Waits until the text of what the selector finds contains this, and returns the whole text. */
  async sees(selector: string, text: string): Promise<string> {
    return this.run(
      `(selector, text) => new Promise((resolve) => {
        const look = () => {
          const found = [...document.querySelectorAll(selector)].find((one) => one.innerText.includes(text));
          if (!found) return false;
          resolve(found.innerText);
          return true;
        };
        if (look()) return;
        const observer = new MutationObserver(() => look() && observer.disconnect());
        observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
      })`,
      [selector, text],
    );
  }

  /** Waits for an element by its role and name, and clicks it. */
  async click(role: string, name: string): Promise<void> {
    const node = await this.find(role, name);
    const origin = { type: "element", element: { sharedId: node.sharedId } };
    const actions = [
      { type: "pointerMove", x: 0, y: 0, origin },
      { type: "pointerDown", button: 0 },
      { type: "pointerUp", button: 0 },
    ];
    await this.act({ type: "pointer", id: "mouse", actions });
  }

  /** Types a text, or presses one of `keys`, where the focus is. */
  async type(text: string): Promise<void> {
    const actions = [...text].flatMap((value) => [
      { type: "keyDown", value },
      { type: "keyUp", value },
    ]);
    await this.act({ type: "key", id: "keyboard", actions });
  }

  /** The name of what has the focus, as the page labels it. */
  focused(): Promise<string> {
    return this.run(`() => document.activeElement?.getAttribute("aria-label") ?? ""`, []);
  }

  async stop(): Promise<void> {
    const gone = new Promise((resolve) => this.child.once("exit", resolve));
    this.child.kill("SIGKILL");
    await gone;
    await rm(this.profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }

  private async find(role: string, name: string): Promise<Node> {
    // The name is in the text or in the label; then the browser decides by its accessibility tree.
    await this.run(
      `(name) => new Promise((resolve) => {
        const has = () => document.body.innerText.includes(name) || document.querySelector(\`[aria-label*="\${name}"]\`);
        if (has()) return resolve("");
        const observer = new MutationObserver(() => has() && (observer.disconnect(), resolve("")));
        observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
      })`,
      [name],
    );
    const locator = { type: "accessibility", value: { role, name } };
    const { nodes } = await this.call("browsingContext.locateNodes", { context: this.context, locator });
    const [node] = nodes as Node[];
    if (!node) throw new Error(`Firefox has no ${role} "${name}"`);
    return node;
  }

  private async act(source: Json): Promise<void> {
    await this.call("input.performActions", { context: this.context, actions: [source] });
  }

  private async run(functionDeclaration: string, values: string[]): Promise<string> {
    const { result, exceptionDetails } = await this.call("script.callFunction", {
      functionDeclaration,
      awaitPromise: true,
      target: { context: this.context },
      arguments: values.map((value) => ({ type: "string", value })),
    });
    if (exceptionDetails) throw new Error(JSON.stringify(exceptionDetails));
    return String((result as Json).value ?? "");
  }

  private call(method: string, params: Json): Promise<Json> {
    const id = this.next++;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.send(JSON.stringify({ id, method, params }));
    });
  }

  private hear(text: string): void {
    const { id, result, error, message } = JSON.parse(text) as Json;
    const waiting = this.waiting.get(Number(id));
    if (!waiting) return;
    this.waiting.delete(Number(id));
    if (error === undefined) waiting.resolve(result as Json);
    else waiting.reject(new Error(`${String(error)}: ${String(message)}`));
  }
}

/** The address that Firefox prints when it can be controlled. */
function listening(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    child.stderr?.on("data", (chunk: Buffer) => {
      text += chunk.toString();
      const found = /WebDriver BiDi listening on (\S+)/.exec(text)?.[1];
      if (found) resolve(found);
    });
    child.once("exit", () => reject(new Error(`Firefox ended: ${text}`)));
  });
}
