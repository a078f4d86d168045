// The page in a real browser: whole games at every table, by pointer and by keyboard.
// node checks/page/browser.mjs [WORDS]: only the claims that contain these words; !WORDS: the others.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { click, launch, moves, program, serve, tabTo, tap, turn, type, violations, visit } from "./house.mjs";

const LARGEST_TRANSFER = 250 * 1024;

const { address, close } = await serve();
const browser = await launch();
const games = (await (await fetch(`${address}/api/games`)).json()).map((game) => game.name);
const only = process.argv[2] ?? "";
let failed = 0;

async function claim(name, check) {
  if (only.startsWith("!") ? name.includes(only.slice(1)) : !name.includes(only)) return;
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
  // A game of 421 ends within minutes, even one that nobody plays well.
  if (game === "421") await page.locator('[name="option-tokens"]').fill("2");
  await choose();
  await page.locator("button.main").click();
  await page.waitForURL(/\/table\//);
}

const part = (page, name) => page.locator(`.board [data-part="${name}"]`);

async function playOut(page, play) {
  while ((await turn(page)) === "play") await play(page);
}

const ENDING = /wins!|win!|draw!|resign/;
/** Why games end that are played out, by the words of their rules. */
const REASONS = {
  421: /no tokens left/, allumettes: /took the last match/, awale: /\d+, .* \d+\./, dominos: /Points left: .*\d+, .*\d+/,
  puissance4: /row: |grid is full/, morpion: /./,
};

for (const game of games) {
  await claim(`a whole game of ${game} by clicks`, async (open) => {
    const page = await open();
    await sitDown(page, game);
    await playOut(page, click);
    assert.match(await page.locator(".status").textContent(), ENDING);
    assert.match(await page.locator(".status").textContent(), REASONS[game]);
    assert.deepEqual(await violations(page), []);
  });

  await claim(`a whole game of ${game} by touch on a telephone`, async (open) => {
    const page = await open({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } });
    await sitDown(page, game);
    await playOut(page, tap);
    assert.match(await page.locator(".status").textContent(), ENDING);
  });

  await claim(`a whole game of ${game} by keyboard alone`, async (open) => {
    const page = await open();
    await page.goto("/");
    await page.waitForSelector(".card");
    await tabTo(page, `a[href="/new/${game}"]`);
    await page.keyboard.press("Enter");
    await page.waitForSelector("button.main");
    if (game === "421") {
      await tabTo(page, '[name="option-tokens"]');
      await page.keyboard.type("2");
    }
    await tabTo(page, "button.main");
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/table\//);
    await playOut(page, type);
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
  const list = (page) => page.locator(".moves .notation").allTextContents();
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
  assert.match(await page.locator(".status").textContent(), /The expert would play: take 1/);
  await click(page);
  await turn(page);
  await page.locator('[data-action="take-back"]').click();
  await page.waitForFunction(() => document.querySelectorAll(".moves li").length === 0);
  await page.waitForFunction(() => document.querySelectorAll(".board .match").length === 13);
  assert.equal(await page.locator('[data-action="take-back"]').count(), 0, "nothing is left to take back");
  await turn(page);
  await click(page);
  await page.locator('[data-action="resign"]').click();
  await page.locator('[data-answer="yes"]').click();
  await page.waitForSelector('[data-action="again"]');
  assert.match(await page.locator(".status").textContent(), /You resign\. Computer wins!/);
  const before = page.url();
  await page.locator('[data-action="again"]').click();
  await page.waitForFunction((url) => location.href !== url, before);
  await page.locator(".player.second", { hasText: "You" }).waitFor();
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
  const page = await open();
  await sitDown(page, "421");
  await turn(page);
  await page.evaluate(() => {
    window.heard = [];
    new MutationObserver(() => window.heard.push(document.querySelector(".latest").textContent.trim()))
      .observe(document.querySelector(".status"), { childList: true, subtree: true });
  });
  await click(page);
  await turn(page);
  const heard = await page.evaluate(() => window.heard);
  const throws = heard.filter((text) => /^Computer throws \d \d \d, throw \d of 3\.$/.test(text));
  const list = await page.locator(".moves .second").count();
  assert.equal(new Set(throws).size >= Math.min(list, 2) || throws.length === list, true, heard.join("|"));
  assert.ok(heard.some((text) => /^Computer keeps \d \d \d: .*(gives? \d+ tokens?|nobody gives)/.test(text)), heard.join("|"));
  assert.equal(await page.locator('[data-part="result-second"]').count(), 1);
});

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

await claim("the rules are one key away at every table, with pictures", async (open) => {
  const page = await open();
  for (const game of games) {
    await sitDown(page, game);
    await turn(page);
    await page.keyboard.press("r");
    await page.waitForSelector("dialog[open] .rules .drawing");
    assert.deepEqual(await violations(page), [], game);
    await page.keyboard.press("Escape");
  }
});

await claim("options are asked for in words, and the title says what is played", async (open) => {
  const page = await open();
  await sitDown(page, "allumettes", async () => {
    assert.equal(await page.locator("form").getByText(/[A-Z]{3,}/).count(), 0, "a placeholder of the command line");
    await page.locator('[name="option-matches"]').fill("500");
  });
  await turn(page);
  assert.equal(await page.locator("h1").textContent(), "500 matches");
  assert.ok(await page.locator(".board .match").count() <= 30, "bundles");
});

await claim("a letter may be typed where a key may be pressed, and is no shortcut while one types", async (open) => {
  const page = await open();
  await sitDown(page, "awale");
  await turn(page);
  await page.locator('[name="move"]').fill("");
  await page.keyboard.type("u?rh");
  assert.equal(await page.locator("dialog[open]").count(), 0);
  await page.locator('[name="move"]').fill("b");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelectorAll(".moves li").length >= 1);
  assert.match(await page.locator(".moves li").first().textContent(), /You sow pit 1/);
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

await claim("each side has the clock and the time that were chosen for it, and they are seen running", async (open) => {
  const page = await open();
  await sitDown(page, "allumettes", async () => {
    await page.locator('[name="clock0"]').selectOption("5m+3s");
    await page.locator('[name="clock1"]').selectOption("1m+1s");
    await page.locator('[name="time1"]').selectOption("200");
  });
  await turn(page);
  await page.waitForFunction(() => /4:5\d/.test(document.querySelector(".first .clock.running").textContent));
  assert.match(await page.locator(".second .clock").textContent(), /1:00/);
  const { players } = await page.evaluate(async () => (await fetch(`/api${location.pathname.replace("table", "tables")}`)).json());
  assert.deepEqual(players.map((player) => player.terms), ["clock=5m+3s", "clock=1m+1s,time=200"]);
  await click(page);
  await turn(page);
  await page.waitForFunction(() => /[45]:\d\d/.test(document.querySelector(".first .clock.running").textContent));
  assert.match(await page.locator(".second .clock").textContent(), /1:0\d/, "a second is added to what a move took");
});

await claim("time for a move is seen running, and who lets it pass has lost", async (open) => {
  const page = await open();
  await sitDown(page, "allumettes", () => page.locator('[name="time0"]').selectOption("10000"));
  await turn(page);
  await page.waitForFunction(() => /0:0\d/.test(document.querySelector(".first .clock.running").textContent));
  await page.waitForFunction(() => document.querySelector(".status.over"));
  assert.match(await page.locator(".status").textContent(), /run out of time/);
});

await claim("swapped seats take their clocks along", async (open) => {
  const page = await open();
  await page.goto("/new/awale");
  await page.locator('[name="clock0"]').selectOption("5m+3s");
  await page.locator('[name="time1"]').selectOption("3000");
  await page.locator("form .quiet").first().click();
  const values = await page.locator("form").evaluate((form) => ["who0", "time0", "clock0", "who1", "time1", "clock1"].map((name) => form.elements[name].value));
  assert.deepEqual(values, ["naif", "3000", "", "here", "", "5m+3s"]);
});

await claim("strategy plays strategy, and the game plays through again", async (open) => {
  const page = await open();
  await sitDown(page, "allumettes", () => page.locator('[name="who0"]').selectOption("rapide"));
  await turn(page);
  await page.locator('[data-step="autoplay"]').click();
  await page.waitForFunction(() => document.querySelectorAll(".board .match").length === 13);
  await page.waitForFunction(() => document.querySelectorAll(".board .match").length < 13);
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
