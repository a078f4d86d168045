// All tables where somebody plays now, small and live.

import { ask, watch } from "./api.js";
import { Board, drawingOf } from "./board.js";
import { el } from "./dom.js";
import { Line } from "./line.js";
import { say, t } from "./words.js";

/** @typedef {import("./types.js").Table} Table */

/** How often to ask which tables there are, in ms. */
const EVERY = 5000;
/** Tables that are followed at once: each has a socket. */
const MOST = 12;

/** One table of the wall. */
class Window {
  line = new Line();
  ended = false;

  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.title = el("span", { class: "title" });
    this.status = el("span", { class: "detail" });
    const host = el("div", { class: "picture", "aria-hidden": "true", inert: true });
    // A small picture keeps its shape.
    this.board = new Board(host, table.game, () => {}, 0);
    const names = table.players.map((player) => player.name).join(" – ");
    this.element = el("li", { class: "card" }, el("a", { href: `/table/${table.id}` }, host, this.title, el("span", { class: "names" }, names), this.status));
    this.stop = watch(table.id, true, {
      table: () => {}, event: (event) => this.hear(event), again: () => {}, clocks: () => {}, trouble: () => {}, connected: () => {},
    });
  }

  /** @param {import("./types.js").Happening} event */
  hear(event) {
    this.line.add(event);
    // What came in one burst is shown once.
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.show(), 30);
  }

  async show() {
    const { events } = this.line;
    if (!this.title.textContent) this.title.textContent = (await drawingOf(this.table.game, { view: Line.view(events.slice(0, 1)) })).title;
    await this.board.show({ view: Line.view(events), near: "first", last: Line.last(events), played: Line.last(events, "played"), moving: false, may: false, hint: null });
    const over = this.line.over();
    const told = Line.told(events);
    this.status.textContent = over?.told ? say(over.told) : told ? say(told) : "";
  }

  close() {
    clearTimeout(this.timer);
    this.stop();
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
      // The end of a game is looked at for a while.
      if (!window.ended) window.ended = true;
      else {
        window.close();
        window.element.remove();
        windows.delete(id);
      }
    }
    none.textContent = windows.size === 0 ? t("live-none") : "";
  }
  // Whatever is lost on the way is asked for again soon.
  const glance = () => look().catch(() => {});
  glance();
  const timer = setInterval(glance, EVERY);
  return { close: () => {
    clearInterval(timer);
    for (const window of windows.values()) window.close();
  } };
}
