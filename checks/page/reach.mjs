// For everybody: screen readers, zoom, every size and theme, few bytes.

import assert from "node:assert/strict";

import { claim, games, part, sitDown, seated, fits, more } from "./claims.mjs";
import { click, turn, violations } from "./house.mjs";

const LARGEST_TRANSFER = 90 * 1024;
/** Pages besides tables, with what shows that they are complete. */
const PAGES = [
  ["/", ".card"], ["/games", "tbody"], ["/live", ".live .drawing"], ["/j/", '[name="code"]'],
  ["/analyse/dominos#position=1x10 second 54,41,31,30,21,10,00 6/8 : first 66 62 42 64d 44 43 33", ".mark"],
  ["/analyse/421#position=10/10/first/113/1", ".mark"],
];

/** What a screen reader meets on the board of each game. */
const CELLS = {
  421: [/die 1: \d/i, /die 2: \d/i, /die 3: \d/i, /tokens/], allumettes: [/13 matches/, /take 1/i], awale: [/pit 0: 4 seeds/i, /pit 5: 4 seeds/i, /store: 0 seeds/i],
  dominos: [/\d-\d/, /boneyard: 8 tiles/i], puissance4: [/column 1/i, /column 7/i], morpion: [/1/, /9/],
};

for (const game of games) {
  await claim(`at ${game} one sits down in words, sees all at 1280 by 800, meets every cell, and reads the rules by one key`, async (open) => {
    const page = await open({ viewport: { width: 1280, height: 800 } });
    await page.goto(`/new/${game}`);
    await page.waitForSelector("button.main");
    const text = await page.locator("form").textContent();
    assert.doesNotMatch(text, /COLOUR|–\/1\/2|[A-Z]{4,}/);
    const [, player] = /Player ([12]) (?:begins|throws first)|The player who .* begins/.exec(text) ?? /Who begins\D*([12])/.exec(text) ?? assert.fail(`who begins is not said: ${text}`);
    await page.locator('[data-action="options"]').click();
    await page.locator('[name="who1"]').selectOption("here");
    await page.locator("button.main").click();
    await turn(page);
    const status = await page.locator('.status[aria-live="polite"]').textContent();
    if (player) assert.ok(status.includes(`Player ${player} to play.`), status);
    if (game === "421") assert.match(status, /throws \d \d \d/);
    assert.equal(await page.locator(".picture.sample").count(), 0);
    const cells = await page.locator(".board [data-part][aria-label]").evaluateAll((parts) => parts.map((part) => part.getAttribute("aria-label")));
    for (const pattern of CELLS[game]) assert.ok(cells.some((name) => pattern.test(name)), `${pattern} in ${cells.join(" | ")}`);
    const box = () => page.locator(".board").evaluate((board) => board.getBoundingClientRect().toJSON());
    const { bottom, width } = await box();
    assert.ok(bottom <= 800, `it ends at ${bottom}`);
    await page.setViewportSize({ width: 2560, height: 1440 });
    assert.ok((await box()).width > 1.7 * width, "the board grows with the window");
    await page.keyboard.press("r");
    await page.waitForSelector("dialog[open] .rules .drawing");
    assert.equal(await page.locator("dialog[open]").evaluate((dialog) => dialog.scrollTop), 0, "they are read from the beginning");
    assert.deepEqual(await violations(page), []);
  });
}

await claim("focus stays on its part while the board changes", async (open) => {
  const page = await seated(open, "puissance4");
  await part(page, "column-4").focus();
  await page.evaluate(() => { window.held = document.activeElement; });
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelectorAll(".moves li").length >= 2);
  await turn(page);
  assert.equal(await page.evaluate(() => document.activeElement === window.held && document.activeElement.dataset.part), "column-4");
});

await claim("the projection shows the board and the names alone", async (open) => {
  const page = await seated(open, "puissance4");
  await more(page);
  await page.locator('[data-action="project"]').click();
  assert.equal(await page.locator(".side").isVisible(), false);
  assert.equal(await page.locator("#bar").isVisible(), false);
  assert.equal(await page.locator(".player").first().isVisible(), true);
  await page.keyboard.press("Escape");
  assert.equal(await page.locator(".side").isVisible(), true);
});

await claim("tiles are 32 pixels wide at least on a telephone", async (open) => {
  const page = await open({ viewport: { width: 360, height: 740 }, isMobile: true });
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
  assert.equal(await page.locator('img[src="x"]').count(), 0);
});

await claim("the keys are listed by ? and the dialog closes", async (open) => {
  const page = await seated(open, games[0]);
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
      await fits(page, `${where} at ${width}`);
    };
    for (const game of games) {
      await page.goto(`/new/${game}`);
      await page.waitForSelector("button.main");
      await check(`/new/${game}`);
      await page.locator("button.main").click();
      await turn(page);
      await check(`a table of ${game}`);
    }
    for (const [path, seen] of PAGES) {
      await page.goto(path);
      await page.waitForSelector(seen);
      await check(path);
    }
  }
});

await claim("motion plays where it is wanted", async (open) => {
  const page = await open({ reducedMotion: "no-preference" });
  await sitDown(page, games[0]);
  for (let played = 0; played < 2 && (await turn(page)) === "play"; played++) await click(page);
});

for (const game of games) await claim(`home and a table of ${game} transfer at most ${LARGEST_TRANSFER / 1024} KB`, async (open) => {
  const page = await open();
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  let transferred = 0;
  session.on("Network.loadingFinished", (event) => { transferred += event.encodedDataLength; });
  await sitDown(page, game);
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
    await fits(page, game);
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
