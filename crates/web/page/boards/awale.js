// Awalé: our pits are near, sowing goes counter-clockwise.

import { el, pause, press, svg } from "../dom.js";
import { t } from "../words.js";

/** @typedef {import("../types.js").Scene} Scene */
/** @typedef {import("../types.js").Happening} Happening */
/** @typedef {import("../types.js").Side} Side */
/** @typedef {{ pits: number[], scores: [number, number] }} Seen counted from our side */

export const sample = "4,4,0,5,5,5,5,4,4,4,4,4/0-0/1";

const PITS = 12;
const SIDE = 6;

/** Which side's turn it is: even turns are the first player's. @param {string} view @returns {Side} */
function toMove(view) {
  return Number(view.split("/")[2] ?? 0) % 2 === 0 ? "first" : "second";
}

/** Reads a view, which is the mover's, and turns it so that `mine` is near. @param {string} view @param {Side} mine @returns {Seen} */
function seen(view, mine) {
  const [board = "", scores = "0-0"] = view.split("/");
  const pits = board.split(",").map(Number);
  const [own = 0, other = 0] = scores.split("-").map(Number);
  if (toMove(view) === mine) return { pits, scores: [own, other] };
  return { pits: [...pits.slice(SIDE), ...pits.slice(0, SIDE)], scores: [other, own] };
}

/** @param {Happening} event */
function sown(event) {
  const [pit = 0, last = 0, captured = 0] = (event.effect ?? "").split(/ to | takes /).map(Number);
  return { pit, last, captured };
}

/** @param {Happening} event */
export function tell(event) {
  const { pit, captured } = sown(event);
  return captured > 0 ? t("sowsTakes", { pit, n: captured }) : t("sows", { pit });
}

/**
 * @param {HTMLElement} host
 * @param {(move: string) => void} play
 * @returns {import("../types.js").Board}
 */
export function open(host, play) {
  const picture = svg("svg", { viewBox: "0 0 596 236", role: "group", "aria-label": t("board"), class: "awale" });
  host.replaceChildren(picture);
  /** @type {Scene | null} */
  let scene = null;

  /** @param {number} place 0–5 near from the left, 6–11 far from the right */
  const centre = (place) => place < SIDE
    ? { x: 74 + 74 * place, y: 168 }
    : { x: 74 + 74 * (PITS - 1 - place), y: 68 };

  /** @param {number} place @param {number} seeds @param {boolean} lit */
  function pit(place, seeds, lit) {
    const { x, y } = centre(place);
    const group = svg("g", { class: lit ? "pit lit" : "pit", transform: `translate(${x} ${y})` },
      svg("circle", { class: "hollow", r: 34 }));
    // A sunflower's spiral keeps any number apart.
    for (let seed = 0; seed < Math.min(seeds, 24); seed++) {
      const [angle, radius] = [seed * 2.39996, Math.sqrt(seed + 0.6) * 5.6];
      group.append(svg("circle", { class: "seed", cx: (radius * Math.cos(angle)).toFixed(1), cy: (radius * Math.sin(angle)).toFixed(1), r: 4.6 }));
    }
    const below = place < SIDE;
    group.append(svg("text", { class: "count", y: below ? 52 : -42, "text-anchor": "middle" }, seeds));
    return group;
  }

  /** What a side has captured. @param {number} score @param {number} y */
  const store = (score, y) => [
    svg("rect", { class: "hollow", x: 502, y: y - 36, width: 70, height: 72, rx: 24 }),
    svg("text", { class: "score", x: 537, y: y + 8, "text-anchor": "middle" }, score),
  ];

  /** @param {Seen} now @param {number} [lit] */
  function draw(now, lit = -1) {
    picture.replaceChildren(svg("rect", { class: "wood", x: 4, y: 4, width: 588, height: 228, rx: 40 }));
    now.pits.forEach((seeds, place) => picture.append(arm(pit(place, seeds, place === lit), place, seeds)));
    const [near, far] = now.scores;
    picture.append(...store(far, 68), ...store(near, 168));
  }

  /** @param {SVGGElement} group @param {number} place @param {number} seeds */
  function arm(group, place, seeds) {
    if (!scene?.legal.length || place >= SIDE) return group;
    const text = String(place);
    if (scene.hint === text) group.classList.add("hinted");
    if (!scene.legal.includes(text)) return group;
    return press(group, t("pit", { n: place, seeds }), text, () => play(text));
  }

  return {
    async show(next) {
      const before = scene;
      scene = next;
      const now = seen(next.view, next.mine);
      if (before && next.event?.kind === "played") await sow(seen(before.view, next.mine), next);
      draw(now);
    },
    key(event) {
      const pit = "abcdef".indexOf(event.key.toLowerCase());
      const text = /^[0-5]$/.test(event.key) ? event.key : pit >= 0 ? String(pit) : null;
      if (text === null || event.key.length !== 1) return false;
      play(text);
      return true;
    },
    keys: () => [["0–5, a–f", t("keyPit")]],
  };

  /** One seed after the other, skipping the pit they came from. @param {Seen} from @param {Scene} next */
  async function sow(from, next) {
    const effect = next.event && sown(next.event);
    if (!effect) return;
    const start = next.event?.side === next.mine ? effect.pit : effect.pit + SIDE;
    const pits = [...from.pits];
    let hand = pits[start] ?? 0;
    pits[start] = 0;
    for (let place = start; hand > 0; ) {
      place = (place + 1) % PITS;
      if (place === start) continue;
      pits[place] = (pits[place] ?? 0) + 1;
      hand -= 1;
      draw({ ...from, pits }, place);
      await pause(130);
    }
    await pause(effect.captured > 0 ? 350 : 80);
  }
}
