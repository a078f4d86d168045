// Reviews of games that are over, and learning from them.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { claim, games, resign, fits, imported } from "./claims.mjs";
import { program, tabTo, turn, violations } from "./house.mjs";

/** Taking two from twelve is the only mistake: three would have left nine. */
const PLANTED = `brelan record 1
game allumettes
position 12
referee guarded
first Ana@humain
second Max@expert

first plays 2
second plays 1
first plays 1
second plays 3
first plays 2
second plays 2
first plays 1
result second wins
`;

/** The record of a game of the house's own strategies. */
function played(game, first, second, ...options) {
  const folder = mkdtempSync(join(tmpdir(), "brelan-review-"));
  const file = join(folder, "game.txt");
  execFileSync(program, [game, `Ana@${first}`, `Max@${second}`, "--seed", "7", "--record", file, ...options]);
  const record = readFileSync(file, "utf8");
  rmSync(folder, { recursive: true });
  return record;
}

/** Brings a record in, and opens its table. */
async function bring(page, record, hash = "") {
  await page.goto(`/table/${await imported(page, record)}${hash}`);
  await page.waitForSelector(".status.over");
}

const reviewed = (page) => page.waitForSelector(".review .terms", { state: "attached" });
const percents = (page) => page.locator(".terms td").evaluateAll((cells) => cells.map((cell) => Number(cell.textContent.replace("−", "-").replace(",", ".").replace(" %", ""))));

/** What is shown of the terms adds up, but for rounding. */
async function addsUp(page) {
  const values = await percents(page);
  const total = values.pop();
  const sum = values.reduce((one, other) => one + other, 0);
  assert.ok(Math.abs(sum - total) <= 0.05 * (values.length + 1) + 1e-9, `${values} is not ${total}`);
}

await claim("a planted mistake is found, named and explained, and reached by b and m", async (open) => {
  const page = await open();
  await bring(page, PLANTED);
  await page.locator('[data-action="review"]').click();
  await reviewed(page);
  assert.deepEqual(await page.locator(".mistakes li").allTextContents(), ["??1. Ana: take 2blunder −100.0 %"]);
  assert.equal(await page.locator(".chances .error.blunder").count(), 1);
  assert.equal(await page.locator(".moves .sign.blunder").count(), 1);
  assert.match(await page.locator(".summed.first").textContent(), /Ana accuracy 75 %, 1 blunder$/);
  assert.match(await page.locator(".summed.second").textContent(), /Max accuracy 100 %$/);
  await addsUp(page);
  await page.keyboard.press("b");
  await page.locator(".advice", { hasText: "Ana played take 2: blunder, 100.0 % lost. A better move: take 3." }).waitFor();
  await page.waitForFunction(() => document.querySelectorAll(".board .match.hinted").length === 3);
  assert.equal(await page.locator(".mistakes .now[aria-current]").count(), 1);
  await page.keyboard.press("End");
  await page.waitForSelector(".status.over");
  await page.locator(".mistakes button").click();
  await page.locator(".advice", { hasText: "A better move" }).waitFor();
  await page.keyboard.press("Home");
  await page.keyboard.press("k");
  await page.locator(".status", { hasText: "1 of 7" }).waitFor();
  const graph = await page.locator(".chances svg").boundingBox();
  await page.mouse.click(graph.x + 2, graph.y + graph.height / 2);
  await page.locator(".advice", { hasText: "A better move" }).waitFor();
  await page.reload();
  await page.waitForSelector(".status.over");
});

await claim("mistakes are learnt from by keyboard alone: a wrong move is taken back, the right one is praised", async (open) => {
  const page = await open();
  await bring(page, PLANTED, "#review");
  await reviewed(page);
  await tabTo(page, '[data-action="learn"]');
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/learn\//);
  await page.locator(".status", { hasText: "Ana played take 2 here" }).waitFor();
  await page.waitForSelector(".board .armed");
  assert.equal(await page.locator(".hinted").count(), 0, "the answer is not shown first");
  await page.keyboard.press("1");
  await page.locator(".status", { hasText: "take 1 is no better." }).waitFor();
  await page.waitForSelector(".board .armed");
  await page.keyboard.press("3");
  await page.locator(".status", { hasText: "Yes, take 3!" }).waitFor();
  assert.deepEqual(await violations(page), []);
  await tabTo(page, '[data-action="learn-next"]');
  await page.keyboard.press("Enter");
  await page.locator(".status", { hasText: "1 of 1 found" }).waitFor();
  await page.getByRole("link", { name: "Back to the review" }).click();
  await reviewed(page);
});

