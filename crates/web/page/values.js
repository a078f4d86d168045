// The values of moves: streamed while the page is open, shown at the parts of the board, in a list and as
// a bar.

import { el } from "./dom.js";
import { Trouble } from "./api.js";
import { language, t } from "./words.js";

/** @typedef {import("./types.js").Values} Seen */
/** @typedef {import("./types.js").MoveWorth} MoveWorth */
/** @typedef {import("./types.js").Touch} Touch */
/** @typedef {import("./board.js").Board} Board */

const SIGNS = { good: "+", even: "=", bad: "−", open: "?" };
/** Smallest width of a part that has room for words, in pixels. */
const ROOMY = 104;
/** Width of a part with little room for a number, and height at which a mark would hide its text, in pixels. */
const SMALL = 48;
const LOW = 60;
/** Half of a mark's usual size, in pixels. */
const MARK = { x: 24, y: 11 };
/** Wait before a request is repeated when the server is busy, in ms. */
const PATIENCE = 700;

/** Whether a mark in the middle of a part, at that height, would hide the part's text. @param {Element} part @param {number} y */
function covers(part, y) {
  const { x, width } = part.getBoundingClientRect();
  return [...part.querySelectorAll("text")].some((text) => {
    const box = text.getBoundingClientRect();
    return box.top < y + MARK.y && box.bottom > y - MARK.y && Math.abs(box.x + box.width / 2 - x - width / 2) < MARK.x + box.width / 2;
  });
}

/**
 * Sends a request and calls `tell` with every line of the response, until the last or the signal.
 * @param {string} path
 * @param {object} body
 * @param {AbortSignal} signal
 * @param {(line: any) => void} tell
 */
export async function follow(path, body, signal, tell) {
  const response = await fetch(`/api/${path}`, { method: "POST", signal, body: JSON.stringify({ ...body, lang: language() }),
    headers: { "Accept-Language": language(), "Content-Type": "application/json" } });
  if (!response.ok || !response.body) {
    const { code, message } = await response.json();
    throw new Trouble(code, message);
  }
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    text += value;
    const lines = text.split("\n");
    text = lines.pop() ?? "";
    for (const line of lines) tell(JSON.parse(line));
  }
}

export class Values {
  /** @type {Seen | null} */
  seen = null;
  /** @type {AbortController | null} */
  asking = null;

  /**
   * @param {Board} board
   * @param {(seen: Seen | null) => void} told
   * @param {(message: string) => void} complain
   */
  constructor(board, told, complain) {
    this.board = board;
    this.told = told;
    this.complain = complain;
    this.marks = el("div", { class: "marks", "aria-hidden": "true" });
    this.list = el("ol", { class: "values", "aria-label": t("values") });
    this.level = el("div", { class: "level", role: "img", "aria-label": t("values-none") }, el("span", { class: "sure" }), el("span", { class: "doubt" }));
    board.host.append(this.marks);
    board.armed = () => this.mark();
    this.resize = new ResizeObserver(() => this.mark());
    this.resize.observe(board.host);
  }

  close() {
    this.asking?.abort();
    this.resize.disconnect();
  }

  /** Removes the values and stops the request. */
  clear() {
    this.asking?.abort();
    this.asking = null;
    this.take(null);
  }

  /** @param {Seen | null} seen */
  take(seen) {
    this.seen = seen;
    this.drawList();
    this.drawLevel();
    this.mark();
    this.told(seen);
  }

  /** Requests values, and stops the previous request. @param {string} path @param {object} body */
  async ask(path, body) {
    this.clear();
    const { signal } = (this.asking = new AbortController());
    this.list.setAttribute("aria-busy", "true");
    while (!signal.aborted) {
      try {
        await follow(path, body, signal, (seen) => { if (!signal.aborted) this.take(seen); });
        break;
      } catch (error) {
        if (signal.aborted) return;
        if (!(error instanceof Trouble)) this.complain(t("offline"));
        else if (error.code !== "busy") this.complain(error.message);
        if (!(error instanceof Trouble) || error.code !== "busy") break;
        await new Promise((done) => setTimeout(done, PATIENCE));
      }
    }
    if (!signal.aborted) this.list.removeAttribute("aria-busy");
  }

  /** The value of the best of some moves. @param {Touch[]} touches */
  bestOf(touches) {
    const known = new Map(this.seen?.moves.map((worth) => [worth.move, worth]));
    const worths = touches.flatMap((touch) => known.get(touch.move) ?? []);
    return worths.sort((one, other) => one.rank - other.rank)[0];
  }

