// Dominos: the line winds over the table, our hand is near, the others' tiles lie face down.

import { el, pause, press, svg } from "../dom.js";
import { t } from "../words.js";

/** @typedef {import("../types.js").Scene} Scene */
/** @typedef {import("../types.js").Happening} Happening */
/** @typedef {[number, number]} Tile */

export const sample = "1x10 first 65,31,20 4/0 : first 66 61 31 64d 43 32 40d";

const WIDTH = 500;
const [LONG, SHORT, GAP] = [60, 30, 4];
const PER_ROW = Math.floor((WIDTH - 20) / (LONG + GAP));

/** @type {Record<number, [number, number][]>} */
const PIPS = {
  0: [],
  1: [[0, 0]],
  2: [[-1, -1], [1, 1]],
  3: [[-1, -1], [0, 0], [1, 1]],
  4: [[-1, -1], [1, -1], [-1, 1], [1, 1]],
  5: [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]],
  6: [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]],
};

/** @param {string} text @returns {Tile} */
const tileOf = (text) => [Number(text[0]), Number(text[1])];

/** @param {string} view */
function seen(view) {
  const [setup = "", moves = ""] = view.split(" : ");
  const [, , hand = "-", counts = ""] = setup.split(" ");
  const numbers = counts.split("/").map(Number);
  const [others, boneyard] = numbers.length === 3 ? [numbers.slice(0, 2), numbers[2]] : [numbers.slice(0, 1), numbers[1]];
  return {
    hand: hand === "-" ? [] : hand.split(",").map(tileOf),
    others,
    boneyard: boneyard ?? 0,
    line: lineOf(moves.split(" ").filter((word) => /^\d\d[dg]?$/.test(word))),
  };
}

/** The tiles in a row, each turned so that neighbours match. @param {string[]} moves @returns {Tile[]} */
function lineOf(moves) {
  /** @type {Tile[]} */
  let line = [];
  for (const text of moves) {
    const [a, b] = tileOf(text);
    const [left, right] = [line[0]?.[0], line.at(-1)?.[1]];
    const atLeft = !text.endsWith("d") && (a === left || b === left);
    if (left === undefined) line = [[a, b]];
    else if (atLeft) line.unshift(b === left ? [a, b] : [b, a]);
    else line.push(a === right ? [a, b] : [b, a]);
  }
  return line;
}

/**
 * What both hold when all is shown: what was dealt and drawn, less what was laid. Moves alternate.
 * @param {string} whole the position
 * @param {string} view which says who opened
 */
function handsOf(whole, view) {
  const [setup = "", moves = ""] = whole.split(" : ");
  const dealt = (setup.split(" ")[1] ?? "").split("/");
  const hands = dealt.slice(0, 2).map((hand) => new Set(hand === "-" ? [] : hand.split(",")));
  let side = (view.split(" : ")[1] ?? "").startsWith("first") ? 1 : 0;
  for (const word of moves.split(" ")) {
    if (word.startsWith("+")) hands[side]?.add(word.slice(1));
    else {
      side = 1 - side;
      hands[side]?.delete(word.replace(/[dg]$/, ""));
    }
  }
  return hands.map((hand) => [...hand].map(tileOf));
}

/** @param {Happening} event */
export function tell(event) {
  const words = (event.effect ?? "").split(" ");
  const [a, b] = tileOf(words[1] ?? "");
  if (words[0] === "laid") return t("lays", { a, b, where: t(words[2] === "left" ? "left" : "right") });
  if (words[0] === "passed") return t("passes");
  if (words[0] === "received") return t("received", { a, b });
  return t(event.kind === "chance" ? "hidden" : "draws");
}

/** A tile lying down, its centre at the origin. @param {Tile} tile @param {string} [state] */
function lying([a, b], state = "") {
  const half = (/** @type {number} */ pips, /** @type {number} */ x) => (PIPS[pips] ?? []).map(([px, py]) =>
    svg("circle", { class: "pip", cx: x + 8 * px, cy: 8 * py, r: 2.6 }));
  return svg("g", { class: `tile ${state}` },
    svg("rect", { class: "bone", x: -LONG / 2, y: -SHORT / 2, width: LONG, height: SHORT, rx: 5 }),
    svg("line", { class: "bar", x1: 0, y1: -SHORT / 2 + 4, x2: 0, y2: SHORT / 2 - 4 }),
    ...half(a, -LONG / 4), ...half(b, LONG / 4));
}

/** @param {number} count @param {number} x @param {number} y */
function backs(count, x, y) {
  const step = Math.min(20, 300 / Math.max(1, count));
  return Array.from({ length: count }, (_, place) =>
    svg("rect", { class: "back", x: x + step * place, y, width: 16, height: 30, rx: 3 }));
}

/** Tiles turned up. @param {Tile[]} tiles @param {number} x @param {number} y */
function faces(tiles, x, y) {
  return tiles.map((tile, place) => {
    const face = lying(tile);
    face.setAttribute("transform", `translate(${x + 10 + 24 * place} ${y + 15}) rotate(90) scale(.62)`);
    return face;
  });
}

/**
 * @param {HTMLElement} host
 * @param {(move: string) => void} play
 * @returns {import("../types.js").Board}
 */
