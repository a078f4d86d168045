// The tables, each with its board drawn.

import { ask } from "./api.js";
import { boardOf } from "./boards.js";
import { el } from "./dom.js";
import { say, t } from "./words.js";

/**
 * @param {HTMLElement} screen
 * @returns {Promise<import("./app.js").Part>}
 */
export async function home(screen) {
  /** @type {import("./types.js").Game[]} */
  const games = await ask("games");
  const cards = games.map((game) => {
    const picture = el("div", { class: "picture", "aria-hidden": "true", inert: true });
    const module = boardOf(game.name);
    const board = module.open(picture, () => {});
    board.show({ view: module.sample || game.start, legal: [], turn: null, mine: "first", event: null, whole: null, hint: null });
    return el("li", { class: "card" }, el("a", { href: `/new/${encodeURIComponent(game.name)}` },
      picture, el("span", { class: "title" }, say(game.about)), el("span", { class: "go", "aria-hidden": "true" }, t("sitDown"))));
  });
  document.title = "Brelan";
  screen.append(el("h1", {}, "Brelan"), el("p", { class: "lead" }, t("tagline")), el("ul", { class: "cards" }, ...cards));
  return {};
}
