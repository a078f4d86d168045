// Puissance 4: a column is a button, a disc falls to where the event says.

import { move, press, svg } from "../dom.js";
import { t } from "../words.js";

/** @typedef {import("../types.js").Scene} Scene */
/** @typedef {import("../types.js").Happening} Happening */
/** @typedef {"red" | "yellow"} Colour */

export const sample = "4435366";

const [COLUMNS, LINES, CELL] = [7, 6, 60];
const [WIDTH, HEIGHT] = [COLUMNS * CELL + 20, LINES * CELL + 44];

/** The discs by column, from the bottom. @param {string} view @returns {Colour[][]} */
function discs(view) {
  /** @type {Colour[][]} */
  const columns = Array.from({ length: COLUMNS }, () => []);
  const parts = view.split("/");
  if (parts.length > LINES) {
    for (const line of parts.slice(0, LINES).reverse()) {
      [...line].forEach((cell, column) => { if (cell !== ".") columns[column]?.push(cell === "*" ? "red" : "yellow"); });
    }
    return columns;
  }
  const begins = parts[1] === "yellow" ? 1 : 0;
  [...(parts[0] ?? "").replace("@", "")].forEach((digit, turn) =>
    columns[Number(digit) - 1]?.push((turn + begins) % 2 === 0 ? "red" : "yellow"));
  return columns;
}

/** @param {number} column @param {number} line both from 0, the line from the bottom */
const centre = (column, line) => ({ x: 10 + CELL * (column + 0.5), y: HEIGHT - 10 - CELL * (line + 0.5) });

/** @param {Happening} event */
export function tell(event) {
  const [column = "", line = ""] = (event.effect ?? "").split(" ")[0]?.split(",") ?? [];
  return t("fell", { n: column, line });
}

/** The cells of every alignment, counted from 0. @param {Colour[][]} columns @returns {[number, number][]} */
function aligned(columns) {
  /** @type {[number, number][]} */
  const marked = [];
  columns.forEach((stack, column) => stack.forEach((colour, line) => {
    for (const [dx, dy] of /** @type {const} */ ([[1, 0], [0, 1], [1, 1], [1, -1]])) {
      const cells = [0, 1, 2, 3].map((step) => /** @type {[number, number]} */ ([column + step * dx, line + step * dy]));
      if (cells.every(([x, y]) => columns[x]?.[y] === colour)) marked.push(...cells);
    }
  }));
  return marked;
}

/**
 * @param {HTMLElement} host
 * @param {(move: string) => void} play
 * @returns {import("../types.js").Board}
 */
export function open(host, play) {
  const picture = svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "group", "aria-label": t("board"), class: "four" });
  host.replaceChildren(picture);
  /** @param {Scene} scene */
  function draw(scene) {
    const columns = discs(scene.view);
    picture.replaceChildren(svg("rect", { class: "frame", x: 4, y: HEIGHT - LINES * CELL - 16, width: WIDTH - 8, height: LINES * CELL + 12, rx: 18 }));
    columns.forEach((stack, column) => {
      const group = svg("g", {}, svg("text", { x: centre(column, 0).x, y: 20, "text-anchor": "middle" }, column + 1));
      for (let line = 0; line < LINES; line++) {
        const { x, y } = centre(column, line);
        group.append(svg("circle", { class: stack[line] ?? "hole", cx: x, cy: y, r: 25 }));
        // A sign besides the colour.
        if (stack[line] === "yellow") group.append(svg("circle", { class: "sign", cx: x, cy: y, r: 9 }));
      }
      picture.append(arm(group, column, scene));
    });
    for (const [column, line] of aligned(columns)) {
      const { x, y } = centre(column, line);
      picture.append(svg("circle", { class: "mark", cx: x, cy: y, r: 22 }));
    }
  }

  /** @param {SVGGElement} group @param {number} column @param {Scene} scene */
  function arm(group, column, scene) {
    const text = String(column + 1);
    group.append(svg("rect", { class: "column", x: 10 + CELL * column + 2, y: 26, width: CELL - 4, height: HEIGHT - 36, rx: 14 }));
    if (scene.hint === text) group.classList.add("hinted");
    return scene.legal.includes(text) ? press(group, t("column", { n: text }), text, () => play(text)) : group;
  }

  /** @param {Happening} event */
  async function fall(event) {
    const [column = 0, line = 0] = (event.effect ?? "").split(" ")[0]?.split(",").map(Number) ?? [];
    const disc = picture.querySelectorAll("g")[column - 1]?.querySelectorAll(".red, .yellow")[line - 1];
    const height = CELL * (LINES - line + 1);
    if (disc) await move(disc, [{ transform: `translateY(${-height}px)` }, { transform: "none" }],
      { duration: 120 + 60 * (LINES - line), easing: "cubic-bezier(.5, 0, .9, .6)" });
  }

  return {
    async show(scene) {
      draw(scene);
      if (scene.event?.kind === "played") await fall(scene.event);
    },
    key(event) {
      if (!/^[1-7]$/.test(event.key)) return false;
      play(event.key);
      return true;
    },
    keys: () => [["1–7", t("keyColumn")]],
  };
}
