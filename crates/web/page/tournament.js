// A tournament: its standings and cross table, the games that are being played, and every finished game.

import { go, lost } from "./app.js";
import { ask, Trouble } from "./api.js";
import { Board } from "./board.js";
import { el } from "./dom.js";
import { language, percent, t } from "./words.js";

/** @typedef {{ id: string, event: string, game: string, created_ms: number, running: boolean }} About */
/** @typedef {{ name: string, games: number, wins: number, draws: number, losses: number, points: number, elo: number | null, error: number | null, adjusted?: number, adjusted_error?: number, forfeits: number }} Row */
/** @typedef {{ done: number, of: number, rows: Row[], cross: string[][], remarks: { fr: string, en: string }[] }} Standings */
/** @typedef {{ number: number, first: string, second: string, view: string }} Running */
/** @typedef {{ number: number, first: string, second: string, result: string, ending: string, loser?: string, plies: number }} Over */

/** Interval of the requests for the standings, in ms: while games are played, and otherwise. */
const OFTEN = 1000;
const SELDOM = 10_000;
/** Largest number of games in progress that are drawn. */
const MOST = 12;

/** @param {string} key */
const head = (key) => el("th", { scope: "col", class: { player: "name", moves: "plies" }[key] ?? "" }, t(key));

/** @param {string} label @param {...Node} parts */
const scrolled = (label, ...parts) => el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": label }, el("table", { class: "numbers" }, ...parts));

/** An Elo difference as `12 ± 34`, or a dash. @param {number | null | undefined} elo @param {number | null | undefined} error */
function rating(elo, error) {
  if (elo == null) return "–";
  return `${elo.toFixed(0)}${error == null ? "" : ` ± ${error.toFixed(0)}`}`;
}

/** A small board of a game in progress. */
class Window {
  /** The view that is drawn. */
  view = "";

  /** @param {string} game @param {Running} one */
  constructor(game, one) {
    const host = el("div", { class: "picture felt", "aria-hidden": "true", inert: true });
    this.board = new Board(host, game, () => {}, 0);
    this.element = el("li", { class: "card" }, host, el("span", { class: "names" }, `${one.first} – ${one.second}`),
      el("span", { class: "detail" }, t("game-number", { n: one.number })));
    this.show(one);
  }

  /** @param {Running} one */
  show({ view }) {
    if (view === this.view) return;
    this.view = view;
    this.board.show({ view, near: "first", last: null, played: null, moving: false, may: false, hint: null });
  }
}

class TournamentScreen {
  /** @type {Map<number, Window>} */
  windows = new Map();
  /** The list of finished games, and the button for earlier ones. */
  listed = 0;
  earliest = Infinity;
  closed = false;

  /** @param {HTMLElement} screen @param {string} id */
  constructor(screen, id) {
    this.id = id;
    this.title = el("h1");
    this.status = el("p", { role: "status" });
    this.trouble = el("p", { class: "trouble", role: "alert" });
    this.standings = el("div");
    this.remarks = el("ul", { class: "remarks" });
    this.live = el("ul", { class: "cards live" });
    this.cross = el("div");
    this.over = el("tbody");
    this.more = el("button", { type: "button", hidden: true, click: () => this.attempt(() => this.list(this.earliest)) }, t("games-earlier"));
    screen.classList.add("wide");
    screen.append(this.title, this.status, this.trouble, this.live, this.standings, this.remarks, this.cross,
      el("h2", {}, t("games-over")),
      scrolled(t("games-over"), el("thead", {}, el("tr", {}, ...["game-no", "players", "result", "moves"].map(head), el("td"))), this.over), this.more);
    this.look();
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
    for (const window of this.windows.values()) window.board.close();
  }

  /** @param {() => Promise<void>} work */
  async attempt(work) {
    try {
      await work();
      this.trouble.textContent = "";
    } catch (error) {
      this.trouble.textContent = error instanceof Trouble ? error.message : t("offline");
      if (error instanceof Trouble && error.code === "not-found" && !this.title.textContent) this.lose();
    }
  }

  /** Shows a page that helps instead of a tournament that does not exist. */
  lose() {
    const screen = this.title.parentElement;
    this.closed = true;
    screen?.replaceChildren();
    if (screen) lost(screen);
  }

  async look() {
    let wait = SELDOM;
    await this.attempt(async () => {
      /** @type {{ about: About, standings: Standings | null, games: Running[] }} */
      const { about, standings, games } = await ask(`tournaments/${this.id}`);
      if (about.running) wait = OFTEN;
      this.draw(about, standings);
      this.drawRunning(about.game, games.slice(0, MOST));
      // Without standings no game is finished.
      if (standings && (standings.done > this.listed || this.listed === 0)) {
        this.listed = standings.done;
        await this.list(Infinity);
      }
    });
    if (!this.closed) this.timer = setTimeout(() => this.look(), wait);
  }

  /** @param {About} about @param {Standings | null} standings */
  draw(about, standings) {
    this.title.textContent = about.event;
    document.title = `${about.event} – Brelan`;
    const over = standings !== null && standings.done >= standings.of;
    const state = t(about.running ? "tournament-running" : over ? "tournament-over" : "tournament-still");
    this.status.textContent = standings ? `${state} – ${t("games-of", { n: standings.done, of: standings.of })}` : state;
    if (!standings || JSON.stringify(standings) === this.drawn) return;
    this.drawn = JSON.stringify(standings);
    this.standings.replaceChildren(standings.rows.length === 2 ? scored(standings.rows) : "", this.table(standings.rows));
    this.remarks.replaceChildren(...standings.remarks.map((remark) => el("li", {}, remark[language()])));
    this.cross.replaceChildren(standings.rows.length > 2 ? this.crossed(standings) : "");
  }