await claim("whoever played learns from his own mistakes, and may be shown the answer", async (open) => {
  const page = await open();
  await page.goto("/new/allumettes#position=12");
  await page.locator("button.main").click();
  await turn(page);
  // Three would have left nine.
  await page.keyboard.press("1");
  await page.waitForFunction(() => document.querySelectorAll(".moves li").length === 2);
  await resign(page);
  await page.locator('[data-action="review"]').click();
  await reviewed(page);
  await page.locator('[data-action="learn"]').click();
  await page.locator(".detail", { hasText: "1 / 1" }).waitFor();
  await page.locator('[data-action="learn-show"]').click();
  await page.locator(".status", { hasText: "A better move: take 3" }).waitFor();
  await page.waitForSelector(".board .hinted");
});

for (const game of games) {
  await claim(`the terms of a review at ${game} add up, and it is clear to all`, async (open) => {
    const record = played(game, "naif", "naif", "--effort", "200", ...(game === "421" ? ["--tokens", "3"] : []));
    const page = await open({ viewport: { width: 360, height: 740 } });
    await bring(page, record, "#review");
    await reviewed(page);
    assert.equal(record.match(/ plays /g).length, await page.locator(".moves li").count());
    await addsUp(page);
    // A term that is zero is left out, every other is there.
    const seen = await page.evaluate(async () => {
      const response = await fetch(`/api${location.pathname.replace("table", "tables")}/review`, { method: "POST", body: JSON.stringify({ lang: "en" }), headers: { "Content-Type": "application/json" } });
      return JSON.parse((await response.text()).trim().split("\n").at(-1));
    });
    const counted = seen.terms.slice(0, -1).filter(({ value }) => Math.abs(value) >= 0.0005);
    assert.deepEqual((await page.locator(".terms tr:not(.total) th").allTextContents()), counted.map(({ words }) => words));
    assert.ok(!(await percents(page)).slice(0, -1).includes(0), "a row of zero says nothing");
    const every = seen.terms.map(({ words }) => words);
    for (const term of game === "dominos" ? ["deal", "luck", "mistakes of Ana", "mistakes of Max", "cheats", "forfeit", "no other term"] : ["place", "luck", "mistakes of Ana", "mistakes of Max", "cheats", "forfeit"]) {
      assert.ok(every.some((words) => words.includes(term)), `${term} is not in ${every}`);
    }
    assert.deepEqual(await violations(page), []);
    await fits(page);
    const mistakes = await page.locator(".mistakes li").count();
    for (let seen = 0; seen < mistakes; seen++) {
      await page.keyboard.press(seen === 0 ? "Home" : "m");
      if (seen === 0 && !(await page.locator(".mistakes .now").count())) await page.keyboard.press("m");
      await page.waitForFunction((place) => document.querySelectorAll(".mistakes button")[place].matches(".now"), seen);
      await page.locator(".advice", { hasText: "A better move" }).waitFor();
    }
  });
}

await claim("two experts make no mistake at matches and Puissance 4", async (open) => {
  for (const game of ["allumettes", "puissance4"]) {
    const page = await open();
    await bring(page, played(game, "expert", "expert"), "#review");
    await reviewed(page);
    assert.equal(await page.locator(".mistakes li, .chances .error").count(), 0, game);
  }
});

await claim("a review speaks French, in both themes and wide", async (open) => {
  for (const colorScheme of ["light", "dark"]) {
    const page = await open({ locale: "fr", colorScheme, viewport: { width: 1280, height: 800 } });
    await bring(page, PLANTED, "#review");
    await reviewed(page);
    assert.match(await page.locator(".mistakes li").textContent(), /gaffe −100,0 %/);
    await page.keyboard.press("b");
    await page.locator(".advice", { hasText: "Il valait mieux prendre 3." }).waitFor();
    assert.deepEqual(await violations(page), []);
  }
});

await claim("v shows at each move of a reviewed game what the others were worth, and a touch tries one", async (open) => {
  const page = await open();
  await bring(page, PLANTED);
  await page.keyboard.press("v");
  assert.equal(await page.locator('[data-action="values"]').count(), 0, "not before the review");
  await page.locator('[data-action="review"]').click();
  await reviewed(page);
  await page.keyboard.press("b");
  await page.locator(".advice", { hasText: "A better move" }).waitFor();
  await page.keyboard.press("v");
  await page.waitForFunction(() => document.querySelectorAll(".worths .values li").length === 3 && document.querySelector(".mark.best"));
  assert.deepEqual(await page.locator(".worths .values .what").allTextContents(), ["take 3, the best: ", "take 1: ", "take 2: "]);
  assert.deepEqual(await violations(page), []);
  await page.keyboard.press("k");
  await page.locator(".status", { hasText: "1 of 7" }).waitFor();
  await page.waitForSelector(".mark.best");
  await page.keyboard.press("1");
  await page.waitForURL(/\/analyse\/allumettes#position=10%2Fsecond&moves=1/);
  await page.waitForFunction(() => document.querySelectorAll(".board .match").length === 9);
});
