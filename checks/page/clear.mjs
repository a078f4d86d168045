// What a newcomer must not have to guess: who plays, what happened and why, what can be done.

import assert from "node:assert/strict";

import { claim, playOut, sitDown, seated, resign, more } from "./claims.mjs";
import { click, turn, violations } from "./house.mjs";

await claim("a refused move is explained in the language of the page", async (open) => {
  const page = await seated(open, "allumettes");
  const refused = async (move, pattern) => {
    await page.locator('[name="move"]').fill(move);
    await page.keyboard.press("Enter");
    await page.waitForFunction((source) => new RegExp(source).test(document.querySelector(".trouble").textContent), pattern.source);
  };
  await refused("9", /Impossible! Invalid number: 9 \(> 3\)/);
  await page.locator("#language").click();
  await page.waitForSelector('html[lang="fr"]');
  await turn(page);
  await refused("8", /Impossible ! Nombre invalide : 8 \(> 3\)/);
  await refused("x", /x/);
});

await claim("the list of moves says in words what was played", async (open) => {
  for (const [game, words] of [["allumettes", /take/], ["puissance4", /column/], ["awale", /pit/], ["dominos", /\d-\d|pass/], ["421", /throw|keep/]]) {
    const page = await open();
    await sitDown(page, game);
    await turn(page);
    await click(page);
    for (const step of await page.locator(".moves .step").allTextContents()) assert.match(step, words, game);
  }
});

await claim("moves are numbered, in a column for each side", async (open) => {
  const page = await open();
  await sitDown(page, "puissance4");
  for (let played = 0; played < 2 && (await turn(page)) === "play"; played++) await click(page);
  await turn(page);
  const steps = await page.locator(".moves li").evaluateAll((entries) => entries.map((entry) => [entry.textContent.split(".")[0], Math.round(entry.getBoundingClientRect().left)]));
  assert.deepEqual(steps.map(([number]) => number), ["1", "2", "3", "4"]);
  const [[, left], [, right]] = steps;
  assert.ok(right > left);
  assert.deepEqual(steps.map(([, x]) => x), [left, right, left, right]);
});

await claim("seeds are seen sown one by one", async (open) => {
  const page = await seated(open, "awale", undefined, { reducedMotion: "no-preference" });
  await page.evaluate(() => {
    window.lit = [];
    new MutationObserver((changes) => {
      for (const { target } of changes) if (target.classList.contains("lit") && window.lit.at(-1) !== target.dataset.part) window.lit.push(target.dataset.part);
    }).observe(document.querySelector(".board .drawing"), { subtree: true, attributes: true, attributeFilter: ["class"] });
  });
  await page.keyboard.press("2");
  await page.waitForFunction(() => document.querySelectorAll(".moves li").length >= 1 && document.querySelector('[data-part="pit-first-2"] .count').textContent === "0");
  assert.deepEqual((await page.evaluate(() => window.lit)).slice(0, 5), ["pit-first-2", "pit-first-3", "pit-first-4", "pit-first-5", "pit-second-0"]);
});

await claim("a spectator is never told to play, and two at one screen are called by their names", async (open) => {
  const [here, other] = [await open(), await open()];
  await sitDown(here, "allumettes", () => here.locator('[name="who1"]').selectOption("here"));
  await turn(here);
  await other.goto(here.url());
  await other.waitForFunction(() => document.querySelector(".status strong")?.textContent);
  assert.match(await other.locator(".status").textContent(), /Player 1 to play\.$/);
  assert.equal(await other.locator(".board .armed").count(), 0);
  assert.equal(await other.locator('[data-action="hint"]').count(), 0);
  await click(here);
  await here.waitForFunction(() => document.querySelector(".status").textContent.includes("Player 2 to play."));
});

await claim("at dominos a curtain hides one hand while two share a screen", async (open) => {
  const page = await open();
  await sitDown(page, "dominos", () => page.locator('[name="who1"]').selectOption("here"));
  await page.waitForSelector(".curtain button");
  assert.equal(await page.locator(".board .held").first().isVisible(), false);
  await turn(page);
  assert.equal(await page.locator(".board .held").first().isVisible(), true);
  await click(page);
  await page.waitForSelector(".curtain button");
  assert.equal(await page.locator(".board .held").first().isVisible(), false);
});

await claim("a replay of dominos shows each hand as it was", async (open) => {
  const page = await open();
  await sitDown(page, "dominos");
  await playOut(page, click);
  await page.keyboard.press("Home");
  await page.waitForFunction(() => document.querySelectorAll(".board .held").length === 10 && document.querySelector(".board .backs"));
  await page.keyboard.press("End");
  await page.waitForFunction(() => !document.querySelector(".board .backs"));
});

