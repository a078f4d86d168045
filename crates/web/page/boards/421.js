// 421: three dice, chosen to be thrown again or kept.

import { el, move, pause, press, svg } from "../dom.js";
import { t } from "../words.js";

/** @typedef {import("../types.js").Scene} Scene */
/** @typedef {import("../types.js").Happening} Happening */

export const sample = "10/10/first/421/2";

/** @type {Record<string, [number, number][]>} */
const PIPS = {
  1: [[0, 0]],
  2: [[-1, -1], [1, 1]],
  3: [[-1, -1], [0, 0], [1, 1]],
  4: [[-1, -1], [1, -1], [-1, 1], [1, 1]],
  5: [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]],
  6: [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]],
};

/** @param {string} view */
function seen(view) {
  const [first = "0", second = "0", side = "first", dice = "---", throws = "0", toBeat = ""] = view.split("/");
  return { tokens: { first, second }, side, dice: [...dice], throws: Number(throws), toBeat };
}

/** @param {Happening} event */
export function tell(event) {
  const effect = event.effect ?? "";
  const fell = /^die (\d) shows (\d)$/.exec(effect);
  if (fell) return t("shows", { n: fell[1] ?? "", face: fell[2] ?? "" });
  const threw = /^throws ([01]+)$/.exec(effect);
  if (threw) return t("rethrows", { n: [...(threw[1] ?? "")].filter((one) => one === "1").length });
  const [kept = "", verdict = ""] = effect.replace(/^keeps /, "").split(", ");
  if (verdict === "draw") return t("keepsAndDraw", { dice: kept });
  const gives = /^(first|second) gives (-?\d+)/.exec(verdict);
  if (gives) return t("keepsAndGives", { dice: kept, n: gives[1] === "first" ? 1 : 2, given: gives[2] ?? "" });
  return t("keeps", { dice: kept });
}

/**
 * @param {HTMLElement} host
 * @param {(move: string) => void} play
 * @returns {import("../types.js").Board}
 */
export function open(host, play) {
  const picture = svg("svg", { viewBox: "0 0 420 200", role: "group", "aria-label": t("board"), class: "dice" });
  const keep = el("button", { type: "button", class: "quiet", "data-key": "0", click: () => play("0") });
  const again = el("button", { type: "button", "data-key": "again", click: () => throwChosen() });
  const buttons = el("div", { class: "row", hidden: true }, keep, again);
  host.replaceChildren(picture, buttons);
  /** @type {Scene | null} */
  let scene = null;
  let chosen = [false, false, false];

  const text = () => `1${chosen.map((one) => (one ? "1" : "0")).join("")}`;

  function throwChosen() {
    play(chosen.some(Boolean) ? text() : "0");
  }

  /** @param {number} place */
  function toggle(place) {
    chosen = chosen.map((one, index) => (index === place ? !one : one));
    if (scene) draw(scene);
  }

  /** @param {string} face @param {number} place */
  function die(face, place) {
    const group = svg("g", { class: "die", transform: `translate(${90 + 120 * place} 84)` },
      svg("rect", { class: "cube", x: -44, y: -44, width: 88, height: 88, rx: 16 }));
    for (const [x, y] of PIPS[face] ?? []) group.append(svg("circle", { class: "pip", cx: 24 * x, cy: 24 * y, r: 8 }));
    if (chosen[place]) group.classList.add("chosen");
    if (face === "-") group.classList.add("flying");
    return group;
  }

  /** @param {Scene} now */
  function draw(now) {
    const { tokens, side, dice, throws, toBeat } = seen(now.view);
    const may = now.legal.length > 0;
    const focused = host.contains(document.activeElement) ? /** @type {HTMLElement} */ (document.activeElement).dataset.key : null;
    picture.replaceChildren(...dice.map((face, place) => {
      const group = die(face, place);
      const label = t(chosen[place] ? "dieAgain" : "die", { n: place + 1, face: face === "-" ? t("inTheAir") : face });
      if (now.hint?.[place + 1] === "1") group.classList.add("hinted");
      return may ? press(group, label, `die${place}`, () => toggle(place)) : group;
    }));
    const near = now.mine;
    const far = near === "first" ? "second" : "first";
    picture.append(
      svg("text", { class: "note", x: 20, y: 172 }, t("tokens", { n: tokens[near] })),
      svg("text", { class: "note", x: 400, y: 172, "text-anchor": "end" }, t("tokens", { n: tokens[far] })),
      svg("text", { class: "note quiet", x: 210, y: 172, "text-anchor": "middle" }, throws ? t("throws", { n: throws }) : ""),
      svg("text", { class: "note", x: 210, y: 194, "text-anchor": "middle" }, toBeat ? t("toBeat", { dice: toBeat }) : ""));
    buttons.hidden = !may;
    keep.textContent = t("keep");
    again.textContent = t("throwAgain");
    /** @type {HTMLButtonElement} */ (again).disabled = !may || !chosen.some(Boolean);
    again.classList.toggle("hinted", now.hint?.startsWith("1") ?? false);
    keep.classList.toggle("hinted", now.hint === "0");
    buttons.dataset.side = side;
    if (focused) /** @type {HTMLElement | null} */ (host.querySelector(`[data-key="${focused}"]`))?.focus();
  }

  return {
    async show(next) {
      scene = next;
      if (next.event?.kind !== "asked" || !next.legal.length) chosen = [false, false, false];
      draw(next);
      const fell = /^die (\d) shows/.exec(next.event?.effect ?? "");
      const group = fell && picture.querySelectorAll(".die")[Number(fell[1]) - 1]?.querySelector(".cube");
      if (group) await move(group, [{ rotate: "-180deg", transformOrigin: "center", transformBox: "fill-box" }, { rotate: "0deg", transformOrigin: "center", transformBox: "fill-box" }], { duration: 220, easing: "ease-out" });
      if (next.event?.kind === "played") await pause(350);
    },
    key(event) {
      if (!scene?.legal.length) return false;
      if (/^[1-3]$/.test(event.key)) {
        toggle(Number(event.key) - 1);
        return true;
      }
      if (event.key === "Enter") {
        throwChosen();
        return true;
      }
      if (event.key === "0" || event.key === "k" || event.key === "g") {
        play("0");
        return true;
      }
      return false;
    },
    keys: () => [["1–3", t("keyDie")], ["↵", t("keyThrow")], ["0", t("keep")]],
  };
}
