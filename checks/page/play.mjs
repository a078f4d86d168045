// What is done at a table besides playing: clocks, replays, hints, other games.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { about, claim, playOut, sitDown, seated, resign, hold, more } from "./claims.mjs";
import { click, moves, program, turn } from "./house.mjs";

await claim("language and theme change at once and stay", async (open) => {
  const page = await open({ colorScheme: "light" });
  await page.goto("/");
  await page.waitForSelector(".card");
  assert.match(await page.locator(".lead").textContent(), /Five games/);
  await page.locator("#language").click();
  await page.waitForFunction(() => document.querySelector(".lead")?.textContent.startsWith("Cinq jeux"));
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await paper();
  await page.locator("#theme").click();
  assert.equal(await paper(), light);
  await page.locator("#theme").click();
  assert.notEqual(await paper(), light);
  await page.reload();
  await page.waitForSelector(".card");
  assert.notEqual(await paper(), light);
  assert.equal(await page.locator("html").getAttribute("lang"), "fr");
});

await claim("a finished game is in the list, replays move by move, and its record is good", async (open) => {
  const page = await open();
  await sitDown(page, "allumettes");
  await playOut(page, click);
  await page.locator('a[href="/games"]').click();
  await page.locator("tbody a").first().click();
  await turn(page);
  // The whole game has been told when its last match is gone.
  await page.waitForFunction(() => document.querySelectorAll(".moves li").length > 0 && document.querySelector(".board .drawing")
    && document.querySelectorAll(".board .match").length === 0);
  const count = await moves(page);
  const matches = () => page.locator(".board .match").count();
  await page.locator('[data-step="first"]').click();
  await page.waitForFunction(() => document.querySelectorAll(".board .match").length === 13);
  let left = await matches();
  for (let step = 0; step < count; step++) {
    await page.keyboard.press([".", "k", "ArrowRight"][step % 3]);
    await page.waitForFunction((before) => document.querySelectorAll(".board .match").length < before, left);
    left = await matches();
  }
  assert.equal(left, 0);
  const record = await about(page, "/record");
  const file = join(tmpdir(), `brelan-record-${process.pid}.txt`);
  writeFileSync(file, record);
  assert.match(execFileSync(program, ["replay", "--lang", "en", file], { encoding: "utf8" }), /wins!/);
});

await claim("hint, take back, resign, and another game with seats swapped", async (open) => {
  const page = await seated(open, "allumettes");
  const hint = page.locator('[data-action="hint"]');
  const told = (words) => page.locator(".advice", { hasText: words }).waitFor();
  await hint.click();
  await told("Look at what you would leave, modulo 4.");
  assert.equal(await page.locator(".hinted").count(), 0, "where to look is not what to play");
  await hint.click();
  await page.waitForSelector(".hinted");
  await told("The expert would play: take 1");
  await told("Every move loses.");
  await hint.click();
  await told(/13|modulo|remainder/);
  assert.equal(await hint.isDisabled(), true, "that is all");
  for (let exchange = 0; exchange < 2; exchange++) {
    await click(page);
    await turn(page);
  }
  for (const left of [2, 0]) {
    await page.locator('[data-action="take-back"]').click();
    await page.waitForFunction((moves) => document.querySelectorAll(".moves li").length === moves, left);
  }
  await page.waitForFunction(() => document.querySelectorAll(".board .match").length === 13);
  assert.equal(await page.locator('[data-action="take-back"]').count(), 0, "nothing is left to take back");
  await turn(page);
  await click(page);
  await resign(page);
  await page.waitForSelector('[data-action="again"]');
  assert.match(await page.locator(".status").textContent(), /You resign\. \S+ wins!/);
  const before = page.url();
  await page.locator('[data-action="again"]').click();
  await page.waitForFunction((url) => location.href !== url, before);
  await page.locator(".player.second", { hasText: "You" }).waitFor();
});

await claim("a letter may be typed where a key may be pressed, and is no shortcut while one types", async (open) => {
  const page = await seated(open, "awale");
  await page.locator('[name="move"]').fill("");
  await page.keyboard.type("u?rh");
  assert.equal(await page.locator("dialog[open]").count(), 0);
  await page.locator('[name="move"]').fill("b");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelectorAll(".moves li").length >= 1);
  assert.match(await page.locator(".moves li").first().textContent(), /sow pit 1/);
});

