// Drops .pav files on the page of pavage in a real browser, opened from disk, and compares the pixels with those of
// PNG files that the program wrote.
// needs: chromium nodejs npm wasm32-unknown-unknown

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";

const root = new URL("..", import.meta.url).pathname;
const { chromium } = createRequire(join(root, "target/check/"))("playwright-core");
execFileSync(join(root, "pavage/web/build.sh"));
execFileSync("cargo", ["build", "--quiet", "--locked", "--package", "pavage"], { cwd: root });
const folder = mkdtempSync(join(tmpdir(), "pavage-page-"));
const pavage = (...words) => execFileSync(join(root, "target/debug/pavage"), words, { cwd: folder, stdio: "pipe" });
const seeds = join(root, "pavage/fuzz/seeds");
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });

try {
  const context = await browser.newContext({ locale: "fr-FR" });
  const page = await context.newPage();
  const faults = [];
  page.on("pageerror", (error) => faults.push(String(error)));
  page.on("request", (request) => { if (!/^(file|blob|data):/.test(request.url())) faults.push(request.url()); });
  await page.goto(`file://${join(root, "target/pavage.html")}`);
  const facts = page.locator("#facts");

  /** Drops a file, and waits until the page tells of it. */
  const drop = async (path, name) => {
    await facts.evaluate((place) => { place.textContent = ""; });
    const bytes = [...readFileSync(path)];
    await page.evaluate(([bytes, name]) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([new Uint8Array(bytes)], name));
      document.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
    }, [bytes, name]);
    await page.waitForFunction(() => document.querySelector("#facts").textContent);
    return facts.textContent();
  };
  const pixels = () => page.evaluate(() => {
    const { width, height } = document.querySelector("canvas");
    return [width, height, ...document.querySelector("canvas").getContext("2d").getImageData(0, 0, width, height).data];
  });
  const expected = (path) => page.evaluate(async (bytes) => {
    const picture = await createImageBitmap(new Blob([new Uint8Array(bytes)]));
    const drawing = new OffscreenCanvas(picture.width, picture.height).getContext("2d");
    drawing.drawImage(picture, 0, 0);
    return [picture.width, picture.height, ...drawing.getImageData(0, 0, picture.width, picture.height).data];
  }, [...readFileSync(path)]);

  for (const name of ["flat", "slope", "letters"]) {
    for (const mode of ["raw", "regions", "blended"]) {
      const told = await drop(join(seeds, `${name}-${mode}.pav`), `${name}.pav`);
      assert.match(told, new RegExp(`^${name}: \\d+ × \\d+, (couleur|gris), 8 bits$`));
      assert.deepEqual(await pixels(), await expected(join(seeds, `${name}.png`)), `${name} in ${mode}`);
      assert.equal(await page.locator("#save").getAttribute("download"), `${name}.png`);
    }
  }
  writeFileSync(join(folder, "map.pgm"), "P2 2 2 255 0 9 9 200\n");
  pavage("encode", "--quiet", "--labels", "map.pgm", "-o", "map.pav");
  assert.equal(await drop(join(folder, "map.pav"), "map.pav"), "map: 2 × 2, carte d’étiquettes, 8 bits non signés, 3 étiquettes dans cette tranche");
  const [, , ...colours] = await pixels();
  const [a, b, c, d] = [0, 4, 8, 12].map((at) => colours.slice(at, at + 4).join());
  assert.equal(a, "0,0,0,255");
  assert.equal(b, c);
  assert.equal(new Set([a, b, d]).size, 3);

  const whole = readFileSync(join(seeds, "slope-blended.pav"));
  for (const bytes of [Buffer.from("GIF89a"), whole.subarray(0, 20), Buffer.from([...whole.subarray(0, 5), 255, 255, 255, 127, 255, 255, 255, 127, 0])]) {
    writeFileSync(join(folder, "bad.pav"), bytes);
    assert.match(await drop(join(folder, "bad.pav"), "bad.pav"), /^Ce fichier ne se décode pas : /);
    assert.ok(await page.locator("canvas").isHidden());
  }
  await drop(join(seeds, "flat-raw.pav"), "flat.pav");
  assert.ok(await page.locator("canvas").isVisible(), "a damaged file stops those that follow");
  assert.deepEqual(faults, []);
  console.log("files dropped on the page are shown, damaged ones refused");
} finally {
  await browser.close();
  rmSync(folder, { recursive: true });
}
