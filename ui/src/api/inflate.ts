// The compressed socket: its binary messages are one raw deflate stream of lines, flushed at the end of each message.

const PLAIN = "pilothouse.v1";
const DEFLATE = "pilothouse.v1.deflate";
const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/**
 * The ways to ask for, of which the host takes one.
 *
 * On the machine itself bytes cost nothing, and the host is spared the compressor.
 */
export function subprotocols(hostname: string): string[] {
  return !LOOPBACK.test(hostname) && canInflate() ? [DEFLATE, PLAIN] : [PLAIN];
}

function canInflate(): boolean {
  try {
    return new DecompressionStream("deflate-raw") !== undefined;
  } catch {
    return false;
  }
}

/** Takes the messages of a stream and hands over its lines as they become whole; `failed` when it is no such stream. */
export function inflater(
  lines: (lines: string[]) => unknown,
  failed: () => unknown,
): (message: ArrayBuffer) => void {
  const stream = new DecompressionStream("deflate-raw");
  const writer = stream.writable.getWriter();
  const reader = stream.readable.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  const read = async () => {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      const text = decoder.decode(value, { stream: true });
      const whole = text.lastIndexOf("\n");
      if (whole < 0) {
        rest += text;
        continue;
      }
      lines((rest + text.slice(0, whole)).split("\n"));
      rest = text.slice(whole + 1);
    }
  };
  read().catch(failed);
  return (message) => {
    writer.write(new Uint8Array(message)).catch(failed);
  };
}
