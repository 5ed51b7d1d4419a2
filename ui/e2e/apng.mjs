// An animated PNG of pictures that have the same size: their data stays as it is and gets other names around it.

const TABLE = Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value >>> 0;
});

function crc(bytes) {
  let value = 0xffffffff;
  for (const byte of bytes) value = TABLE[(value ^ byte) & 0xff] ^ (value >>> 8);
  return (value ^ 0xffffffff) >>> 0;
}

function chunk(name, data) {
  const body = Buffer.concat([Buffer.from(name, "latin1"), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc(body));
  return Buffer.concat([length, body, sum]);
}

/** The chunks of a PNG, by name. */
function chunks(png) {
  const found = [];
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at);
    found.push({ name: png.toString("latin1", at + 4, at + 8), data: png.subarray(at + 8, at + 8 + length) });
    at += length + 12;
  }
  return found;
}

/** Takes `{ png, ms }` for each frame. */
export function animate(frames) {
  const header = chunks(frames[0].png).find(({ name }) => name === "IHDR").data;
  const control = Buffer.alloc(8);
  control.writeUInt32BE(frames.length, 0);
  const parts = [frames[0].png.subarray(0, 8), chunk("IHDR", header), chunk("acTL", control)];
  let sequence = 0;
  for (const [index, { png, ms }] of frames.entries()) {
    const frame = Buffer.alloc(26);
    frame.writeUInt32BE(sequence++, 0);
    header.copy(frame, 4, 0, 8);
    frame.writeUInt16BE(ms, 20);
    frame.writeUInt16BE(1000, 22);
    parts.push(chunk("fcTL", frame));
    for (const { name, data } of chunks(png)) {
      if (name !== "IDAT") continue;
      if (index === 0) {
        parts.push(chunk("IDAT", data));
        continue;
      }
      const number = Buffer.alloc(4);
      number.writeUInt32BE(sequence++, 0);
      parts.push(chunk("fdAT", Buffer.concat([number, data])));
    }
  }
  parts.push(chunk("IEND", Buffer.alloc(0)));
  return Buffer.concat(parts);
}