await claim("each side has the clock and the time that were chosen for it, and they are seen running", async (open) => {
  const page = await seated(open, "allumettes", async (page) => {
    await page.locator('[name="clock0"]').selectOption("5m+3s");
    await page.locator('[name="clock1"]').selectOption("1m+1s");
    await page.locator('[name="time1"]').selectOption("200");
  });
  await page.waitForFunction(() => /^[1-4]:\d\d$/.test(document.querySelector(".first .clock.running")?.textContent));
  assert.equal(await page.locator(".second .clock").textContent(), "1:00");
  assert.deepEqual((await about(page)).players.map((player) => player.terms), ["clock=5m+3s", "clock=1m+1s,time=200"]);
  await click(page);
  await turn(page);
  await page.waitForFunction(() => /^[1-5]:\d\d$/.test(document.querySelector(".first .clock.running")?.textContent));
  // What the computer has left stands still while we think.
  const seconds = Math.ceil((await about(page)).clocks.second / 1000);
  assert.equal(await page.locator(".second .clock").textContent(), `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`);
});

await claim("time for a move is seen running, and who lets it pass has lost", async (open) => {
  const page = await open();
  // Noted while it runs: on a slow machine the time may be over before anybody looks.
  await page.addInitScript(() => {
    window.shown = new Set();
    new MutationObserver(() => window.shown.add(document.querySelector(".first .clock.running")?.textContent))
      .observe(document, { childList: true, subtree: true, characterData: true });
  });
  await sitDown(page, "allumettes", () => page.locator('[name="time0"]').selectOption("10000"));
  await page.locator(".status.over", { hasText: "run out of time" }).waitFor();
  const shown = await page.evaluate(() => [...window.shown]);
  assert.ok(shown.filter((text) => /^0:(10|0[1-9])$/.test(text)).length > 1, shown.join());
});

await claim("swapped seats take their clocks along", async (open) => {
  const page = await open();
  await page.goto("/new/awale");
  await page.locator('[data-action="options"]').click();
  await page.locator('[name="clock0"]').selectOption("5m+3s");
  await page.locator('[name="time1"]').selectOption("3000");
  await page.locator('[data-action="swap"]').click();
  const values = await page.locator("form").evaluate((form) => ["who0", "time0", "clock0", "who1", "time1", "clock1"].map((name) => form.elements[name].value));
  assert.deepEqual(values, ["niveau=2", "3000", "", "here", "", "5m+3s"]);
});

await claim("strategy plays strategy, and the game plays through again", async (open) => {
  const page = await seated(open, "allumettes", (page) => page.locator('[name="who0"]').selectOption("rapide"));
  await page.locator('[data-step="autoplay"]').click();
  await page.waitForFunction(() => document.querySelectorAll(".board .match").length === 13);
  await page.waitForFunction(() => document.querySelectorAll(".board .match").length < 13);
});

await claim("taking back undoes the last exchange and no more", async (open) => {
  const page = await open();
  await sitDown(page, "puissance4");
  for (let played = 0; played < 2; played++) {
    await turn(page);
    await click(page);
  }
  await turn(page);
  const before = await page.locator(".moves .step").allTextContents();
  assert.equal(before.length, 4);
  await page.keyboard.press("u");
  await page.waitForFunction(() => document.querySelectorAll(".moves li").length === 2);
  assert.deepEqual(await page.locator(".moves .step").allTextContents(), before.slice(0, 2));
  await turn(page);
  assert.equal(await page.locator(".board .disc").count(), 2);
});

await claim("a long hint shows that it works", async (open) => {
  const page = await seated(open, "awale");
  // The answer is held back until its absence was seen.
  const late = await hold(page, "**/hint");
  await page.locator('[data-action="hint"]').click();
  await page.locator(".advice", { hasText: "The expert is thinking…" }).waitFor();
  await late.release();
  await page.locator(".advice", { hasText: "Look at your pits" }).waitFor();
  await page.locator('[data-action="hint"]').click();
  await page.locator(".advice", { hasText: "The expert would play: sow pit" }).waitFor();
});

await claim("the next game is had with the same seats and the same clocks", async (open) => {
  const page = await open();
  await sitDown(page, "allumettes", () => page.locator('[name="clock0"]').selectOption("5m+3s"));
  await playOut(page, click);
  assert.equal(await page.locator('a[href="/new/allumettes"]').count(), 1, "another opponent");
  const before = page.url();
  await more(page);
  await page.locator('[data-action="again-same"]').click();
  await page.waitForFunction((url) => location.href !== url, before);
  await turn(page);
  assert.match(await page.locator(".player.first").textContent(), /You/);
  assert.match(await page.locator(".first .clock").textContent(), /^([1-4]:\d\d|5:00)$/);
});

await claim("the list of games can be narrowed", async (open) => {
  const page = await open();
  for (const game of ["allumettes", "awale"]) {
    await sitDown(page, game);
    await turn(page);
  }
  await page.goto("/games");
  await page.waitForSelector("tbody tr");
  assert.equal(await page.locator("tbody tr").count(), 2);
  await page.locator('[name="game"]').selectOption("awale");
  assert.equal(await page.locator("tbody tr").count(), 1);
  await page.locator('[name="state"]').selectOption("over");
  assert.equal(await page.locator("tbody tr").count(), 0);
  await page.getByText("No game of that kind.").waitFor();
});