  /** The value of touching a part: of the move it decides, or of the best of the moves that are left. @param {string} name */
  at(name) {
    const settled = this.board.settled(name);
    if (settled) return this.bestOf([settled]);
    const all = this.board.candidates();
    const left = all.filter((touch) => touch.parts.includes(name));
    // A part that belongs to all moves has no value.
    if (left.length === all.length) return undefined;
    const last = left.filter((touch) => touch.parts.at(-1) === name);
    return this.bestOf(last.length > 0 ? last : left);
  }

  /** Writes the values at the parts of the board. */
  mark() {
    for (const part of this.board.svg?.children ?? []) part.removeAttribute("aria-describedby");
    const host = this.board.host.getBoundingClientRect();
    const names = this.seen ? new Set(this.board.candidates().flatMap((touch) => touch.parts)) : [];
    /** @type {HTMLElement[]} */
    const marks = [];
    for (const name of names) {
      const part = this.board.part(name);
      const worth = this.board.chosen.has(name) ? undefined : this.at(name);
      if (!part || !worth) continue;
      const box = part.getBoundingClientRect();
      const roomy = box.width >= ROOMY;
      const mark = el("span", { class: `mark ${worth.tone}${worth.rank === 0 ? " best" : ""}${box.width < SMALL ? " small" : ""}`, id: `mark-${name}` },
        roomy ? worth.words : worth.short, el("span", { class: "spoken" }, roomy ? "" : ` ${worth.words}`, worth.rank === 0 ? `, ${t("values-best")}` : ""));
      const tall = box.height > 1.6 * box.width;
      mark.style.left = `${box.x + box.width / 2 - host.x}px`;
      // Above the number of a column, also on small boards.
      const over = box.top - (box.width < SMALL ? 9 : 0);
      const under = box.bottom + (box.height < LOW ? 10 : 0);
      mark.style.top = `${(tall ? over : covers(part, under) ? box.top : under) - host.y}px`;
      part.setAttribute("aria-describedby", mark.id);
      marks.push(mark);
    }
    this.marks.replaceChildren(...marks);
  }

  drawList() {
    const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset.worth;
    const worths = [...(this.seen?.moves ?? [])].sort((one, other) => one.rank - other.rank);
    this.list.replaceChildren(...worths.map((worth) => this.entry(worth)));
    if (focused) /** @type {HTMLElement | null} */ (this.list.querySelector(`[data-worth="${CSS.escape(focused)}"]`))?.focus();
  }

  /** @param {MoveWorth} worth */
  entry(worth) {
    const best = worth.rank === 0;
    return el("li", {}, el("button", { type: "button", class: "step", "data-worth": worth.move, click: () => this.board.play(worth.move),
      pointerenter: () => this.board.point(worth.move), pointerleave: () => this.board.point(null), focus: () => this.board.point(worth.move), blur: () => this.board.point(null) },
      el("span", { class: `sign ${worth.tone}${best ? " best" : ""}`, "aria-hidden": "true" }, best ? "✓" : SIGNS[worth.tone]),
      el("span", { class: "what" }, this.board.words(worth.move), best && el("span", { class: "spoken" }, `, ${t("values-best")}`), el("span", { class: "spoken" }, ": ")),
      el("span", { class: "worth" }, worth.words, " ", el("span", { class: "badge" }, worth.badge))));
  }

  /** Draws the bar beside the board: the first side's share and its certainty. */
  drawLevel() {
    const first = this.seen?.first;
    const [sure, doubt] = /** @type {HTMLElement[]} */ ([...this.level.children]);
    const [low, high] = first ? [first.low - first.error, first.high + first.error].map((share) => Math.min(1, Math.max(0, share))) : [0, 1];
    if (sure) sure.style.height = `${100 * (low ?? 0)}%`;
    if (doubt) Object.assign(doubt.style, { bottom: `${100 * (low ?? 0)}%`, height: `${100 * ((high ?? 1) - (low ?? 0))}%` });
    this.level.classList.toggle("unknown", !first);
    const percent = (/** @type {number} */ share) => `${Math.round(100 * share)} %`;
    const share = first && (first.low === first.high ? percent(first.low) : `${percent(first.low)} – ${percent(first.high)}`);
    this.level.setAttribute("aria-label", share ? t("values-level", { name: t("player-1"), n: share }) : t("values-none"));
  }
}
