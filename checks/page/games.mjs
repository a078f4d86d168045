// Whole games at every table of the house: by pointer, by touch, by keyboard alone, in two browsers.

import assert from "node:assert/strict";

import { claim, ENDING, games, playOut, sitDown } from "./claims.mjs";
import { click, moves, tabTo, tap, turn, type, violations } from "./house.mjs";

/** Why games end that are played out, by the words of their rules. */
const REASONS = {
  421: /no tokens left/, allumettes: /took the last match/, awale: /\d+, .* \d+\./, dominos: /Points left: .*\d+, .*\d+/,
  puissance4: /row: |grid is full/, morpion: /./,
};

/** Sits down with the keyboard alone. */
async function sitByKeys(page, game) {
  await page.goto("/");
  await page.waitForSelector(".card");
  await tabTo(page, `a[href="/new/${game}"]`);
  await page.keyboard.press("Enter");
  await page.waitForSelector("button.main");
  if (game === "421") {
    await tabTo(page, '[data-action="options"]');
    await page.keyboard.press("Enter");
    await tabTo(page, '[name="option-tokens"]');
    await page.keyboard.type("2");
  } else await tabTo(page, "button.main");
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/table\//);
}

const WAYS = [
  ["by clicks", {}, sitDown, click],
  ["by touch on a telephone", { hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } }, sitDown, tap],
  ["by keyboard alone", {}, sitByKeys, type],
];

for (const game of games) {
  for (const [way, options, sit, play] of WAYS) {
    await claim(`a whole game of ${game} ${way}`, async (open) => {
      const page = await open(options);
      await sit(page, game);
      await playOut(page, play);
      for (const words of [ENDING, REASONS[game]]) assert.match(await page.locator(".status").textContent(), words);
      assert.deepEqual(await violations(page), []);
    });
  }
}

await claim("two browsers in one game, one of them reloaded", async (open) => {
  const [one, other] = [await open(), await open()];
  await sitDown(one, games[0], () => one.locator('[name="who1"]').selectOption("invited"));
  const link = await one.locator('[name="invitation"]').inputValue();
  await other.goto(link);
  await turn(one);
  await click(one);
  await turn(other);
  await other.reload();
  await turn(other);
  assert.equal(await moves(other), 1);
  for (let player = other; (await turn(player)) === "play"; player = player === one ? other : one) await click(player);
  await turn(one);
  const list = (page) => page.locator(".moves .step").evaluateAll((steps) => steps.map((step) => step.dataset.move));
  assert.deepEqual(await list(one), await list(other));
  assert.match(await one.locator(".status").textContent(), ENDING);
  assert.equal(other.url().includes("join"), false);
});
