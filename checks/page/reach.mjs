// For everybody: screen readers, zoom, every size and theme, few bytes.

import assert from "node:assert/strict";

import { claim, games, part, sitDown } from "./claims.mjs";
import { click, turn, violations } from "./house.mjs";

const LARGEST_TRANSFER = 250 * 1024;

await claim("focus stays on its part while the board changes", async (open) => {
  const page = await open();
  await sitDown(page, "puissance4");
  await turn(page);
  await part(page, "column-4").focus();
  await page.evaluate(() => { window.held = document.activeElement; });
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelectorAll(".moves li").length >= 2);
  await turn(page);
  assert.equal(await page.evaluate(() => document.activeElement === window.held && document.activeElement.dataset.part), "column-4");
});

await claim("the projection shows the board and the names alone", async (open) => {
  const page = await open();
  await sitDown(page, "puissance4");
  await turn(page);
  await page.locator('[data-action="project"]').click();
  assert.equal(await page.locator(".side").isVisible(), false);
  assert.equal(await page.locator("#bar").isVisible(), false);
  assert.equal(await page.locator(".player").first().isVisible(), true);
  await page.keyboard.press("Escape");
  assert.equal(await page.locator(".side").isVisible(), true);
});

await claim("status and result are in view at 1280 by 800, and the board grows with the window", async (open) => {
  const page = await open({ viewport: { width: 1280, height: 800 } });
  for (const game of games) {
    await sitDown(page, game);
    await turn(page);
    const bottom = await page.locator(".board").evaluate((board) => board.getBoundingClientRect().bottom);
    assert.ok(bottom <= 800, `${game} ends at ${bottom}`);
    const before = await page.locator(".board").evaluate((board) => board.getBoundingClientRect().width);
    await page.setViewportSize({ width: 2560, height: 1440 });
    const after = await page.locator(".board").evaluate((board) => board.getBoundingClientRect().width);
    assert.ok(after > 1.7 * before, `${game} is ${after} wide at 2560`);
    await page.setViewportSize({ width: 1280, height: 800 });
  }
});

await claim("tiles are 32 pixels wide at least on a telephone", async (open) => {
  const page = await open({ viewport: { width: 360, height: 740 } });
  await sitDown(page, "dominos");
  for (let played = 0; played < 3 && (await turn(page)) === "play"; played++) await click(page);
  await turn(page);
  const widths = await page.locator(".board .tile .bone").evaluateAll((bones) => bones.map((bone) => {
    const { width, height } = bone.getBoundingClientRect();
    return Math.min(width, height);
  }));
  assert.ok(widths.length >= 10 && Math.min(...widths) >= 32, String(widths));
});

await claim("a name is never read as HTML", async (open) => {
  const page = await open();
  const name = "<img src=x onerror=alert(1)>";
  await sitDown(page, "allumettes", () => page.locator('[name="name0"]').fill(name));
  await turn(page);
  await click(page);
  await turn(page);
  assert.equal(await page.locator(".player.first strong").textContent(), name);
  await page.goto("/games");
  await page.waitForSelector("tbody");
  assert.equal(await page.locator("img").count(), 0);
});

await claim("the keys are listed by ? and the dialog closes", async (open) => {
  const page = await open();
  await sitDown(page, games[0]);
  await turn(page);
  await page.keyboard.press("?");
  await page.waitForSelector("dialog[open] kbd");
  assert.deepEqual(await violations(page), []);
  await page.keyboard.press("Escape");
  assert.equal(await page.locator("dialog[open]").count(), 0);
});

await claim("no violation of WCAG 2 AA on any page, in both themes, at 360 pixels and wide", async (open) => {
  for (const [width, colorScheme] of [[360, "light"], [360, "dark"], [1280, "light"], [1280, "dark"]]) {
    const page = await open({ colorScheme, viewport: { width, height: 800 } });
    const check = async (where) => {
      assert.deepEqual(await violations(page), [], `${where} ${width} ${colorScheme}`);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(overflow <= 0, `${where} is ${overflow} pixels too wide at ${width}`);
    };
    await page.goto("/");
    await page.waitForSelector(".card");
    await check("/");
    for (const game of games) {
      await page.goto(`/new/${game}`);
      await page.waitForSelector("button.main");
      await check(`/new/${game}`);
      await page.locator("button.main").click();
      await turn(page);
      await check(`a table of ${game}`);
    }
    await page.goto("/games");
    await page.waitForSelector("tbody");
    await check("/games");
    await page.goto("/live");
    await page.waitForSelector(".live .drawing");
    await check("/live");
    await page.goto("/j/");
    await page.waitForSelector('[name="code"]');
    await check("/j/");
  }
});

await claim("motion plays where it is wanted", async (open) => {
  const page = await open({ reducedMotion: "no-preference" });
  await sitDown(page, games[0]);
  for (let played = 0; played < 2 && (await turn(page)) === "play"; played++) await click(page);
});

await claim(`home and a table transfer at most ${LARGEST_TRANSFER / 1024} KB`, async (open) => {
  const page = await open();
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  let transferred = 0;
  session.on("Network.loadingFinished", (event) => { transferred += event.encodedDataLength; });
  await sitDown(page, games[0]);
  await turn(page);
  assert.ok(transferred > 0 && transferred <= LARGEST_TRANSFER, `${transferred} bytes`);
  console.log(`        ${transferred} bytes`);
});

await claim("at 400 % zoom nothing is cut off and a game can be played", async (open) => {
  // 1280 by 1024 pixels, each four times as large.
  const page = await open({ viewport: { width: 320, height: 256 } });
  for (const game of games) {
    await sitDown(page, game);
    for (let played = 0; played < 2 && (await turn(page)) === "play"; played++) await click(page);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(overflow <= 0, `${game} is ${overflow} pixels too wide`);
  }
});

await claim("a screen reader meets every board cell by cell, and hears all dice of a throw", async (open) => {
  const page = await open();
  const names = () => page.locator(".board [data-part][aria-label]").evaluateAll((parts) => parts.map((part) => part.getAttribute("aria-label")));
  const known = {
    421: [/die 1: \d/i, /die 2: \d/i, /die 3: \d/i, /tokens/], allumettes: [/13 matches/, /take 1/i], awale: [/pit 0: 4 seeds/i, /pit 5: 4 seeds/i, /store: 0 seeds/i],
    dominos: [/\d-\d/, /boneyard: 8 tiles/i], puissance4: [/column 1/i, /column 7/i], morpion: [/1/, /9/],
  };
  for (const game of games) {
    await sitDown(page, game);
    await turn(page);
    const heard = await names();
    for (const pattern of known[game] ?? []) assert.ok(heard.some((name) => pattern.test(name)), `${game}: ${pattern} in ${heard.join(" | ")}`);
    if (game === "421") assert.match(await page.locator('.status[aria-live="polite"]').textContent(), /throw \d \d \d/);
  }
});

await claim("sound is off until somebody turns it on", async (open) => {
  const page = await open();
  await page.addInitScript(() => {
    window.sounds = 0;
    window.AudioContext = class extends AudioContext { constructor() { super(); window.sounds += 1; } };
  });
  await sitDown(page, "allumettes");
  await turn(page);
  await click(page);
  await turn(page);
  assert.equal(await page.evaluate(() => window.sounds), 0);
  await page.locator("#sound").click();
  await click(page);
  await page.waitForFunction(() => window.sounds === 1);
});
