// One attempt at a WebSocket. It does not retry: `connection.ts` is the only one that does.

import type { SocketCommand, SocketUpdate } from "./generated";
import { base, key } from "./http";

export interface Socket {
  send(command: SocketCommand): void;
  close(): void;
}

export interface SocketEvents {
  opened(): void;
  updates(updates: SocketUpdate[]): void;
  closed(): void;
}

/** Opens a socket. Updates that arrive within one frame are handed over together. */
export function openSocket(events: SocketEvents): Socket {
  const url = new URL("api/ws", base());
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  const socket = new WebSocket(url, ["pilothouse.v1", `pilothouse.key.${key() ?? ""}`]);
  let waiting: SocketUpdate[] = [];
  let scheduled = false;

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

  socket.onopen = () => events.opened();
  socket.onmessage = (message) => {
    waiting.push(JSON.parse(String(message.data)) as SocketUpdate);
    schedule();
  };
  socket.onclose = () => {
    flush();
    events.closed();
  };
  return {
    send: (command) => {
      if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(command));
    },
    close: () => socket.close(),
  };
}
