// The home page: all games, each with a picture of its board.

import { ask } from "./api.js";
import { drawingOf } from "./board.js";
import { drawn, el } from "./dom.js";
import { joinForm } from "./join.js";
import { t } from "./words.js";

/**
 * @param {HTMLElement} screen
 * @returns {Promise<import("./app.js").Part>}
 */
export async function home(screen) {
  /** @type {import("./types.js").Game[]} */
  const games = await ask("games");
  const drawings = await Promise.all(games.map((game) => drawingOf(game.name, { view: game.sample })));
  const cards = games.map((game, index) => {
    const picture = el("div", { class: "picture", "aria-hidden": "true", inert: true }, drawn(drawings[index]?.svg ?? ""));
    return el("li", { class: "card" }, el("a", { href: `/new/${encodeURIComponent(game.name)}` },
      picture, el("span", { class: "title" }, game.about), el("span", { class: "go", "aria-hidden": "true" }, t("sit-down"))));
  });
  document.title = "Brelan";
  screen.append(el("h1", {}, "Brelan"), el("p", { class: "lead" }, t("tagline")), joinForm().form, el("ul", { class: "cards" }, ...cards));
  return {};
}
