// A game without a board of its own: its position as text, its moves as buttons.

import { el } from "../dom.js";
import { t } from "../words.js";

export const sample = "";

/** @param {import("../types.js").Happening} event */
export const tell = (event) => event.effect ?? event.text ?? "";

/**
 * @param {HTMLElement} host
 * @param {(move: string) => void} play
 * @returns {import("../types.js").Board}
 */
export function open(host, play) {
  return {
    async show(scene) {
      const moves = scene.legal.map((text) =>
        el("button", { type: "button", class: scene.hint === text ? "hinted" : "", "data-key": text, click: () => play(text) }, text));
      host.replaceChildren(el("pre", { class: "plain" }, scene.view), el("div", { class: "row" }, ...moves));
    },
    key: () => false,
    keys: () => [["Tab", t("keyTab")]],
  };
}