await claim("every throw of the other at 421 is told and stays on the table", async (open) => {
  const page = await seated(open, "421");
  await page.evaluate(() => {
    window.heard = [];
    new MutationObserver(() => window.heard.push(document.querySelector(".latest").textContent.trim()))
      .observe(document.querySelector(".status"), { childList: true, subtree: true });
  });
  await click(page);
  await turn(page);
  const heard = await page.evaluate(() => window.heard);
  const throws = heard.filter((text) => /^\S+ throws \d \d \d, throw \d of 3\.$/.test(text));
  const list = await page.locator(".moves .second").count();
  assert.equal(new Set(throws).size >= Math.min(list, 2) || throws.length === list, true, heard.join("|"));
  assert.ok(heard.some((text) => /^\S+ keeps \d \d \d: .*(gives? \d+ tokens?|no token changes)/.test(text)), heard.join("|"));
  assert.equal(await page.locator('[data-part="result-second"]').count(), 1);
});

await claim("options are asked for in words, and the title says what is played", async (open) => {
  const page = await seated(open, "allumettes", async (page) => {
    assert.equal(await page.locator("form").getByText(/[A-Z]{3,}/).count(), 0, "a placeholder of the command line");
    await page.locator('[name="option-matches"]').fill("500");
  });
  await page.locator("h1", { hasText: /^500 matches$/ }).waitFor();
  assert.ok(await page.locator(".board .match").count() <= 30, "bundles");
});

await claim("a used invitation says so and stays said; an own one is no trouble", async (open) => {
  const [one, other, late] = [await open(), await open(), await open()];
  await sitDown(one, "allumettes", () => one.locator('[name="who1"]').selectOption("invited"));
  const link = await one.locator('[name="invitation"]').inputValue();
  const tab = await one.context().newPage();
  await tab.goto(one.url());
  assert.equal(await tab.locator('[name="invitation"]').inputValue(), link, "it survives a new tab");
  await other.goto(link);
  await turn(one);
  await late.goto(link);
  await late.locator(".trouble:visible", { hasText: "has been used" }).waitFor();
  await click(one);
  await late.waitForFunction(() => document.querySelectorAll(".moves li").length === 1);
  assert.equal(await late.locator(".trouble:visible", { hasText: "has been used" }).count(), 1);
});

await claim("an unknown address gets a page", async (open) => {
  const page = await open();
  await page.goto("/nowhere/at/all");
  await page.getByText("There is nothing at this address.").waitFor();
  assert.deepEqual(await violations(page), []);
});

await claim("a refusal is said once and goes when it no longer holds", async (open) => {
  const page = await seated(open, "allumettes");
  await page.locator('[name="move"]').fill("9");
  await page.keyboard.press("Enter");
  const said = page.getByText("Impossible! Invalid number: 9 (> 3)");
  await said.waitFor();
  assert.equal(await said.count(), 1);
  await click(page);
  await turn(page);
  assert.equal(await said.count(), 0);
});

await claim("verbs agree in French, and moves are said in words", async (open) => {
  const page = await seated(open, "allumettes", undefined, { locale: "fr" });
  await click(page);
  await turn(page);
  assert.match(await page.locator(".moves li").first().textContent(), /prendre 1/);
  assert.match(await page.locator(".moves .step").first().getAttribute("title"), /Vous prenez 1 allumette/);
  assert.match(await page.locator(".status").textContent(), /Zoé prend \d allumettes?/);
  await resign(page);
  await page.locator(".status", { hasText: "Vous abandonnez." }).waitFor();
});

await claim("a link is copied over plain http too, or the page says how", async (open) => {
  const page = await open();
  // Browsers give pages of plain http no clipboard.
  await page.addInitScript(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
  await sitDown(page, "allumettes");
  await turn(page);
  await page.evaluate(() => { document.addEventListener("copy", () => { window.copied = getSelection().toString() || document.activeElement.value; }); });
  await more(page);
  const button = page.locator(".link button");
  await button.click();
  assert.equal(await button.textContent(), "Copied.");
  assert.equal(await page.evaluate(() => window.copied), page.url());
  await page.evaluate(() => { document.execCommand = () => false; });
  await button.click();
  assert.equal(await button.textContent(), "Ctrl+C copies this link.");
});

await claim("every ending of a game that is broken off says why", async (open) => {
  const page = await seated(open, "awale");
  await resign(page);
  await page.locator(".status.over", { hasText: "You resign. Zoé wins!" }).waitFor();
});
