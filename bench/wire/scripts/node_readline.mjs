// What the TypeScript SDK does with a line: readline, then JSON.parse, and no types at run time.
//
// Takes the orders that meter/src/lib.rs describes. The time is the process's: Node has no clock for one thread.

import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';

const CHUNK = 64 * 1024;
const NAME = `Node ${process.versions.node} readline + JSON.parse`;

function* chunks(transcript) {
  for (let start = 0; start < transcript.length; start += CHUNK) {
    yield transcript.subarray(start, start + CHUNK);
  }
}

async function run(transcript) {
  let read = 0;
  let dropped = 0;
  let refused = 0;
  const input = Readable.from(chunks(transcript), { objectMode: false });
  for await (const line of createInterface({ input })) {
    if (!line.trim()) {
      dropped += 1;
      continue;
    }
    try {
      JSON.parse(line);
      read += 1;
    } catch {
      refused += 1;
    }
  }
  return [read, dropped, refused];
}

let transcript = Buffer.alloc(0);
for await (const order of createInterface({ input: process.stdin })) {
  const space = order.indexOf(' ');
  const verb = space < 0 ? order : order.slice(0, space);
  if (verb === 'names') {
    console.log(NAME);
  } else if (verb === 'load') {
    transcript = readFileSync(order.slice(space + 1));
    console.log('loaded');
  } else if (verb === 'run') {
    globalThis.gc?.();
    const before = process.cpuUsage();
    const counts = await run(transcript);
    const spent = process.cpuUsage(before);
    console.log((spent.user + spent.system) * 1000, ...counts);
  }
}