export function open(host, play) {
  const picture = svg("svg", { role: "group", class: "dominos" });
  const ends = el("div", { class: "row", hidden: true });
  const way = el("button", { type: "button", hidden: true, "data-key": "way" });
  way.addEventListener("click", () => wayOut());
  host.replaceChildren(picture, el("div", { class: "row" }, ends, way));
  /** @type {Scene | null} */
  let scene = null;
  /** @type {Tile | null} */
  let chosen = null;

  /** @param {Tile} tile */
  const text = ([a, b]) => `${Math.max(a, b)}${Math.min(a, b)}`;

  function wayOut() {
    const out = scene?.legal.find((move) => move === "passe" || move === "pioche");
    if (out) play(out);
  }

  /** A tile that fits one end is laid; for one that fits both, the end is asked. @param {Tile} tile */
  function choose(tile) {
    const [left, right] = [text(tile), `${text(tile)}d`];
    if (!scene?.legal.includes(right)) {
      play(left);
      return;
    }
    chosen = tile;
    draw(scene);
    /** @type {HTMLElement | null} */ (ends.querySelector("button"))?.focus();
  }

  /** @param {Scene} now */
  function draw(now) {
    const { hand, others, boneyard, line } = seen(now.view);
    const rows = Math.max(1, Math.ceil(line.length / PER_ROW));
    const middle = 52 + rows * (SHORT + 14);
    const last = /^laid .. (left|right)/.exec(now.event?.effect ?? "");
    const fresh = last ? (last[1] === "left" ? 0 : line.length - 1) : -1;
    const laid = line.map((tile, place) => onLine(tile, place, place === fresh));
    const first = others.length > 1 ? others[0] ?? 0 : 0;
    const far = others.length > 1 ? others[1] ?? 0 : others[0] ?? 0;
    const shown = now.whole ? handsOf(now.whole, now.view) : [];
    const [near, opposite] = now.mine === "first" ? shown : [...shown].reverse();
    picture.replaceChildren(
      ...(opposite ? faces(opposite, 10, 8) : backs(far, 10, 8)), ...laid,
      svg("text", { class: "note quiet", x: WIDTH - 10, y: 28, "text-anchor": "end" }, t("boneyard", { n: boneyard })),
      ...(others.length > 1 ? (near ? faces(near, 10, middle + 14) : backs(first, 10, middle + 14)) : hand.map((tile, place) => inHand(tile, place, hand.length, middle, now))));
    picture.setAttribute("viewBox", `0 0 ${WIDTH} ${middle + 84}`);
    picture.setAttribute("aria-label", t("lies", { tiles: line.map((tile) => tile.join("-")).join(" ") || "–" }));
    drawButtons(now);
  }

  /** Odd rows run back, so that the line never jumps. @param {Tile} tile @param {number} place @param {boolean} fresh */
  function onLine(tile, place, fresh) {
    const row = Math.floor(place / PER_ROW);
    const back = row % 2 === 1;
    const column = back ? PER_ROW - 1 - (place % PER_ROW) : place % PER_ROW;
    const group = lying(back ? [tile[1], tile[0]] : tile, fresh ? "fresh" : "");
    group.setAttribute("transform", `translate(${10 + LONG / 2 + (LONG + GAP) * column} ${70 + (SHORT + 14) * row})`);
    return group;
  }

  /** @param {Tile} tile @param {number} place @param {number} count @param {number} top @param {Scene} now */
  function inHand(tile, place, count, top, now) {
    const step = Math.min(46, (WIDTH - 20) / Math.max(1, count));
    const fits = now.legal.includes(text(tile));
    const group = svg("g", { transform: `translate(${10 + step / 2 + step * place} ${top + 40})` });
    const face = lying(tile, chosen && text(chosen) === text(tile) ? "chosen" : "");
    face.setAttribute("transform", "rotate(90)");
    group.append(face);
    if (now.hint?.startsWith(text(tile))) face.classList.add("hinted");
    if (now.legal.length && !fits) face.classList.add("dead");
    const [a, b] = tile;
    return fits ? press(group, t("tile", { a, b }), text(tile), () => choose(tile)) : group;
  }

  /** @param {Scene} now */
  function drawButtons(now) {
    const out = now.legal.find((move) => move === "passe" || move === "pioche");
    way.hidden = !out;
    way.textContent = t(out === "pioche" ? "drawTile" : "pass");
    const tile = chosen;
    ends.hidden = !tile;
    ends.replaceChildren();
    if (!tile) return;
    const at = (/** @type {string} */ suffix, /** @type {string} */ word) =>
      el("button", { type: "button", "data-key": word, click: () => play(text(tile) + suffix) }, t(word));
    ends.append(el("span", {}, t("chooseEnd")), at("", "left"), at("d", "right"));
  }

  return {
    async show(next) {
      scene = next;
      chosen = null;
      draw(next);
      if (next.event?.kind === "played") await pause(450);
    },
    key(event) {
      if (!scene?.legal.length) return false;
      if (/^[0-9]$/.test(event.key)) {
        const tile = seen(scene.view).hand[(Number(event.key) + 9) % 10];
        if (tile) choose(tile);
        return true;
      }
      if (chosen && (event.key === "ArrowLeft" || event.key === "ArrowRight")) {
        const buttons = ends.querySelectorAll("button");
        buttons[event.key === "ArrowLeft" ? 0 : 1]?.focus();
        return true;
      }
      if (event.key === "p") {
        wayOut();
        return true;
      }
      return false;
    },
    keys: () => [["1–9, 0", t("keyTile")], ["← →", t("keyEnds")], ["p", t("keyPass")]],
  };
}
