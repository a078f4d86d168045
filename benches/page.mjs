// Figures of the page: node benches/page.mjs [ROUNDS]
// needs: chromium nodejs npm
// Time to the first and the last value at every table while 20 others play, and what those wait for
// a move; memory with 50 analysis boards, page sizes.

import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

// The house's own games.
execFileSync("cargo", ["test", "--quiet", "--locked", "--workspace", "--no-run"]);
process.env.BRELAN ??= "target/debug/brelan";
const { launch, program, serve, visit } = await import("../checks/page/house.mjs");

const rounds = Number(process.argv[2] ?? 40);
const BOARDS = 50;
const OTHERS = 20;
const { address, pid, close } = await serve();
const games = (await (await fetch(`${address}/api/games`)).json()).map((game) => game.name);
const post = (path, body, headers = {}) => fetch(`${address}/api/${path}`, { method: "POST", headers: { "Content-Type": "application/json", Origin: address, Connection: "close", ...headers }, body: JSON.stringify(body) });
const at = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];

/** What whoever had the hand saw, once in each of as many games of two careless players. */
function positions(game) {
  const folder = mkdtempSync(join(tmpdir(), "brelan-figures-"));
  const seen = [];
  for (let seed = 1; seen.length < rounds; seed++) {
    const file = join(folder, `${seed}.txt`);
    execFileSync(program, [game, "A@naif", "B@naif", "--seed", String(seed), "--record", file, ...(game === "421" ? ["--tokens", "5"] : [])]);
    const told = execFileSync(program, ["review", file, "--json", "--effort", "1"], { encoding: "utf8" });
    const choices = JSON.parse(told).moves.filter((move) => move.kind === "choice");
    seen.push(choices[(7 * seed) % choices.length].position);
  }
  rmSync(folder, { recursive: true });
  return seen;
}

/** Waits as the page does when all places are taken, and counts that. */
async function timed(game, position) {
  const begun = performance.now();
  let response = await post("values", { game, position, lang: "en" });
  while (response.status === 503) {
    await new Promise((done) => setTimeout(done, 100));
    response = await post("values", { game, position, lang: "en" });
  }
  if (!response.ok) throw new Error(await response.text());
  let first;
  for await (const _ of response.body) first ??= performance.now() - begun;
  return [first, performance.now() - begun];
}

let over = false;

/** A table of two people who move twice a second; gives the times they waited. */
async function others() {
  const players = [{ name: "A", who: "here" }, { name: "B", who: "here" }];
  const opened = await post("tables", { game: "allumettes", players, options: { matches: "100000" } });
  const cookie = opened.headers.get("set-cookie").split(";")[0];
  const { id } = await opened.json();
  let turn = (await (await fetch(`${address}/api/tables/${id}`, { headers: { cookie } })).json()).events - 1;
  const waited = [];
  while (!over) {
    const begun = performance.now();
    const played = await post(`tables/${id}/moves`, { move: "1", turn }, { cookie });
    if (!played.ok) throw new Error(await played.text());
    turn = (await played.json()).number;
    waited.push(performance.now() - begun);
    await new Promise((done) => setTimeout(done, 500));
  }
  return waited;
}

// Before anything is timed: this waits for programs.
const asked = new Map(games.map((game) => [game, positions(game)]));
const playing = Array.from({ length: OTHERS }, () => others());
console.log("table        first value: median, p95    last value: median, p95   (ms)");
for (const game of games) {
  const times = [];
  const [warm, ...others] = asked.get(game);
  await timed(game, warm);
  for (const position of others) times.push(await timed(game, position));
  const column = (place) => times.map((time) => time[place]).sort((one, other) => one - other);
  const told = [column(0), column(1)].map((sorted) => `${at(sorted, 0.5).toFixed(0).padStart(8)} ${at(sorted, 0.95).toFixed(0).padStart(8)}`);
  console.log(`${game.padEnd(12)} ${told.join("           ")}`);
}

over = true;
const waited = (await Promise.all(playing)).flat().sort((one, other) => one - other);
console.log(`a move at ${OTHERS} other tables meanwhile: median ${at(waited, 0.5).toFixed(0)} ms, p99 ${at(waited, 0.99).toFixed(0)} ms, ${waited.length} moves`);

const resident = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))[1]) / 1024;
const browser = await launch();
const before = resident();
const { context, page } = await visit(browser, address);
for (let board = 0; board < BOARDS; board++) {
  const other = await context.newPage();
  await other.goto(`/analyse/${games[board % games.length]}`);
  await other.waitForSelector(".board .drawing");
}
console.log(`server with ${BOARDS} analysis boards: ${resident().toFixed(0)} MB, before: ${before.toFixed(0)} MB`);
await context.close();

const record = "brelan record 1\ngame puissance4\nposition @\nreferee guarded\nfirst A@humain\nsecond B@humain\n\nfirst plays 4\nsecond plays 3\nfirst forfeits resignation\n";
const { id } = await (await post("records", { record })).json();
for (const path of ["/", "/new/puissance4", `/table/${id}`, `/table/${id}#review`, `/learn/${id}`, "/analyse/puissance4", "/games", "/live", "/tournaments"]) {
  const { page: fresh, context: own } = await visit(browser, address);
  const session = await own.newCDPSession(fresh);
  await session.send("Network.enable");
  let bytes = 0;
  session.on("Network.loadingFinished", (event) => { bytes += event.encodedDataLength; });
  await fresh.goto(path);
  await fresh.waitForSelector("h1");
  await fresh.waitForLoadState("networkidle");
  console.log(`${path.replace(id, "ID").padEnd(24)} ${String(bytes).padStart(7)} bytes`);
  await own.close();
}
await browser.close();
await close();
