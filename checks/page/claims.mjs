// A server, a browser, and claims about the page that are tried one after the other.
// node checks/page/browser.mjs [WORDS]: only the claims that contain these words; !WORDS: the others.

import assert from "node:assert/strict";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { launch, serve, turn, visit } from "./house.mjs";

const { address, data, close } = await serve();
const browser = await launch();
const only = process.argv[2] ?? "";
let failed = 0;

export { data };
export const games = (await (await fetch(`${address}/api/games`)).json()).map((game) => game.name);
export const ENDING = /wins!|win!|draw!|resign/;

/** Tries a claim with as many visitors as it opens; none may meet an error, but for those that are meant, or ask another host. */
export async function claim(name, check, meant = /^$/) {
  if (only.startsWith("!") ? name.includes(only.slice(1)) : !name.includes(only)) return;
  const visitors = [];
  const open = async (options) => {
    const visitor = await visit(browser, address, options);
    visitors.push(visitor);
    return visitor.page;
  };
  try {
    await check(open);
    for (const { faults } of visitors) assert.deepEqual(faults.filter((fault) => !meant.test(fault)), []);
    console.log(`ok      ${name}`);
  } catch (error) {
    failed += 1;
    console.log(`FAILED  ${name}\n${error.stack}`);
    for (const { page, faults } of visitors) {
      console.log(faults, await page.locator(".status, .advice, .trouble").allTextContents().catch(() => []));
      await page.screenshot({ path: join(tmpdir(), `brelan-${failed}.png`) }).catch(() => {});
    }
  }
  for (const { context } of visitors) await context.close();
}

/** Opens a table from the home page by clicks. */
export async function sitDown(page, game, choose) {
  await page.goto("/");
  await page.locator(`.card a[href="/new/${game}"]`).click();
  if (choose || game === "421") await page.locator('[data-action="options"]').click();
  // A game of 421 ends within minutes, even one that nobody plays well.
  if (game === "421") await page.locator('[name="option-tokens"]').fill("2");
  await choose?.();
  await page.locator("button.main").click();
  await page.waitForURL(/\/table\//);
}

/** A visitor at a new table, whose turn it is. */
export async function seated(open, game, choose, options = {}) {
  const page = await open(options);
  await sitDown(page, game, choose && (() => choose(page)));
  await turn(page);
  return page;
}

/** Opens what is behind "…". */
export async function more(page) {
  await page.waitForSelector(".menu > summary");
  if (await page.locator(".menu:not([open])").count() > 0) await page.locator(".menu > summary").click();
}

export async function resign(page) {
  await more(page);
  await page.locator('[data-action="resign"]').click();
  await page.locator('[data-answer="yes"]').click();
}

/** The page scrolls one way only. */
export async function fits(page, where = page.url()) {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(overflow <= 0, `${where} is ${overflow} pixels too wide`);
}

/** Holds answers back until they are let go. */
export async function hold(page, address) {
  let release = () => {};
  const gone = new Promise((done) => { release = done; });
  let reached = () => {};
  const asked = new Promise((done) => { reached = done; });
  await page.route(address, async (route) => {
    const response = await route.fetch();
    reached();
    await gone;
    await route.fulfill({ response });
  });
  return { asked, release: async () => {
    release();
    await page.unroute(address, { behavior: "wait" });
  } };
}

/** What the server says of the table that a page shows: as JSON, or at a path below it as text. */
export const about = (page, path = "") => page.evaluate(async (below) => {
  const response = await fetch(`/api${location.pathname.replace("table", "tables")}${below}`);
  return below ? response.text() : response.json();
}, path);

/** Brings a record in from the page of games; returns the id of its table. */
export async function imported(page, record) {
  await page.goto("/games");
  return page.evaluate(async (text) => {
    const response = await fetch("/api/records", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ record: text }) });
    return (await response.json()).id;
  }, record);
}

export const part = (page, name) => page.locator(`.board [data-part="${name}"]`);

/** Plays to the end. */
export async function playOut(page, play) {
  while ((await turn(page)) === "play") await play(page);
}

/** Ends the server and the browser, and the program with whether all claims held. */
export async function finish() {
  await browser.close();
  await close();
  console.log(failed ? `${failed} failed` : `the page holds in Chromium at ${games.join(", ")}`);
  process.exit(failed ? 1 : 0);
}
