// A WebSocket client for text, since Node 20 has none: enough for a browser's control port on loopback.

import { randomBytes } from "node:crypto";
import { connect, type Socket } from "node:net";

const TEXT = 1;
const CLOSE = 8;

/** Connects, and calls `onText` for each message. */
export function openSocket(
  address: string,
  onText: (text: string) => void,
): Promise<{ send: (text: string) => void; close: () => void }> {
  const { hostname, port, pathname } = new URL(address);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () =>
      socket.write(
        [
          `GET ${pathname} HTTP/1.1`,
          `Host: ${hostname}:${port}`,
          "Upgrade: websocket",
          "Connection: Upgrade",
          `Sec-WebSocket-Key: ${randomBytes(16).toString("base64")}`,
          "Sec-WebSocket-Version: 13",
          "\r\n",
        ].join("\r\n"),
      ),
    );
    socket.once("error", reject);
    let rest = Buffer.alloc(0);
    let upgraded = false;
    let message = Buffer.alloc(0);
    socket.on("data", (chunk: Buffer) => {
      rest = Buffer.concat([rest, chunk]);
      if (!upgraded) {
        const end = rest.indexOf("\r\n\r\n");
        if (end < 0) return;
        if (!rest.toString("latin1", 0, end).includes(" 101 "))
          return reject(new Error("no WebSocket there"));
        rest = rest.subarray(end + 4);
        upgraded = true;
        resolve({ send: (text) => send(socket, text), close: () => socket.destroy() });
      }
      for (let frame = take(rest); frame; frame = take(rest)) {
        rest = frame.rest;
        if (frame.kind === CLOSE) socket.destroy();
        if (frame.kind > TEXT) continue;
        message = Buffer.concat([message, frame.payload]);
        if (!frame.isLast) continue;
        onText(message.toString());
        message = Buffer.alloc(0);
      }
    });
  });
}

interface Frame {
  kind: number;
  isLast: boolean;
  payload: Buffer;
  rest: Buffer<ArrayBuffer>;
}

/** The first frame, when all of it is there. A server does not mask. */
function take(bytes: Buffer<ArrayBuffer>): Frame | undefined {
  if (bytes.length < 2) return undefined;
  const [first = 0, second = 0] = bytes;
  const head = second === 127 ? 10 : second === 126 ? 4 : 2;
  if (bytes.length < head) return undefined;
  const length = head === 10 ? Number(bytes.readBigUInt64BE(2)) : head === 4 ? bytes.readUInt16BE(2) : second;
  if (bytes.length < head + length) return undefined;
  return {
    kind: first & 15,
    isLast: first >= 128,
    payload: bytes.subarray(head, head + length),
    rest: bytes.subarray(head + length),
  };
}

/** A client masks what it sends. Firefox refuses a mask of zeros. */
const MASK = Buffer.from([1, 2, 3, 4]);

function send(socket: Socket, text: string): void {
  const payload = Buffer.from(text);
  const { length } = payload;
  const masked = 128;
  const body = payload.map((byte, index) => byte ^ (MASK[index % 4] ?? 0));
  const size =
    length < 126
      ? [masked | length]
      : length < 65_536
        ? [masked | 126, length >> 8, length & 255]
        : undefined;
  if (!size) throw new Error(`a message of ${length} bytes is too long for this client`);
  socket.write(Buffer.concat([Buffer.from([128 | TEXT, ...size]), MASK, body]));
}
