import { get } from "node:http";
import { gunzipSync } from "node:zlib";
import { expect, test } from "./support";

interface Answer {
  encoding: string | undefined;
  bytes: Buffer;
}

function ask(address: string, accepts: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    get(address, { headers: { "accept-encoding": accepts } }, (answer) => {
      const parts: Buffer[] = [];
      answer.on("data", (part: Buffer) => parts.push(part));
      answer.on("end", () => {
        resolve({ encoding: answer.headers["content-encoding"], bytes: Buffer.concat(parts) });
      });
    }).on("error", reject);
  });
}

test("the page's scripts travel compressed, and plain to who asks for that", async ({ page, host }) => {
  // The first script only starts the others. The largest is the one for which compression matters.
  const names = await page
    .locator("link[rel=modulepreload]")
    .evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
  const addresses = names.map((name) => new URL(name, `http://${host.address}/`).href);
  const scripts = await Promise.all(
    addresses.map(async (address) => ({ address, plain: await ask(address, "identity") })),
  );
  const [largest] = scripts.sort((a, b) => b.plain.bytes.length - a.plain.bytes.length);
  if (!largest) throw new Error("the page loads no script");
  const { address, plain } = largest;
  const compressed = await ask(address, "gzip");
  expect(compressed.encoding).toBe("gzip");
  expect(plain.encoding).toBeUndefined();
  expect(gunzipSync(compressed.bytes).equals(plain.bytes)).toBe(true);
  expect(compressed.bytes.length).toBeLessThan(plain.bytes.length / 2);
});
