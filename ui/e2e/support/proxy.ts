// A proxy in front of a host, below a path, as somebody with a domain would have one. It can put a newer build of the
// page in the place of the host's, and it can go away.

import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import type { Duplex } from "node:stream";

export const PREFIX = "/pilot";

export class Front {
  /** Where the host listens. */
  target = "";
  /** Whether the page is the newer one. */
  renewed = false;
  readonly port: number;
  private readonly sockets = new Set<Duplex>();

  private constructor(private readonly server: Server) {
    this.port = (server.address() as AddressInfo).port;
    server.on("request", (from, to) => this.pass(from, to));
    server.on("upgrade", (from, socket, head) => this.upgrade(from, socket, head));
    server.on("connection", (socket: Socket) => {
      this.sockets.add(socket);
      socket.once("close", () => this.sockets.delete(socket));
    });
  }

  static async start(port = 0): Promise<Front> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
    return new Front(server);
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}${PREFIX}/`;
  }

  /** Goes away as a machine does that is switched off: everything open ends, nothing new is taken. */
  async stop(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }

  private pass(from: IncomingMessage, to: ServerResponse): void {
    const path = from.url ?? "";
    if (!path.startsWith(`${PREFIX}/`)) {
      to.writeHead(404).end();
      return;
    }
    const [host, port] = this.target.split(":");
    const upstream = request(
      {
        host,
        port,
        method: from.method,
        path: this.renewed ? path.replace("-renewed.", ".") : path,
        headers: { ...from.headers, "accept-encoding": "identity" },
      },
      (answer) => this.answer(path, answer, to),
    );
    upstream.on("error", () => to.destroy());
    from.pipe(upstream);
  }

  /** In the newer build all scripts have other names, and nobody knows the older ones any more. */
  private answer(path: string, answer: IncomingMessage, to: ServerResponse): void {
    const file = path.slice(PREFIX.length + 1).split("?")[0] ?? "";
    if (!this.renewed || (file !== "" && file !== "sw.js" && !/^assets\/.*\.js$/.test(file))) {
      to.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(to);
      return;
    }
    if (file.startsWith("assets/") && !file.includes("-renewed.")) {
      answer.resume();
      to.writeHead(404).end();
      return;
    }
    const parts: Buffer[] = [];
    answer.on("data", (part: Buffer) => parts.push(part));
    answer.on("end", () => {
      const text = Buffer.concat(parts)
        .toString()
        .replaceAll(/([\w-]+-[\w-]{8})\.js\b/g, "$1-renewed.js")
        .replace("<html ", '<html data-build="renewed" ')
        // The word of the build, which stands in the worker alone.
        .replace(/(?<=\$\{\w+\})[0-9a-f]{16}/, "renewed-$&");
      const headers = { ...answer.headers };
      delete headers["content-length"];
      to.writeHead(answer.statusCode ?? 502, headers).end(text);
    });
  }

  private upgrade(from: IncomingMessage, socket: Duplex, head: Buffer): void {
    const [host = "", port] = this.target.split(":");
    const upstream = connect(Number(port), host, () => {
      const lines = from.rawHeaders.reduce(
        (text, part, index) => text + part + (index % 2 === 0 ? ": " : "\r\n"),
        "",
      );
      upstream.write(`${from.method} ${from.url} HTTP/1.1\r\n${lines}\r\n`);
      upstream.write(head);
      upstream.pipe(socket).pipe(upstream);
    });
    this.sockets.add(upstream);
    for (const end of [upstream, socket]) end.on("error", () => end.destroy());
    socket.once("close", () => upstream.destroy());
    upstream.once("close", () => socket.destroy());
  }
}

/** A port that nobody has at the moment. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
