// For a class: a short code and its picture, a wall of all tables, a projection, records brought in.

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { about, claim, playOut, sitDown, seated } from "./claims.mjs";
import { click, moves, turn, violations } from "./house.mjs";

await claim("a short code seats whoever types it, and its picture is there to be scanned", async (open) => {
  const [one, other, late] = [await open(), await open(), await open()];
  await sitDown(one, "allumettes", () => one.locator('[name="who1"]').selectOption("invited"));
  const code = await one.locator(".code").textContent();
  assert.match(code, /^[0-9A-HJKMNP-TV-Z]{6}$/);
  const picture = one.locator(".short img");
  assert.ok(await picture.evaluate((image) => image.decode().then(() => image.naturalWidth)) > 0);
  assert.match(await picture.getAttribute("alt"), new RegExp(code));
  await other.goto("/");
  await other.locator('[name="code"]').fill(code.toLowerCase());
  await other.keyboard.press("Enter");
  await turn(one);
  await click(one);
  await turn(other);
  await click(other);
  assert.match(await other.locator(".player.second").textContent(), /You/);
  await late.goto(`/j/${code}`);
  await late.locator(".trouble:visible", { hasText: "has been used" }).waitFor();
});

await claim("a code that leads nowhere says so", async (open) => {
  const page = await open();
  await page.goto("/j/000000");
  await page.locator(".trouble", { hasText: "There is no table with this code." }).waitFor();
  assert.deepEqual(await violations(page), []);
});

await claim("all tables are seen small and live on one page", async (open) => {
  const [player, wall] = [await open(), await open()];
  await sitDown(player, "puissance4");
  await turn(player);
  await wall.goto("/live");
  const id = player.url().split("/").at(-1);
  const board = wall.locator(`a[href="/table/${id}"]`);
  await board.locator('[data-part="column-4"]').waitFor({ state: "attached" });
  assert.equal(await board.locator(".disc").count(), 0);
  await click(player);
  await wall.waitForFunction((name) => document.querySelectorAll(`a[href="/table/${name}"] .disc`).length >= 1, id);
  assert.equal(await wall.locator(".armed").count(), 0, "nobody plays from the wall");
  assert.deepEqual(await violations(wall), []);
  await board.click();
  await wall.waitForURL(`**/table/${id}`);
});

await claim("the wall shows a player's own table as spectators see it", async (open) => {
  const page = await seated(open, "dominos");
  assert.ok(await page.locator(".board .held").count() > 0);
  const id = page.url().split("/").at(-1);
  await page.goto("/live");
  const board = page.locator(`a[href="/table/${id}"]`);
  await board.locator(".backs").first().waitFor({ state: "attached" });
  assert.equal(await board.locator(".held").count(), 0);
});

await claim("a record is brought in and watched again; a broken one is refused with its line", async (open) => {
  const page = await open();
  await sitDown(page, "puissance4");
  await playOut(page, click);
  const count = await moves(page);
  const record = await about(page, "/record");
  const file = join(tmpdir(), `brelan-brought-${process.pid}.txt`);
  const stranger = await open();
  await stranger.goto("/games");
  writeFileSync(file, record.replace(/plays \d/, "plays 9"));
  await stranger.locator('[name="record"]').setInputFiles(file);
  await stranger.locator(".trouble", { hasText: /line \d+/ }).waitFor();
  writeFileSync(file, record);
  await stranger.locator('[name="record"]').setInputFiles(file);
  await stranger.waitForURL(/\/table\//);
  await stranger.waitForFunction((wanted) => document.querySelectorAll(".moves li").length === wanted, count);
  assert.match(await stranger.locator(".status").textContent(), /wins!|win!|draw!/);
});

await claim("a record that was broken off is gone on with", async (open) => {
  const page = await open();
  const file = join(tmpdir(), `brelan-resumed-${process.pid}.txt`);
  writeFileSync(file, "brelan record 1\ngame allumettes\nposition 13\nreferee guarded\nfirst Ana@humain\nsecond Max@rapide\n\nfirst plays 2\n");
  await page.goto("/games");
  await page.locator('[name="record"]').setInputFiles(file);
  await page.waitForURL(/\/table\//);
  await turn(page);
  await playOut(page, click);
  assert.match(await page.locator(".status").textContent(), /took the last match/);
});
