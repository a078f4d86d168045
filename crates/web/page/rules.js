// The dialog with the rules of a game, in words and drawings.

import { ask } from "./api.js";
import { drawn, el } from "./dom.js";
import { language, t } from "./words.js";

/** @typedef {{ words: string, svg?: string }} Rule */

/** @param {HTMLDialogElement} dialog @param {string} game @param {string} title */
export async function showRules(dialog, game, title) {
  /** @type {Rule[]} */
  const rules = await ask(`games/${encodeURIComponent(game)}/rules?lang=${language()}`);
  const sections = rules.map((rule) => {
    const picture = rule.svg && el("div", { class: "picture felt", "aria-hidden": "true", inert: true }, drawn(rule.svg));
    return el("li", {}, el("p", {}, rule.words), picture);
  });
  // Focus the beginning: otherwise the button at the end has the focus.
  dialog.replaceChildren(el("h2", { tabindex: -1, autofocus: true }, `${t("rules")} – ${title}`), el("ol", { class: "rules" }, ...sections),
    el("button", { type: "button", class: "main", click: () => dialog.close() }, t("close")));
  dialog.showModal();
}
