// The review of a finished game: the first side's share as a graph, the mistakes with their loss, and the
// terms of the result.

import { Trouble } from "./api.js";
import { el } from "./dom.js";
import { accuracy } from "./ending.js";
import { follow } from "./values.js";
import { percent, t } from "./words.js";

/** @typedef {import("./types.js").Side} Side */
/** @typedef {import("./types.js").Review} Seen */
/** @typedef {import("./types.js").Mistake} Mistake */

const SIDES = /** @type {const} */ (["first", "second"]);
const SIGNS = { inaccuracy: "?!", mistake: "?", blunder: "??" };
/** Size of the graph and the margin of its marks, in pixels. */
const [HEIGHT, EDGE] = [110, 12];
/** Wait before a request is repeated when the server is busy, in ms. */
const PATIENCE = 1000;

/** A difference as text, with its sign. @param {number} value */
const signed = (value) => `${value > 0.0005 ? "+" : value < -0.0005 ? "−" : ""}${percent(Math.abs(value))}`;

/** A mistake's name and loss. @param {Mistake} mistake */
export const called = (mistake) => t("review-called", { state: mistake.called, n: mistake.lost });

/** The better move and the reasons. @param {Mistake} mistake */
export const better = (mistake) => [t("review-better", { move: mistake.better }), ...mistake.why].join(" ");

/**
 * Requests the review of a table's game, and reports its progress.
 * @param {string} id
 * @param {AbortSignal} signal
 * @param {(done: number, of: number) => void} tell
 * @returns {Promise<Seen>}
 */
export async function reviewOf(id, signal, tell) {
  for (;;) {
    /** @type {Seen | undefined} */
    let seen;
    try {
      await follow(`tables/${id}/review`, {}, signal, (line) => {
        if (line.review) seen = line;
        else tell(line.done, line.of);
      });
      if (seen) return seen;
      throw new Trouble("stopped", t("review-stopped"));
    } catch (error) {
      if (!(error instanceof Trouble) || error.code !== "busy" || signal.aborted) throw error;
      await new Promise((done) => setTimeout(done, PATIENCE));
    }
  }
}

/** @param {string} name @param {Record<string, string | number>} attributes @param {(Node | string)[]} children */
function svg(name, attributes, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, String(value));
  element.append(...children);
  return element;
}

export class Review {
  /** @type {Seen | null} */
  seen = null;
  /** Number of moves of the position that is shown. */
  shown = Infinity;
  /** The right end of the graph, in pixels. */
  end = 0;
  stop = new AbortController();
  /** The reader's side, from which the game is seen; null for spectators. @type {Side | null} */
  own = null;

  /**
   * @param {string} id
   * @param {(side: Side) => string} name
   * @param {(count: number) => void} go shows the game after `count` moves
   * @param {() => void} changed
   */
  constructor(id, name, go, changed) {
    this.id = id;
    this.name = name;
    this.go = go;
    this.changed = changed;
    this.graph = el("div", { class: "chances" });
    this.panel = el("section", { class: "review", "aria-label": t("review") });
    this.more = el("details", {}, el("summary", { "data-action": "terms" }, t("review-terms")));
    this.news = el("p", { role: "status" });
    this.resize = new ResizeObserver(() => { if (this.seen && this.graph.isConnected) this.drawGraph(this.seen); });
    this.resize.observe(this.graph);
    this.ask();
  }

  close() {
    this.stop.abort();
    this.resize.disconnect();
  }

  async ask() {
    const bar = el("progress", { "aria-label": t("review-runs") });
    this.panel.replaceChildren(this.news, bar);
    this.news.textContent = t("review-runs");
    try {
      this.seen = await reviewOf(this.id, this.stop.signal, (done, of) => Object.assign(bar, { max: of, value: done }));
    } catch (error) {
      bar.remove();
      if (!this.stop.signal.aborted) this.news.textContent = error instanceof Trouble ? error.message : t("offline");
      return;
    }
    this.changed();
  }

  /** The players' moves, in order. */
  choices() {
    return this.seen?.review.moves.filter((move) => move.kind === "choice") ?? [];
  }

