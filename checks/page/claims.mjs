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
      console.log(faults, await page.locator(".status, .trouble").allTextContents().catch(() => []));
      await page.screenshot({ path: join(tmpdir(), `brelan-${failed}.png`) }).catch(() => {});
    }
  }
  for (const { context } of visitors) await context.close();
}

/** Opens a table from the home page by clicks. */
export async function sitDown(page, game, choose = async () => {}) {
  await page.goto("/");
  await page.locator(`a[href="/new/${game}"]`).click();
  // A game of 421 ends within minutes, even one that nobody plays well.
  if (game === "421") await page.locator('[name="option-tokens"]').fill("2");
  await choose();
  await page.locator("button.main").click();
  await page.waitForURL(/\/table\//);
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
