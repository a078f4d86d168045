// The matches: the nth from the right takes n.

import { el, move, press, svg } from "../dom.js";
import { t } from "../words.js";

/** @typedef {import("../types.js").Scene} Scene */
/** @typedef {import("../types.js").Happening} Happening */

export const sample = "9";

const PER_ROW = 15;
const [STEP, TALL] = [26, 120];
/** Larger heaps are shown by their number. */
const MOST_DRAWN = 90;

/** @param {string} view */
function heapsOf(view) {
  return (view.split("/")[0] ?? "").split(",").map(Number);
}

/** @param {Happening} event */
export function tell(event) {
  const [take = "", left = ""] = (event.effect ?? "").split(" left ");
  return t("takes", { n: take, left });
}

/**
 * @param {HTMLElement} host
 * @param {(move: string) => void} play
 * @returns {import("../types.js").Board}
 */
export function open(host, play) {
  const picture = svg("svg", { role: "group", class: "matches" });
  host.replaceChildren(picture);
  /** @type {Scene | null} */
  let scene = null;
  let chosen = 0;

  /** @param {number} heap @param {number} count */
  const notation = (heap, count) => (heap === 0 ? `${count}` : `${heap + 1}:${count}`);

  /** @param {number} heap @param {number} count @param {boolean} only */
  const label = (heap, count, only) => only ? t("take", { n: count }) : t("takeHeap", { n: count, heap: heap + 1 });

  /** @param {number} x @param {number} y */
  const match = (x, y) => svg("g", { class: "match", transform: `translate(${x} ${y})` },
    svg("rect", { class: "reach", x: -STEP / 2, y: 0, width: STEP, height: TALL }),
    svg("rect", { class: "stick", x: -3, y: 16, width: 6, height: TALL - 20, rx: 2 }),
    svg("ellipse", { class: "head", cx: 0, cy: 14, rx: 6, ry: 9 }));

  /** @param {number[]} heaps @param {number} heap @param {number} top */
  function drawHeap(heaps, heap, top) {
    const size = heaps[heap] ?? 0;
    const row = svg("g", { class: heap === chosen && heaps.length > 1 ? "heap chosen" : "heap" });
    if (heaps.length > 1) row.append(svg("text", { class: "count", x: 14, y: top + TALL / 2 + 6, "text-anchor": "middle" }, heap + 1));
    const indent = heaps.length > 1 ? 44 : 20;
    const drawn = Math.min(size, MOST_DRAWN);
    const sticks = Array.from({ length: drawn }, (_, place) =>
      match(indent + STEP / 2 + STEP * (place % PER_ROW), top + (TALL + 10) * Math.floor(place / PER_ROW)));
    sticks.forEach((stick, place) => arm(stick, sticks, heap, drawn - place, heaps.length === 1));
    row.append(...sticks);
    if (size > drawn) row.append(svg("text", { class: "count", x: indent, y: top + 6 }, t("matchesLeft", { n: size })));
    return row;
  }

  /** @param {SVGGElement} stick @param {SVGGElement[]} sticks @param {number} heap @param {number} count @param {boolean} only */
  function arm(stick, sticks, heap, count, only) {
    const text = notation(heap, count);
    if (!scene?.legal.includes(text)) return;
    press(stick, label(heap, count, only), text, () => play(text));
    const taken = sticks.slice(sticks.length - count);
    if (scene.hint === text) taken.forEach((one) => one.classList.add("hinted"));
    /** @param {boolean} on */
    const light = (on) => () => taken.forEach((one) => one.classList.toggle("aimed", on));
    for (const name of ["pointerenter", "focus"]) stick.addEventListener(name, light(true));
    for (const name of ["pointerleave", "blur"]) stick.addEventListener(name, light(false));
  }

  /** @param {number[]} heaps */
  function draw(heaps) {
    let top = 10;
    picture.replaceChildren();
    heaps.forEach((size, heap) => {
      picture.append(drawHeap(heaps, heap, top));
      top += (TALL + 10) * Math.max(1, Math.ceil(Math.min(size, MOST_DRAWN) / PER_ROW)) + 6;
    });
    const widest = Math.min(PER_ROW, Math.max(13, ...heaps));
    picture.setAttribute("viewBox", `0 0 ${STEP * widest + (heaps.length > 1 ? 64 : 40)} ${top + 4}`);
    picture.setAttribute("aria-label", heaps.map((n) => t("matchesLeft", { n })).join(", "));
  }

  return {
    async show(next) {
      const before = scene && heapsOf(scene.view);
      scene = next;
      const heaps = heapsOf(next.view);
      if (!(heaps[chosen] ?? 0)) chosen = Math.max(0, heaps.findIndex((size) => size > 0));
      if (before && next.event?.kind === "played") await burn(before, heaps);
      draw(heaps);
    },
    key(event) {
      if (!scene) return false;
      const heaps = heapsOf(scene.view);
      if (/^[1-9]$/.test(event.key)) {
        play(notation(chosen, Number(event.key)));
        return true;
      }
      const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
      if (step === undefined || heaps.length < 2) return false;
      chosen = (chosen + step + heaps.length) % heaps.length;
      draw(heaps);
      return true;
    },
    keys: () => [["1–9", t("keyTake")], ["↑ ↓", t("keyHeap")]],
  };

  /** The matches that go, go up. @param {number[]} before @param {number[]} after */
  async function burn(before, after) {
    const heap = before.findIndex((size, index) => size > (after[index] ?? 0));
    if (heap < 0) return;
    const sticks = [...picture.querySelectorAll(".heap")][heap]?.querySelectorAll(".match") ?? [];
    const going = [...sticks].slice((after[heap] ?? 0) - (before[heap] ?? 0));
    await Promise.all(going.map((stick, index) => move(stick, [{ opacity: 1 }, { opacity: 0, translate: "0 -40px" }],
      { duration: 260, delay: 60 * index, easing: "ease-in", fill: "forwards" })));
  }
}