  /** The mistake after `count` moves, if the next move was one. @param {number} count */
  mistake(count) {
    return this.seen?.mistakes.find((one) => one.choice === count);
  }

  /** The sentence for the position after `count` moves. @param {number} count */
  note(count) {
    const mistake = this.mistake(count);
    if (!mistake) return "";
    return `${t("review-was", { name: this.name(mistake.side), move: mistake.words, state: called(mistake) })} ${better(mistake)}`;
  }

  /** Goes to the next or the previous mistake. @param {number} shown @param {1 | -1} way */
  jump(shown, way) {
    const all = this.seen?.mistakes ?? [];
    const next = way > 0 ? all.find((one) => one.choice > shown) : all.findLast((one) => one.choice < shown);
    if (next) this.go(next.choice);
  }

  /** The sides, the reader's first. */
  sides() {
    return this.own === "second" ? [...SIDES].reverse() : SIDES;
  }

  /** The side from which shares are shown. @returns {Side} */
  from() {
    return this.own ?? "first";
  }

  /** @param {Seen} seen */
  draw(seen) {
    const { mistakes } = seen;
    const mine = mistakes.filter(({ side }) => !this.own || side === this.own);
    const jump = (/** @type {string} */ key, /** @type {1 | -1} */ way) => el("button", { type: "button", "data-action": key, "aria-label": t(key), title: t(key), click: () => this.jump(this.shown, way) }, way < 0 ? "‹ ?" : "? ›");
    this.list = el("ol", { class: "values mistakes", "aria-label": t("review-mistakes") }, ...mistakes.map((mistake) => this.entry(mistake)));
    this.news.textContent = t("review-graph", { name: this.name(this.from()), n: mistakes.length });
    this.news.className = "spoken";
    this.panel.replaceChildren(...[
      el("h2", {}, t("review")), this.news, ...this.sides().map((side) => this.summary(side, seen)), this.graph,
      mine.length > 0 && el("a", { class: "button main", "data-action": "learn", href: `/learn/${this.id}` }, t("learn")),
      mistakes.length > 0 ? el("div", { class: "row" }, jump("mistake-previous", -1), jump("mistake-next", 1)) : el("p", {}, t("end-no-mistake")),
      mistakes.length > 0 && this.list,
      this.more,
    ].filter((one) => one instanceof HTMLElement));
    this.drawTerms(seen);
    this.drawGraph(seen);
  }

  /** @param {Mistake} mistake */
  entry(mistake) {
    return el("li", {}, el("button", { type: "button", class: "step", "data-choice": mistake.choice, click: () => this.go(mistake.choice) },
      el("span", { class: `sign ${mistake.name}`, "aria-hidden": "true" }, SIGNS[mistake.name]),
      el("span", { class: "what" }, `${mistake.choice + 1}. ${this.name(mistake.side)}${t("colon")}${mistake.words}`),
      el("span", { class: "worth" }, `${mistake.called} −${mistake.lost}`)));
  }

  /** Where the result comes from, folded; terms that are zero are left out. @param {Seen} seen */
  drawTerms(seen) {
    const total = seen.terms.length - 1;
    const sign = this.own === "second" ? -1 : 1;
    const rows = seen.terms.flatMap(({ words, value }, place) => (place < total && Math.abs(value) < 0.0005 ? []
      : el("tr", { class: place === total ? "total" : "" }, el("th", { scope: "row" }, words), el("td", {}, signed(sign * value)))));
    const summary = this.more.firstElementChild ?? "";
    this.more.replaceChildren(summary, ...[
      el("table", { class: "numbers terms" }, el("caption", {}, t("review-sum", { name: this.name(this.from()) })), el("tbody", {}, ...rows)),
      seen.unproved && el("p", { class: "detail" }, seen.unproved),
      seen.review.terms.error !== undefined && el("p", { class: "detail" }, t("review-doubt", { n: percent(seen.review.terms.error) })),
      el("p", { class: "detail" }, t("review-gamble")),
    ].filter((one) => one instanceof HTMLElement));
  }

