// Tournaments, held from a terminal over the server's own store and watched on the page.

import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { chmodSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { claim, data, fits } from "./claims.mjs";
import { program, violations } from "./house.mjs";

const command = (...words) => ["tournament", ...words, "--data", data, "--lang", "en"];

function hold(...words) {
  const held = spawnSync(program, command(...words), { encoding: "utf8" });
  assert.equal(held.status, 0, held.stderr);
}

/** Opens a tournament from the list. */
async function enter(page, event) {
  await page.goto("/tournaments");
  await page.getByRole("link", { name: event }).click();
  await page.locator("h1", { hasText: event }).waitFor();
}

await claim("before there is a tournament the page says how to hold one", async (open) => {
  const page = await open();
  await page.goto("/");
  await page.locator("nav").getByRole("link", { name: "Tournaments" }).click();
  await page.locator("pre", { hasText: "brelan tournament" }).waitFor();
  assert.deepEqual(await violations(page), []);
  await page.setViewportSize({ width: 360, height: 740 });
  await fits(page);
});

await claim("a tournament has standings, a cross table, and games that are watched again", async (open) => {
  hold("allumettes", "Ana@expert", "Max@naif", "Zoe@rapide", "--games", "20", "--seed", "3", "--event", "Coupe <b>");
  const page = await open();
  await enter(page, "Coupe <b>");
  const standings = page.getByRole("table", { name: "Standings" }).locator("tbody tr");
  await standings.first().waitFor();
  assert.equal(await standings.count(), 3);
  assert.match(await standings.first().textContent(), /^1Ana/);
  const cross = page.getByRole("table", { name: "Cross table" }).locator("tbody tr");
  assert.equal(await cross.count(), 3);
  // Nobody meets himself, and everybody the two others.
  assert.equal(await cross.locator("td", { hasText: /^·$/ }).count(), 3);
  assert.deepEqual(await violations(page), []);
  const last = page.locator("tbody tr", { has: page.getByRole("button", { name: "Replay" }) }).first();
  const [number, , , plies] = await last.locator("td").allTextContents();
  assert.equal(number, "60");
  assert.equal(await page.getByRole("button", { name: "Replay" }).count(), 50);
  await page.getByRole("button", { name: "Earlier games" }).click();
  await page.waitForFunction(() => document.querySelectorAll("tbody tr:has(button)").length === 60);
  await last.getByRole("button", { name: "Replay" }).click();
  await page.waitForURL(/\/table\//);
  await page.waitForFunction((count) => document.querySelectorAll(".moves li").length === count, Number(plies));
  await page.goBack();
  await last.getByRole("button", { name: "Review" }).click();
  await page.waitForSelector(".review .terms", { state: "attached" });
  await page.waitForFunction((count) => document.querySelectorAll(".moves li").length === count, Number(plies));
});

const SLOW = `#!/bin/sh
while read -r word first rest; do
  case $word in moves) move=$first ;; play) sleep 0.4; echo $move ;; esac
done
`;

await claim("a slow game is drawn while it is played, and standings move when it is over", async (open) => {
  // Where those who are caged can read.
  const file = join(tmpdir(), `brelan-slow-${process.pid}.sh`);
  writeFileSync(file, SLOW);
  chmodSync(file, 0o755);
  const tournament = spawn(program, command("puissance4", `Lent@${file}`, "Vif@naif", "--games", "1000", "--event", "Lenteur"), { stdio: "ignore" });
  const gone = new Promise((done) => tournament.once("exit", done));
  try {
    const page = await open({ viewport: { width: 360, height: 740 } });
    await enter(page, "Lenteur");
    await page.getByRole("status").filter({ hasText: "in progress" }).waitFor();
    const discs = page.locator(".live .card .disc");
    await discs.first().waitFor({ state: "attached" });
    const before = await discs.count();
    // The next disc, or the next game.
    await page.waitForFunction((count) => document.querySelectorAll(".live .card .disc").length !== count, before);
    const rows = page.getByRole("table", { name: "Standings" }).locator("tbody tr");
    await rows.first().waitFor();
    await fits(page);
    assert.deepEqual(await violations(page), []);
  } finally {
    tournament.kill("SIGINT");
    await gone;
    rmSync(file);
  }
});

await claim("two strategies are let play from the page, counted with an error, and each game opens", async (open) => {
  const page = await open();
  await page.goto("/tournaments");
  await page.locator('[name="game"]').selectOption("allumettes");
  await page.locator('[name="player0"]').selectOption("expert");
  await page.locator('[name="player1"]').selectOption("naif");
  await page.locator('[name="games"]').fill("40");
  assert.deepEqual(await violations(page), []);
  await page.getByRole("button", { name: "Begin" }).click();
  await page.waitForURL(/\/tournaments\/./);
  await page.getByRole("status").filter({ hasText: "game 40 of 40" }).waitFor();
  const rows = page.getByRole("table", { name: "Standings" }).locator("tbody tr");
  await page.waitForFunction(() => /^1expert/.test(document.querySelector("tbody tr")?.textContent ?? ""));
  // The other may be lucky once; what was scored lies within its bounds (Wilson).
  const points = Number(await rows.first().locator("td").nth(1).textContent());
  const told = await page.getByText(/^expert scored .* of the points/).textContent();
  const [share, low, high] = told.match(/\d+\.\d(?= %)/g).map(Number);
  assert.equal(share, 100 * points / 40);
  const bounds = { 40: [91.2, 100], 39: [87.1, 99.6], 38: [83.5, 98.6], 37: [80.1, 97.4] }[points];
  assert.deepEqual([low, high], bounds, told);
  assert.equal(await rows.count(), 2);
  await page.getByRole("button", { name: "Review" }).first().click();
  await page.waitForSelector(".review .terms", { state: "attached" });
});
