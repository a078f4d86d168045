// Words as people write them: numbers of the language, elisions, singulars.

import assert from "node:assert/strict";

import { claim, games, more, resign, sitDown } from "./claims.mjs";
import { click, turn } from "./house.mjs";

/** What no French sentence has, each with an example. */
const WRONG = [
  [/\d\.\d/, "un point décimal : 43.7"],
  [/(?<![\d,.\u00a0\u202f])1 (?:dés|jetons|allumettes|graines|erreurs|coups|points|dominos|tours|parties|places|pions)\b/, "un singulier : 1 jetons"],
  [/\b[Dd]e (?:Ordinateur|Invité|Ana)\b/, "une élision : de Ordinateur"],
  [/\b(?:de|le|la|que|ne|se|ce) (?:un|une|il|elle|on|est|ordinateur|autre|erreur|eux)\b(?! ans)/, "une élision : que il"],
  [/[^\s\u00a0\u202f«!?](?:[!?;]|:(?= ))(?!\w|\S*=)/, "une espace avant ! ? ; :"],
  [/Reprendre|Revue\b|\bTouches\b|Projeter\b/, "un mot d'avant"],
];

/** Everything that a page says, written or spoken. */
const said = (page) => page.evaluate(() => [
  ...document.body.innerText.split("\n"),
  ...[...document.querySelectorAll("[aria-label], [title]")].flatMap((one) => [one.getAttribute("aria-label"), one.getAttribute("title")]),
  document.title,
].filter(Boolean).filter((text) => !/^https?:|brelan tournament|@tricheur/.test(text)));

async function check(page, where) {
  for (const text of await said(page)) {
    for (const [pattern, why] of WRONG) assert.doesNotMatch(text, pattern, `${where} : « ${text} » (${why})`);
  }
}

await claim("what French is wrong is found", () => {
  for (const text of ["50.0 %", "1 dés méritent", "vaut 1 jetons", "erreurs de Ordinateur", "Reprendre", "Gagné!"]) {
    assert.ok(WRONG.some(([pattern]) => pattern.test(text)), text);
  }
  for (const text of ["43,7 %", "Un dé mérite", "11 jetons", "1 jeton", "erreurs de Max", "Gagné !", "2 à 1", "1:59", "Coup 1 sur 7"]) {
    for (const [pattern, why] of WRONG) assert.doesNotMatch(text, pattern, why);
  }
});

await claim("no French line begins with a colon, a semicolon or another sign", async (open) => {
  const page = await open({ locale: "fr" });
  await page.goto("/");
  await page.waitForSelector(".card");
  const text = await page.locator("main").innerText();
  assert.match(text, /trois\u00a0: qui prend/);
  assert.doesNotMatch(text, / [:;!?»%]/);
});

for (const game of games.filter((name) => name !== "morpion")) {
  await claim(`the French of ${game} has its commas, elisions and singulars, from sitting down to the review`, async (open) => {
    const page = await open({ locale: "fr" });
    await page.goto("/");
    await page.waitForSelector(".card");
    await check(page, "accueil");
    await sitDown(page, game);
    await turn(page);
    await check(page, "table");
    for (let step = 0; step < 3; step++) {
      const hint = page.locator('[data-action="hint"]');
      await hint.click();
      await page.waitForFunction(() => !document.querySelector(".advice").textContent.includes("réfléchit"));
      await check(page, `conseil ${step + 1}`);
    }
    await page.keyboard.press("v");
    await page.waitForSelector(".values li");
    await check(page, "valeurs");
    await page.keyboard.press("v");
    for (let played = 0; played < 3 && (await turn(page)) === "play"; played++) {
      await click(page);
      await check(page, "coup");
    }
    if ((await turn(page)) === "play") await resign(page);
    await page.waitForSelector(".end h2");
    await more(page);
    await check(page, "fin");
    await page.locator('[data-action="review"]').click();
    await page.waitForSelector(".review .terms", { state: "attached" });
    await page.locator('[data-action="terms"]').click();
    await check(page, "analyse de la partie");
  });
}
