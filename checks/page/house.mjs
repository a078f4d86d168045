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

export const program = process.env.BRELAN ?? "target/debug/brelan-morpion";

/** A server on a free port with an empty folder. */
export async function serve() {
  const data = mkdtempSync(join(tmpdir(), "brelan-page-"));
  const server = spawn(program, ["serve", "--listen", "127.0.0.1:0", "--data", data, "--lang", "en"], { stdio: ["ignore", "pipe", "inherit"] });
  for await (const line of createInterface({ input: server.stdout })) {
    const address = /http:\/\/[\d.:]+/.exec(line);
    if (address) return { address: address[0], data, pid: server.pid, close: () => end(server, data) };
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

/** A page that reports every error, and every request to a foreign host. What is refused, or asked too soon on a busy machine, the page itself has to tell. */
export async function visit(browser, address, options = {}) {
  const context = await browser.newContext({ baseURL: address, locale: "en", reducedMotion: "reduce", ...options });
  const page = await context.newPage();
  const faults = [];
  page.on("pageerror", (error) => faults.push(String(error)));
  page.on("console", (message) => { if (message.type() === "error" && !/status of (4\d\d|503)/.test(message.text())) faults.push(message.text()); });
  page.on("request", (request) => { if (!request.url().startsWith(address)) faults.push(`foreign request ${request.url()}`); });
  // As long as a machine that is many times slower may need; what holds is seen at once.
  page.setDefaultTimeout(120_000);
  return { page, context, faults };
}

/** Waits until it is our turn or the game is over, and says which. A curtain is drawn aside. */
export async function turn(page) {
  for (;;) {
    const state = await page.waitForFunction(() => {
      if (document.querySelector(".status.over")) return "over";
      if (document.querySelector(".curtain button")) return "curtain";
      return document.querySelector(".board .armed") ? "play" : null;
    });
    const found = await state.jsonValue();
    if (found !== "curtain") return found;
    await page.locator(".curtain button").click();
  }
}

/** How many moves the page lists. */
export const moves = (page) => page.locator(".moves li").count();

/** What may be touched and is not chosen, the last first: its name and its first key. */
const touchable = (page) => page.evaluate(() => [...document.querySelectorAll(".board .armed:not(.chosen)")].reverse()
  .map((part) => ({ name: part.dataset.part, key: part.dataset.keys?.split(" ")[0] })));

/** Touches one part after the other until that made a move. */
async function narrow(page, touch) {
  const before = await moves(page);
  for (let touches = 0; touches < 8; touches++) {
    const parts = await touchable(page);
    if (parts.length === 0) break;
    await touch(parts.find((part) => part.name === "keep") ?? parts[0]);
    const state = await page.waitForFunction(([count, left]) => {
      if (document.querySelectorAll(".moves li").length > count) return "moved";
      // What was touched stays chosen until a move is made.
      return document.querySelector(".board .chosen") && document.querySelectorAll(".board .armed:not(.chosen)").length !== left ? "narrowed" : null;
    }, [before, parts.length]);
    if (await state.jsonValue() === "moved") return;
  }
  await page.waitForFunction((count) => document.querySelectorAll(".moves li").length > count, before);
}

const part = (page, name) => page.locator(`.board [data-part="${name}"]`);

/** Plays one move by clicking what the board offers. */
export const click = (page) => narrow(page, ({ name }) => part(page, name).click());

/** Plays one move by touching it with a finger. */
export const tap = (page) => narrow(page, ({ name }) => part(page, name).tap());

/** Plays one move by the keys that the parts bear. */
export const type = (page) => narrow(page, ({ key }) => page.keyboard.press(key));

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
