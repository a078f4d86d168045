// The end of a game: who won, how well the reader played, and what to do next.

import { el } from "./dom.js";
import { action } from "./frame.js";
import { t } from "./words.js";

/** @typedef {import("./types.js").Side} Side */
/** @typedef {import("./types.js").Review} Seen */

/** The winner of an ending as records write it; null for a draw, undefined where nobody won. @param {string} ending @returns {Side | null | undefined} */
export function winner(ending) {
  const [side, verb] = ending.split(" ");
  if (side === "draw") return null;
  if (verb === "forfeits" && ending.endsWith("cheating")) return undefined;
  return (side === "first") === (verb === "wins") ? "first" : "second";
}

/** The result for the reader, or for people who watch or share a screen. @param {Side | null | undefined} won @param {Side | null} own @param {(side: Side) => string} name */
function result(won, own, name) {
  if (won === undefined) return t("finished");
  if (won === null) return t("end-drawn");
  if (own === null) return `${t("wins", { name: name(won) })}.`;
  return t(won === own ? "end-won" : "end-lost");
}

/**
 * How well a side played, in per cent: the part of the game that its moves kept, on average. Null where too
 * little is proved.
 * @param {Seen} seen @param {Side} side
 */
export function accuracy(seen, side) {
  const own = seen.review.moves.filter((move) => move.kind === "choice" && move.side === side);
  const losses = own.flatMap(({ loss }) => loss ?? []);
  if (losses.length === 0 || 2 * losses.length < own.length) return null;
  const kept = 100 * (1 - losses.reduce((one, other) => one + other, 0) / losses.length);
  // Who lost something did not play perfectly.
  return kept < 100 ? Math.min(99, Math.round(kept)) : 100;
}

export class Ending {
  box = el("section", { class: "end", "aria-label": t("end") });

  /** @param {import("./table.js").TableScreen} table */
  constructor(table) {
    this.table = table;
  }

  draw() {
    const { about, review, reviewing } = this.table;
    if (!about?.ending || !this.table.line.over() || reviewing) {
      this.box.replaceChildren();
      return;
    }
    const own = this.table.own();
    const won = winner(about.ending);
    this.box.classList.toggle("lost", own !== null && won !== own);
    const seen = review?.seen ?? null;
    const mistakes = seen?.mistakes.filter(({ side }) => side === own).length ?? 0;
    const drawn = JSON.stringify([won, own, Boolean(seen), this.table.seated()]);
    // Drawn once per state, so that focus stays on its button.
    if (this.box.dataset.drawn === drawn && this.box.firstChild) return;
    this.box.dataset.drawn = drawn;
    const part = seen && own ? accuracy(seen, own) : null;
    const told = !own ? "" : !seen ? t("end-counts") : mistakes > 0 ? t("end-mistakes", { n: mistakes }) : t(part === null ? "end-unproved" : "end-no-mistake");
    const seated = this.table.seated();
    this.box.replaceChildren(...[
      part !== null && ring(part),
      el("h2", {}, result(won, own, (side) => this.table.player(side)?.name ?? "")),
      told && el("p", { role: "status" }, told),
      seated && action("again", () => this.table.again(), { class: "main" }),
      el("button", { type: "button", "data-action": "review", class: seated ? null : "main", click: () => this.table.openReview() }, own && mistakes > 0 ? t("see-mistakes", { n: mistakes }) : t("review")),
    ].filter((one) => one instanceof HTMLElement));
  }
}

/** @param {number} part in per cent */
function ring(part) {
  const box = el("div", { class: "accuracy", role: "img", "aria-label": `${t("accuracy")} ${part} %` }, el("strong", {}, part), el("span", {}, t("accuracy")));
  box.style.setProperty("--part", String(part));
  return box;
}
