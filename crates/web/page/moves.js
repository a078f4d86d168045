// The list of moves in two columns, and the steps through a game.

import { el } from "./dom.js";
import { t } from "./words.js";

/** @typedef {import("./types.js").TableEvent} TableEvent */

/** How long each move is shown when a game is replayed, in ms. */
const STEP = 1100;

export class Moves {
  /** @type {ReturnType<typeof setInterval> | undefined} */
  timer;

  /** @param {(count: number) => void} go shows the game after `count` moves */
  constructor(go) {
    this.go = go;
    this.list = el("ol", { class: "moves" });
    this.steps = el("div", { class: "row steps", role: "group", "aria-label": t("moves") });
  }

  close() {
    clearInterval(this.timer);
  }

  /** @param {TableEvent[]} moves @param {number} shown */
  draw(moves, shown) {
    const drawn = [...this.list.querySelectorAll("button")];
    const same = drawn.length <= moves.length && drawn.every((button, index) => button.dataset.event === String(moves[index]?.number));
    // Buttons that are still right stay, so that keyboard focus stays.
    if (!same) this.list.replaceChildren();
    const from = this.list.children.length;
    this.list.append(...moves.slice(from).map((event, index) => this.entry(event, from + index)));
    for (const [index, button] of [...this.list.querySelectorAll("button")].entries()) {
      const now = index + 1 === shown;
      button.classList.toggle("now", now);
      if (now) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
    }
    const now = /** @type {HTMLElement | null} */ (this.list.querySelector(".now"));
    if (now) this.list.scrollTop = now.offsetTop - this.list.offsetTop - 60;
    this.drawSteps(moves.length, shown);
  }

  /** @param {TableEvent} event @param {number} index */
  entry(event, index) {
    const words = event.told ?? event.text ?? "";
    const brief = event.brief ?? words;
    return el("li", { class: event.side ?? "" },
      el("button", { type: "button", class: "step", "data-event": event.number, "data-move": event.text, title: words, click: () => this.go(index + 1) },
        el("span", { class: "detail" }, `${index + 1}.`), el("span", { class: "dot", "aria-hidden": "true" }),
        el("span", {}, brief)));
  }

  /** @param {number} count @param {number} shown */
  drawSteps(count, shown) {
    const button = (/** @type {string} */ sign, /** @type {string} */ key, /** @type {number} */ to) =>
      el("button", { type: "button", "aria-label": t(key), "data-step": key, disabled: to < 0 || to > count || to === shown, click: () => this.go(to) }, sign);
    const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset.step;
    const running = this.timer !== undefined;
    this.steps.replaceChildren(button("«", "first", 0), button("‹", "previous", shown - 1),
      el("button", { type: "button", "aria-label": t(running ? "pause" : "autoplay"), "data-step": "autoplay", disabled: count === 0, click: () => this.through(count, shown) }, running ? "❚❚" : "▶"),
      button("›", "next", shown + 1), button("»", "last", count),
      el("span", { class: "detail" }, t("at", { n: shown, of: count })));
    if (focused) /** @type {HTMLElement | null} */ (this.steps.querySelector(`[data-step="${focused}"]`))?.focus();
  }

  /** Replays the game, from the start if it is at its end, or stops the replay. @param {number} count @param {number} shown */
  through(count, shown) {
    const stop = () => {
      clearInterval(this.timer);
      this.timer = undefined;
    };
    if (this.timer !== undefined) {
      stop();
      this.drawSteps(count, shown);
      return;
    }
    let at = shown === count ? 0 : shown;
    this.timer = setInterval(() => {
      at += 1;
      if (at >= count) stop();
      this.go(at);
    }, STEP);
    this.go(at);
  }
}
