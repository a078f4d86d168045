// The two seats over the board: names, who they are, their clocks.

import { Timers } from "./clocks.js";
import { el } from "./dom.js";
import { strategy, t } from "./words.js";

/** @typedef {import("./types.js").Side} Side */
/** @typedef {import("./types.js").Player} Player */

export class Seats {
  box = el("div", { class: "players" });
  timers = new Timers((side, text, running) => this.drawClock(side, text, running));

  close() {
    this.timers.close();
  }

  /** @param {Player[]} players @param {{ turn: Side | undefined, shared: boolean, over: boolean }} state */
  draw(players, { turn, shared, over }) {
    this.box.replaceChildren(...players.map((player, index) => {
      const side = index === 0 ? "first" : "second";
      const you = player.you && !shared ? t("you") : "";
      const detail = player.chair === "engine" ? strategy(player.strategy) : player.chair === "open" && !over ? "…" : you;
      return el("div", { class: `player ${side}${turn === side ? " turn" : ""}` },
        el("span", { class: "dot", "aria-hidden": "true" }), el("strong", {}, player.name),
        detail !== player.name && el("span", { class: "detail" }, detail), el("span", { class: "clock", role: "timer" }));
    }));
    this.timers.draw();
  }

  /** @param {Side} side @param {string} text @param {boolean} running */
  drawClock(side, text, running) {
    const clock = this.box.querySelector(`.${side} .clock`);
    if (!clock) return;
    clock.textContent = text;
    clock.classList.toggle("running", running);
  }
}
