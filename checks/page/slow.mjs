// Slow machines and lost answers: whatever comes late or not at all, nothing is lost or mixed up.

import assert from "node:assert/strict";

import { claim, part, seated, hold } from "./claims.mjs";
import { moves, turn } from "./house.mjs";

await claim("a part that comes late does not take the place of the one that was gone to", async (open) => {
  const page = await seated(open, "allumettes");
  const late = await hold(page, "**/api/tables");
  await page.locator('a[href="/games"]').click();
  await late.asked;
  await page.goBack();
  await turn(page);
  await late.release();
  await page.locator('#bar a[href="/"]').first().click();
  await page.waitForSelector(".card");
  // A table that was not closed would still hear keys.
  await page.keyboard.press("?");
  assert.equal(await page.locator(".cards .card").count() > 0, true);
});

await claim("a language is spoken when its words are there, not before", async (open) => {
  const page = await open();
  await page.goto("/");
  await page.waitForSelector(".card");
  const late = await hold(page, "**/api/words?lang=fr");
  await page.locator("#language").click();
  await late.asked;
  await page.locator("#theme").click();
  assert.equal(await page.locator("html").getAttribute("lang"), "en");
  await late.release();
  await page.waitForSelector('html[lang="fr"]');
  await page.locator(".lead", { hasText: "Cinq jeux" }).waitFor();
});

await claim("a drawing that is lost is requested again, and the board goes on", async (open) => {
  const page = await open();
  await page.goto("/analyse/puissance4");
  await page.waitForSelector(".board .armed");
  let lost = 0;
  await page.route("**/drawing?**", (route) => (lost++ < 2 ? route.abort() : route.continue()));
  await page.keyboard.press("4");
  await page.waitForFunction(() => document.querySelectorAll(".board .disc").length === 1);
  await page.waitForSelector(".board .armed");
  assert.ok(lost > 2);
}, /ERR_FAILED/);

await claim("no drawing is requested while a game is played", async (open) => {
  const page = await seated(open, "puissance4");
  let requested = 0;
  page.on("request", (request) => { requested += Number(request.url().includes("/drawing?")); });
  await page.keyboard.press("4");
  await page.waitForFunction(() => document.querySelectorAll(".board .disc").length === 2);
  assert.equal(await turn(page), "play");
  assert.equal(requested, 0);
});

await claim("keys that are pressed before the board has caught up are played one after the other", async (open) => {
  const page = await open();
  await page.goto("/analyse/puissance4");
  await page.waitForSelector(".board .armed");
  for (const key of "4435") await page.keyboard.press(key);
  await page.waitForFunction(() => document.querySelectorAll(".board .disc").length === 4);
  assert.deepEqual(await page.locator(".tree .step").allTextContents(), ["column 4", "column 4", "column 3", "column 5"]);
  const late = await hold(page, "**/drawing?**");
  await page.keyboard.press("2");
  await late.asked;
  for (const key of "62") await page.keyboard.press(key);
  const played = await hold(page, "**/tree");
  await late.release();
  await played.asked;
  await page.keyboard.press("7");
  await played.release();
  await page.waitForFunction(() => document.querySelectorAll(".board .disc").length === 8);
  assert.deepEqual((await page.locator(".tree .step").allTextContents()).slice(4), ["column 2", "column 6", "column 2", "column 7"]);
});

await claim("a move that is typed while the last one is being answered stays typed", async (open) => {
  const page = await seated(open, "allumettes");
  const late = await hold(page, "**/moves");
  await page.locator('[name="move"]').fill("1");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelectorAll(".moves li").length === 2);
  await turn(page);
  await page.locator('[name="move"]').fill("2");
  await late.release();
  await page.waitForLoadState("networkidle");
  assert.equal(await page.locator('[name="move"]').inputValue(), "2");
});

await claim("a question has one answer, however fast one clicks", async (open) => {
  const page = await seated(open, "puissance4");
  let sent = 0;
  page.on("request", (request) => { sent += Number(request.url().endsWith("/moves")); });
  await page.evaluate(() => {
    for (const name of ["column-4", "column-3"]) document.querySelector(`[data-part="${name}"]`).dispatchEvent(new MouseEvent("click", { bubbles: true }));
  });
  await page.waitForFunction(() => document.querySelectorAll(".board .disc").length === 2);
  assert.equal(await turn(page), "play");
  assert.equal(await moves(page), 2);
  assert.equal(sent, 1);
  assert.equal(await part(page, "disc-4-1").count(), 1);
  assert.equal((await page.locator(".trouble").allTextContents()).join(""), "");
});
