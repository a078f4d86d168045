// All tables where a game is being played, small and live.

import { ask, watch } from "./api.js";
import { Board, drawingOf } from "./board.js";
import { el } from "./dom.js";
import { Line } from "./line.js";
import { t } from "./words.js";

/** @typedef {import("./types.js").Table} Table */

/** Interval of the requests for the list of tables, in ms. */
const EVERY = 5000;
/** Largest number of tables on the page: each has a socket. */
const MOST = 12;

/** One table of the page. */
class Window {
  line = new Line();
  ended = false;

  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.title = el("span", { class: "title" });
    this.status = el("span", { class: "detail" });
    const host = el("div", { class: "picture felt", "aria-hidden": "true", inert: true });
    // A small picture keeps its shape.
    this.board = new Board(host, table.game, () => {}, 0);
    const names = table.players.map((player) => player.name).join(" – ");
    this.element = el("li", { class: "card" }, el("a", { href: `/table/${table.id}` }, host, this.title, el("span", { class: "names" }, names), this.status));
    this.socket = watch(table.id, { watching: true, tall: () => false }, {
      table: () => {}, reset: () => this.line.clear(), event: (event) => this.receive(event), again: () => {}, clocks: () => {}, trouble: () => {}, connected: () => {},
    });
  }

  /** @param {import("./types.js").TableEvent} event */
  receive(event) {
    this.line.add(event);
    // A burst of events is shown once.
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.show(), 30);
  }

  async show() {
    const { events } = this.line;
    const first = events[0];
    if (!first) return;
    if (!this.title.textContent) this.title.textContent = (first.drawing ?? await drawingOf(this.table.game, { view: first.view })).title;
    const view = Line.view(events);
    await this.board.show({ view, drawing: Line.drawing(events, view), near: "first", last: Line.last(events), played: Line.last(events, "played"), moving: false, may: false, hint: null });
    const over = this.line.over();
    const told = Line.told(events);
    this.status.textContent = over?.told ?? told ?? "";
  }

  close() {
    clearTimeout(this.timer);
    this.socket.close();
    this.board.close();
  }
}

/**
 * @param {HTMLElement} screen
 * @returns {import("./app.js").Part}
 */
export function live(screen) {
  document.title = `${t("live")} – Brelan`;
  const list = el("ul", { class: "cards live" });
  const none = el("p", { role: "status" });
  screen.classList.add("wide");
  screen.append(el("h1", {}, t("live")), none, list);
  /** @type {Map<string, Window>} */
  const windows = new Map();
  async function look() {
    /** @type {Table[]} */
    const tables = await ask("running");
    for (const table of tables) {
      if (windows.has(table.id) || windows.size >= MOST) continue;
      const window = new Window(table);
      windows.set(table.id, window);
      list.append(window.element);
    }
    const running = new Set(tables.map((table) => table.id));
    for (const [id, window] of windows) {
      if (running.has(id)) continue;
      // A finished game stays until the next request.
      if (!window.ended) window.ended = true;
      else {
        window.close();
        window.element.remove();
        windows.delete(id);
      }
    }
    none.textContent = windows.size === 0 ? t("live-none") : "";
  }
  // A failed request is repeated at the next interval.
  const refresh = () => look().catch(() => {});
  refresh();
  const timer = setInterval(refresh, EVERY);
  return { close: () => {
    clearInterval(timer);
    for (const window of windows.values()) window.close();
  } };
}
