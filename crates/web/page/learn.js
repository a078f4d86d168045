// Learning from mistakes: the positions of a player's mistakes, one after the other, to find the better move.

import { lost } from "./app.js";
import { ask, Trouble } from "./api.js";
import { Board } from "./board.js";
import { el, writes } from "./dom.js";
import { adviceBox, advise, frame, statusLine } from "./frame.js";
import { called, reviewOf } from "./review.js";
import { t } from "./words.js";

/** @typedef {import("./types.js").Table} Table */
/** @typedef {import("./types.js").Mistake} Mistake */

class LearnScreen {
  /** @type {Mistake[]} */
  mistakes = [];
  place = 0;
  /** Numbers of the mistakes whose better move was found. @type {Set<number>} */
  found = new Set();
  /** The better move, once it was found or shown. @type {string | null} */
  answer = null;
  stop = new AbortController();

  /** @param {HTMLElement} screen @param {string} id @param {Table} about */
  constructor(screen, id, about) {
    this.id = id;
    this.about = about;
    const host = el("div", { class: "board felt", tabindex: -1 });
    this.board = new Board(host, about.game, (move) => this.attempt(move));
    this.status = statusLine();
    this.say(t("review-runs"));
    this.advice = adviceBox();
    this.count = el("p", { class: "detail" });
    this.actions = el("div", { class: "row actions" });
    frame(screen, { head: [el("h1", {}, t("learn"))], stage: [host], line: [this.status], label: t("learn"),
      panel: [this.count, this.advice, this.actions] });
    document.title = `${t("learn")} – Brelan`;
    this.onkey = (/** @type {KeyboardEvent} */ event) => this.key(event);
    document.addEventListener("keydown", this.onkey);
    this.enter();
  }

  close() {
    this.stop.abort();
    document.removeEventListener("keydown", this.onkey);
    this.board.close();
  }

  async enter() {
    try {
      const seen = await reviewOf(this.id, this.stop.signal, () => {});
      const mine = this.about.players.map((player) => player.you);
      // A spectator learns from the mistakes of both players.
      const learns = (/** @type {Mistake} */ { side }) => !mine.includes(true) || mine[side === "first" ? 0 : 1];
      this.mistakes = seen.mistakes.filter(learns);
      this.show(0);
    } catch (error) {
      if (!this.stop.signal.aborted) this.status.textContent = error instanceof Trouble ? error.message : t("offline");
    }
  }

  /** @param {string} text */
  say(text) {
    this.status.replaceChildren(el("strong", {}, text));
  }

  /** @param {number} place */
  async show(place) {
    this.place = place;
    this.answer = null;
    advise(this.advice, "");
    const mistake = this.mistakes[place];
    if (!mistake) {
      this.say(this.mistakes.length === 0 ? t("learn-none") : t("learn-done", { n: this.found.size, of: this.mistakes.length }));
      this.draw();
      return;
    }
    const { name } = this.about.players[mistake.side === "first" ? 0 : 1] ?? { name: "" };
    this.say(t("learn-find", { name, move: mistake.words, state: called(mistake) }));
    await this.scene(mistake);
    this.draw();
  }

  /** @param {Mistake} mistake */
  scene(mistake) {
    return this.board.show({ view: mistake.position, near: mistake.side, last: null, played: null, moving: false, may: this.answer === null, hint: this.answer });
  }

  /** Tries a move; a move that is no better is taken back. @param {string} move */
  async attempt(move) {
    const mistake = this.mistakes[this.place];
    if (!mistake || this.answer !== null) return;
    const words = this.board.words(move);
    if (!mistake.fine.includes(move)) {
      this.say(t("learn-no", { move: words }));
      await this.scene(mistake);
      return;
    }
    this.found.add(this.place);
    this.reveal(move, t("learn-right", { move: words }));
  }

  /** @param {string} move @param {string} said */
  async reveal(move, said) {
    const mistake = this.mistakes[this.place];
    if (!mistake) return;
    this.answer = move;
    this.say(said);
    advise(this.advice, mistake.why.join(" "));
    await this.scene(mistake);
    this.draw();
    /** @type {HTMLElement | null} */ (this.actions.querySelector('[data-action="learn-next"]'))?.focus();
  }

  draw() {
    const mistake = this.mistakes[this.place];
    const button = (/** @type {string} */ key, /** @type {() => void} */ click, main = false) =>
      el("button", { type: "button", class: main ? "main" : null, "data-action": key, click }, t(key));
    this.count.textContent = mistake ? `${this.place + 1} / ${this.mistakes.length}` : "";
    this.actions.replaceChildren(...[
      mistake && this.answer === null && button("learn-show", () => this.reveal(mistake.best, t("review-better", { move: mistake.better }))),
      mistake && button(this.answer === null ? "learn-skip" : "learn-next", () => this.show(this.place + 1), this.answer !== null),
      el("a", { class: mistake ? "button bare" : "button main", href: `/table/${this.id}#review` }, t("learn-back")),
      this.place > 0 && button("learn-previous", () => this.show(this.place - 1)),
    ].filter((one) => one instanceof HTMLElement));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (writes(event.target) || event.ctrlKey || event.metaKey || event.altKey) return;
    const presses = event.key === "Enter" || event.key === " ";
    if (presses && event.target instanceof HTMLElement && event.target.closest("button, a")) return;
    if (this.board.key(event)) event.preventDefault();
  }
}

/**
 * @param {HTMLElement} screen
 * @param {string} id
 * @returns {Promise<import("./app.js").Part>}
 */
export async function learn(screen, id) {
  try {
    return new LearnScreen(screen, id, await ask(`tables/${encodeURIComponent(id)}`));
  } catch (error) {
    lost(screen, error instanceof Trouble ? error.message : t("offline"));
    return {};
  }
}
