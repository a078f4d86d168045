// What the browser checks share: a server of their own, a browser, and how to play at each table.

import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

const require = createRequire(`${process.cwd()}/target/check/`);
const { chromium } = require("playwright-core");
export const axeSource = require("axe-core").source;

const FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync"];

export const program = process.env.BRELAN ?? "target/debug/brelan";

/** A server on a free port with an empty folder. */
export async function serve() {
  const data = mkdtempSync(join(tmpdir(), "brelan-page-"));
  const server = spawn(program, ["serve", "--listen", "127.0.0.1:0", "--data", data, "--lang", "en"], { stdio: ["ignore", "pipe", "inherit"] });
  for await (const line of createInterface({ input: server.stdout })) {
    const address = /http:\/\/[\d.:]+/.exec(line);
    if (address) return { address: address[0], close: () => end(server, data) };
  }
  throw new Error("the server did not say where it listens");
}

async function end(server, data) {
  const gone = new Promise((done) => server.once("exit", done));
  server.kill("SIGINT");
  const code = await gone;
  rmSync(data, { recursive: true, force: true });
  if (code !== 0) throw new Error(`the server ended with ${code}`);
}

export const launch = () => chromium.launch({ executablePath: "/usr/bin/chromium", args: FLAGS });

/** A page that reports every error, and every request to a foreign host. */
export async function visit(browser, address, options = {}) {
  const context = await browser.newContext({ baseURL: address, locale: "en", reducedMotion: "reduce", ...options });
  const page = await context.newPage();
  const faults = [];
  page.on("pageerror", (error) => faults.push(String(error)));
  page.on("console", (message) => { if (message.type() === "error" && !/status of 4\d\d/.test(message.text())) faults.push(message.text()); });
  page.on("request", (request) => { if (!request.url().startsWith(address)) faults.push(`foreign request ${request.url()}`); });
  page.setDefaultTimeout(30_000);
  return { page, context, faults };
}

/** Waits until it is our turn or the game is over, and says which. */
export async function turn(page) {
  const state = await page.waitForFunction(() => {
    if (document.querySelector('[data-action="again"], .over')) return "over";
    const may = [...document.querySelectorAll(".board .press, .board button")].some((one) => one.checkVisibility() && !one.disabled);
    return may ? "play" : null;
  });
  return state.jsonValue();
}

/** How many moves the page lists. */
export const moves = (page) => page.locator(".moves li").count();

/** Plays one move by clicking what the board offers. */
export async function click(page) {
  const before = await moves(page);
  const keep = page.locator('.board button[data-key="0"]:visible');
  const way = page.locator('.board button[data-key="way"]:visible');
  if (await keep.count()) await keep.click();
  else if (await way.count()) await way.click();
  else {
    await page.locator(".board .press").last().click();
    const end = page.locator('.board button[data-key="left"]:visible');
    if (await end.count()) await end.click();
  }
  await page.waitForFunction((count) => document.querySelectorAll(".moves li").length > count, before);
}

/** Keys to try in turn at each table until one is taken. */
const KEYS = {
  allumettes: [["1"]],
  puissance4: [["1"], ["2"], ["3"], ["4"], ["5"], ["6"], ["7"]],
  awale: [["a"], ["b"], ["2"], ["3"], ["e"], ["5"]],
  421: [["1", "Enter"], ["0"]],
  dominos: [...[..."1234567890"].map((key) => [key, "ArrowLeft", "Enter"]), ["p"]],
};

/** Plays one move by keys alone. */
export async function type(page, game) {
  const before = await moves(page);
  for (const keys of KEYS[game]) {
    for (const key of keys) await page.keyboard.press(key);
    await page.waitForTimeout(60);
    const moved = await page.waitForFunction((count) => document.querySelectorAll(".moves li").length > count || document.querySelector(".trouble").textContent, before, { timeout: 1500 }).then(() => true, () => false);
    if (moved && (await moves(page)) > before) return;
  }
  throw new Error(`no key was taken at ${game}`);
}

/** Presses Tab until something is focused. */
export async function tabTo(page, selector) {
  for (let presses = 0; presses < 80; presses++) {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab never reaches ${selector}`);
}

/** What axe finds against WCAG 2 AA. */
export async function violations(page) {
  await page.evaluate(axeSource);
  const found = await page.evaluate(() => window.axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"] }));
  return found.violations.map((one) => `${one.id}: ${one.nodes.map((node) => `${node.target} ${node.failureSummary}`).join("; ")}`);
}