  /** @param {Row[]} rows */
  table(rows) {
    const adjusted = rows.some((row) => row.adjusted !== undefined);
    const keys = ["place", "player", "points", "games-count", "won", "drawn-count", "lost", "elo", ...(adjusted ? ["elo-adjusted"] : []), "forfeits"];
    const line = (/** @type {Row} */ row, /** @type {number} */ place) => el("tr", {},
      el("td", {}, place + 1), el("th", { scope: "row" }, row.name), el("td", {}, row.points), el("td", {}, row.games), el("td", {}, row.wins),
      el("td", {}, row.draws), el("td", {}, row.losses), el("td", {}, rating(row.elo, row.error)),
      adjusted && el("td", {}, rating(row.adjusted, row.adjusted_error)), el("td", {}, row.forfeits));
    return scrolled(t("standings"), el("caption", {}, t("standings")), el("thead", {}, el("tr", {}, ...keys.map(head))), el("tbody", {}, ...rows.map(line)));
  }

  /** The cross table: points of each player against each other. @param {Standings} standings */
  crossed({ rows, cross }) {
    const heads = rows.map((row, place) => el("th", { scope: "col", title: row.name }, place + 1));
    const lines = rows.map((row, place) => el("tr", {}, el("th", { scope: "row" }, `${place + 1}. ${row.name}`),
      ...(cross[place] ?? []).map((cell) => el("td", {}, cell))));
    return scrolled(t("cross-table"), el("caption", {}, t("cross-table")), el("thead", {}, el("tr", {}, el("td"), ...heads)), el("tbody", {}, ...lines));
  }

  /** @param {string} game @param {Running[]} games */
  drawRunning(game, games) {
    const running = new Set(games.map((one) => one.number));
    for (const [number, window] of this.windows) {
      if (running.has(number)) continue;
      window.board.close();
      window.element.remove();
      this.windows.delete(number);
    }
    for (const one of games) {
      const window = this.windows.get(one.number);
      if (window) window.show(one);
      else {
        const added = new Window(game, one);
        this.windows.set(one.number, added);
        this.live.append(added.element);
      }
    }
  }

  /** Lists the finished games with a smaller number than `before`, the latest first. @param {number} before */
  async list(before) {
    const anew = before === Infinity;
    /** @type {Over[]} */
    const games = await ask(`tournaments/${this.id}/games${anew ? "" : `?before=${before}`}`);
    const rows = games.map((game) => this.row(game));
    if (anew) this.over.replaceChildren(...rows);
    else this.over.append(...rows);
    this.earliest = games.at(-1)?.number ?? 0;
    this.more.hidden = this.earliest <= 1;
  }

  /** @param {Over} game */
  row(game) {
    const result = game.result === "1/2-1/2" ? "½–½" : game.result.replace("-", "–");
    const why = game.ending === "played" ? "" : ` (${game.loser}: ${t(`ending-${game.ending}`)})`;
    return el("tr", {}, el("td", {}, game.number), el("td", {}, `${game.first} – ${game.second}`), el("td", {}, result + why), el("td", { class: "plies" }, game.plies),
      el("td", {}, el("div", { class: "row" }, ...[["watch-again", ""], ["review", "#review"]].map(([key = "", hash = ""]) =>
        el("button", { type: "button", click: () => this.watch(game.number, hash) }, t(key))))));
  }

  /** @param {number} number @param {string} hash */
  watch(number, hash) {
    return this.attempt(async () => {
      const { id } = await ask(`tournaments/${this.id}/games/${number}/table`, {});
      go(`/table/${id}${hash}`);
    });
  }
}

/** The score of the better of two players, with its 95 % interval (Wilson). @param {Row[]} rows */
function scored([row]) {
  const { points = 0, games = 0, name = "" } = row ?? {};
  if (games === 0) return "";
  const [share, doubt] = [points / games, 1.96 ** 2 / games];
  const middle = (share + doubt / 2) / (1 + doubt);
  const reach = Math.sqrt(doubt * share * (1 - share) + doubt ** 2 / 4) / (1 + doubt);
  const [low, high] = [middle - reach, middle + reach].map((one) => Math.min(1, Math.max(0, one)));
  const told = t("meet-score", { name, n: percent(share), of: percent(high ?? 1), state: percent(low ?? 0) });
  const bar = el("div", { class: "score", role: "img", "aria-label": told }, el("span", { class: "got" }), el("span", { class: "reach" }));
  const [got, doubtful] = /** @type {HTMLElement[]} */ ([...bar.children]);
  if (got) got.style.width = `${100 * share}%`;
  if (doubtful) Object.assign(doubtful.style, { left: `${100 * (low ?? 0)}%`, right: `${100 * (1 - (high ?? 1))}%` });
  return el("div", {}, el("p", {}, told), bar);
}

/**
 * @param {HTMLElement} screen
 * @param {string} id
 * @returns {import("./app.js").Part}
 */
export function tournament(screen, id) {
  return new TournamentScreen(screen, id);
}
