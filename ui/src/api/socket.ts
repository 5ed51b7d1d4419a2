// One attempt at a WebSocket. It does not retry: `connection.ts` is the only one that does.

import type { SocketCommand, SocketUpdate } from "./generated";
import { base, key } from "./http";
import { inflater, subprotocols } from "./inflate";

export interface Socket {
  send(command: SocketCommand): void;
  /** Ends it at once, without waiting for the other side, which may be gone. */
  drop(): void;
}

export interface SocketEvents {
  opened(): unknown;
  /** Something arrived, whatever it is. */
  heard(): unknown;
  updates(updates: SocketUpdate[]): unknown;
  closed(): unknown;
}

/** Opens a socket. Updates that arrive within one frame are handed over together. */
export function openSocket(events: SocketEvents): Socket {
  const url = new URL("api/ws", base());
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  const socket = new WebSocket(url, [...subprotocols(url.hostname), `pilothouse.key.${key() ?? ""}`]);
  socket.binaryType = "arraybuffer";
  let waiting: SocketUpdate[] = [];
  let scheduled = false;
  let ended = false;

  const flush = () => {
    scheduled = false;
    const updates = waiting;
    waiting = [];
    if (updates.length > 0) events.updates(updates);
  };
  const schedule = () => {
    if (scheduled) return;
    scheduled = true;
    // A hidden page gets no animation frames, and must not pile updates up.
    if (document.hidden) setTimeout(flush, 100);
    else requestAnimationFrame(flush);
  };

  const take = (lines: string[]) => {
    // What is still being decompressed when the socket has ended is asked for again by its sequence.
    if (ended) return;
    waiting.push(...lines.map((line) => JSON.parse(line) as SocketUpdate));
    schedule();
  };
  let inflate: ((message: ArrayBuffer) => void) | undefined;

  socket.onopen = () => events.opened();
  socket.onmessage = (message: MessageEvent<string | ArrayBuffer>) => {
    events.heard();
    if (typeof message.data === "string") return take([message.data]);
    inflate ??= inflater(take, () => socket.close());
    inflate(message.data);
  };
  const end = () => {
    if (ended) return;
    ended = true;
    flush();
    events.closed();
  };
  socket.onclose = end;
  return {
    send: (command) => {
      if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(command));
    },
    drop: () => {
      socket.onmessage = null;
      socket.close();
      end();
    },
  };
}
