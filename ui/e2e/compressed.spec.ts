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
  const script = await page.locator("script[type=module]").first().getAttribute("src");
  const address = new URL(script ?? "", `http://${host.address}/`).href;
  const compressed = await ask(address, "gzip");
  const plain = await ask(address, "identity");
  expect(compressed.encoding).toBe("gzip");
  expect(plain.encoding).toBeUndefined();
  expect(gunzipSync(compressed.bytes).equals(plain.bytes)).toBe(true);
  expect(compressed.bytes.length).toBeLessThan(plain.bytes.length / 2);
});
