// The page in a real browser: whole games at every table, by pointer and by keyboard.
// node checks/page/browser.mjs [WORDS]: only the claims that contain these words.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { click, launch, moves, program, serve, tabTo, turn, type, violations, visit } from "./house.mjs";

const LARGEST_TRANSFER = 200 * 1024;

const { address, close } = await serve();
const browser = await launch();
const games = (await (await fetch(`${address}/api/games`)).json()).map((game) => game.name);
const only = process.argv[2] ?? "";
let failed = 0;

async function claim(name, check) {
  if (!name.includes(only)) return;
  const visitors = [];
  const open = async (options) => {
    const visitor = await visit(browser, address, options);
    visitors.push(visitor);
    return visitor.page;
  };
  try {
    await check(open);
    for (const { faults } of visitors) assert.deepEqual(faults, []);
    console.log(`ok      ${name}`);
  } catch (error) {
    failed += 1;
    console.log(`FAILED  ${name}\n${error.stack}`);
    for (const { page, faults } of visitors) {
      console.log(faults, await page.locator(".status, .trouble").allTextContents().catch(() => []));
      await page.screenshot({ path: join(tmpdir(), `brelan-${failed}.png`) }).catch(() => {});
    }
  }
  for (const { context } of visitors) await context.close();
}

/** Opens a table from the home page by clicks. */
async function sitDown(page, game, choose = async () => {}) {
  await page.goto("/");
  await page.locator(`a[href="/new/${game}"]`).click();
  await choose();
  await page.locator("button.main").click();
  await page.waitForURL(/\/table\//);
}

async function playOut(page, play) {
  while ((await turn(page)) === "play") await play(page);
}

const ENDING = /wins|win!|draw|resigns|gagne|nul/;

for (const game of games) {
  await claim(`a whole game of ${game} by clicks`, async (open) => {
    const page = await open();
    await sitDown(page, game);
    await playOut(page, click);
    assert.match(await page.locator(".status").textContent(), ENDING);
    assert.deepEqual(await violations(page), []);
  });

  await claim(`a whole game of ${game} by keyboard alone`, async (open) => {
    const page = await open();
    await page.goto("/");
    await page.waitForSelector(".card");
    await tabTo(page, `a[href="/new/${game}"]`);
    await page.keyboard.press("Enter");
    await page.waitForSelector("button.main");
    await tabTo(page, "button.main");
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/table\//);
    await playOut(page, (page) => type(page, game));
    assert.match(await page.locator(".status").textContent(), ENDING);
  });
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
  const list = (page) => page.locator(".moves li").allTextContents();
  assert.deepEqual(await list(one), await list(other));
  assert.match(await one.locator(".status").textContent(), ENDING);
  assert.equal(other.url().includes("join"), false);
});

await claim("a refused move is explained in the language of the page", async (open) => {
  const page = await open();
  await sitDown(page, "allumettes");
  await turn(page);
  const refused = async (move, pattern) => {
    await page.locator('[name="move"]').fill(move);
    await page.keyboard.press("Enter");
    await page.waitForFunction((source) => new RegExp(source).test(document.querySelector(".trouble").textContent), pattern.source);
  };
  await refused("9", /Impossible! Invalid number: 9 \(> 3\)/);
  await page.locator("#language").click();
  await turn(page);
  await refused("8", /Impossible ! Nombre invalide : 8 \(> 3\)/);
  await refused("x", /x/);
});

await claim("language and theme change at once and stay", async (open) => {
  const page = await open({ colorScheme: "light" });
  await page.goto("/");
  await page.waitForSelector(".card");
  assert.match(await page.locator(".lead").textContent(), /Five tables/);
  await page.locator("#language").click();
  await page.waitForFunction(() => document.querySelector(".lead")?.textContent.startsWith("Cinq tables"));
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
  await page.waitForFunction(() => document.querySelectorAll(".moves li").length > 0
    && document.querySelectorAll(".board .match").length === 0);
  const count = await moves(page);
  const matches = () => page.locator(".board .match").count();
  await page.locator('[data-step="first"]').click();
  await page.waitForFunction(() => document.querySelectorAll(".board .match").length === 13);
  let left = await matches();
  for (let step = 0; step < count; step++) {
    await page.keyboard.press(".");
    await page.waitForFunction((before) => document.querySelectorAll(".board .match").length < before, left);
    left = await matches();
  }
  assert.equal(left, 0);
  const record = await page.evaluate(async () => (await fetch(`/api${location.pathname.replace("table", "tables")}/record`)).text());
  const file = join(tmpdir(), `brelan-record-${process.pid}.txt`);
  writeFileSync(file, record);
  assert.match(execFileSync(program, ["replay", "--lang", "en", file], { encoding: "utf8" }), /wins!/);
});

await claim("hint, take back, resign, and another game with seats swapped", async (open) => {
  const page = await open();
  await sitDown(page, "allumettes");
  await turn(page);
  await page.locator('[data-action="hint"]').click();
  await page.waitForSelector(".hinted");
  assert.match(await page.locator(".status").textContent(), /The expert would play 1/);
  await click(page);
  await turn(page);
  await page.locator('[data-action="takeBack"]').click();
  await page.waitForFunction(() => document.querySelectorAll(".moves li").length === 0);
  assert.equal(await page.locator(".board .match").count(), 13);
  await turn(page);
  await click(page);
  await page.locator('[data-action="resign"]').click();
  await page.locator('[data-answer="yes"]').click();
  await page.waitForSelector('[data-action="again"]');
  assert.match(await page.locator(".status").textContent(), /resigns/);
  const before = page.url();
  await page.locator('[data-action="again"]').click();
  await page.waitForFunction((url) => location.href !== url, before);
  await page.locator(".player.second", { hasText: "You" }).waitFor();
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

await browser.close();
await close();
console.log(failed ? `${failed} failed` : `the page holds in Chromium at ${games.join(", ")}`);
process.exit(failed ? 1 : 0);
