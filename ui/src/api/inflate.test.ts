import { constants, createDeflateRaw } from "node:zlib";
import { expect, test, vi } from "vitest";

import { inflater, subprotocols } from "./inflate";

/** Compresses as the host does: one stream, flushed after each message. */
function deflater() {
  const stream = createDeflateRaw();
  const made: Buffer[] = [];
  stream.on("data", (bytes: Buffer) => made.push(bytes));
  return (text: string) =>
    new Promise<ArrayBuffer>((resolve) => {
      stream.write(text);
      stream.flush(constants.Z_SYNC_FLUSH, () =>
        resolve(new Uint8Array(Buffer.concat(made.splice(0))).buffer),
      );
    });
}

test("each message is read when it comes, in order, whatever its length", async () => {
  const deflate = deflater();
  const got: string[] = [];
  const failed = vi.fn();
  const inflate = inflater((lines) => got.push(...lines), failed);
  const long = "läng ".repeat(50_000);
  for (const batch of [["one", "two"], ["three"], [long, "x"], ["end"]]) {
    got.length = 0;
    inflate(await deflate(`${batch.join("\n")}\n`));
    await vi.waitFor(() => expect(got).toEqual(batch));
  }
  expect(failed).not.toHaveBeenCalled();
});

test("what is no such stream is told", async () => {
  const failed = vi.fn();
  const inflate = inflater(() => undefined, failed);
  inflate(new Uint8Array([255, 255, 255, 255]).buffer);
  await vi.waitFor(() => expect(failed).toHaveBeenCalled());
});

test("compression is asked for over a network and not on the machine itself", () => {
  expect(subprotocols("studio.example")).toEqual(["pilothouse.v1.deflate", "pilothouse.v1"]);
  for (const own of ["localhost", "127.0.0.1", "[::1]"]) expect(subprotocols(own)).toEqual(["pilothouse.v1"]);
});

test("a browser that cannot decompress gets plain updates", () => {
  vi.stubGlobal("DecompressionStream", undefined);
  expect(subprotocols("studio.example")).toEqual(["pilothouse.v1"]);
  vi.unstubAllGlobals();
});