  /** How well a side played, and its mistakes. @param {Side} side @param {Seen} seen */
  summary(side, seen) {
    const own = seen.mistakes.filter((mistake) => mistake.side === side);
    const names = [...new Set(own.map((mistake) => mistake.name))];
    const counts = names.map((name) => t(`review-count-${name}`, { n: own.filter((mistake) => mistake.name === name).length }));
    const part = accuracy(seen, side);
    const told = [part !== null && t("review-accuracy", { n: part }), ...counts].filter(Boolean);
    return el("p", { class: `summed ${side}` }, el("span", { class: "dot", "aria-hidden": "true" }), el("strong", {}, this.name(side)), ` ${told.join(", ")}`);
  }

  /** The reader's share before every move and throw, and in the end. @param {Seen} seen */
  drawGraph({ review: { moves, result }, mistakes }) {
    const own = (/** @type {number} */ share) => (this.own === "second" ? 1 - share : share);
    const shares = [...moves.map((move) => move.value), ...(result === null ? [] : [result])].map(own);
    const width = Math.max(100, this.graph.clientWidth);
    const step = (width - 2 * EDGE) / Math.max(1, shares.length - 1);
    const x = (/** @type {number} */ place) => EDGE + place * step;
    const y = (/** @type {number} */ share) => EDGE + (HEIGHT - 2 * EDGE) * (1 - share);
    const line = shares.map((share, place) => `${place ? "L" : "M"}${x(place).toFixed(1)} ${y(share).toFixed(1)}`).join("");
    /** Position of each player's move among all moves and throws. */
    this.places = moves.flatMap((move, place) => (move.kind === "choice" ? [x(place)] : []));
    this.cursor = svg("line", { class: "cursor", y1: 0, y2: HEIGHT });
    const mark = (/** @type {Mistake} */ { choice, name }) => {
      const [at, share] = [this.places?.[choice] ?? 0, own(this.choices()[choice]?.value ?? 0.5)];
      return svg("g", { class: `error ${name}`, transform: `translate(${at.toFixed(1)} ${y(share).toFixed(1)})` },
        svg("circle", { r: 9 }), svg("text", { y: 4.5 }, SIGNS[name]));
    };
    const label = t("review-graph", { name: this.name(this.from()), n: mistakes.length });
    const graph = svg("svg", { class: this.own === "second" ? "flipped" : "", viewBox: `0 0 ${width} ${HEIGHT}`, role: "img", "aria-label": label },
      svg("rect", { class: "other", x: EDGE, width: width - 2 * EDGE, y: y(1), height: y(0) - y(1) }),
      svg("path", { class: "own", d: `${line}L${x(shares.length - 1).toFixed(1)} ${y(0)}L${EDGE} ${y(0)}Z` }),
      svg("line", { class: "half", x1: EDGE, x2: width - EDGE, y1: y(0.5), y2: y(0.5) }), svg("path", { class: "line", d: line }), this.cursor, ...mistakes.map(mark));
    graph.addEventListener("click", (event) => this.goNear(graph, /** @type {MouseEvent} */ (event)));
    this.graph.replaceChildren(graph);
    this.end = width - EDGE;
    this.at(this.shown);
  }

  /** Goes to the move that was clicked. @param {Element} graph @param {MouseEvent} event */
  goNear(graph, event) {
    const x = event.clientX - graph.getBoundingClientRect().left;
    const far = (this.places ?? []).map((place) => Math.abs(place - x));
    this.go(far.indexOf(Math.min(...far)));
  }

  /** Marks the mistakes in a list of moves. @param {HTMLElement} list */
  mark(list) {
    const buttons = list.querySelectorAll("button");
    for (const { choice, name, called: words } of this.seen?.mistakes ?? []) {
      buttons[choice]?.append(el("span", { class: `sign ${name}`, "aria-hidden": "true" }, SIGNS[name]), el("span", { class: "spoken" }, `, ${words}`));
    }
  }

  /** Marks the position that is shown. @param {number} count */
  at(count) {
    this.shown = count;
    const x = this.places?.[count] ?? this.end;
    this.cursor?.setAttribute("x1", String(x));
    this.cursor?.setAttribute("x2", String(x));
    for (const button of this.list?.querySelectorAll("button") ?? []) {
      const now = button.dataset.choice === String(count);
      button.classList.toggle("now", now);
      if (now) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
    }
  }
}
