// The home page: a game to go on with, the games in a line each, and who to play with.

import { ask, askGames } from "./api.js";
import { drawingOf } from "./board.js";
import { drawn, el } from "./dom.js";
import { joinForm } from "./join.js";
import { keepSigns, t } from "./words.js";

/** @typedef {import("./types.js").Game} Game */

/**
 * @param {HTMLElement} screen
 * @returns {Promise<import("./app.js").Part>}
 */
export async function home(screen) {
  /** @type {[Game[], import("./types.js").PastGame[]]} */
  const [games, past] = await Promise.all([askGames(), ask("tables")]);
  const drawings = await Promise.all(games.map((game) => drawingOf(game.name, { view: game.sample })));
  const running = past.find((game) => !game.ending);
  document.title = "Brelan";
  screen.append(hero(games, running), el("ul", { class: "cards" }, ...games.map((game, index) => card(game, drawings[index]?.svg ?? ""))), choices(games));
  return {};
}

/** @param {Game} game */
const place = (game) => `/new/${encodeURIComponent(game.name)}`;

/** @param {Game[]} games @param {import("./types.js").PastGame | undefined} running a game that is not over */
function hero(games, running) {
  const [first] = games;
  const about = games.find((game) => game.name === running?.game)?.about ?? "";
  return el("div", { class: "hero" }, el("h1", {}, t("headline")), el("p", { class: "lead" }, t("tagline")),
    running ? el("a", { class: "button main", "data-action": "resume", href: `/table/${running.id}` }, t("go-on", { game: about }))
      : first && el("a", { class: "button main", href: place(first) }, t("play-game", { game: first.about })));
}

/** @param {Game} game @param {string} svg */
function card(game, svg) {
  return el("li", { class: "card" }, el("a", { href: place(game) },
    el("div", { class: "picture felt", "aria-hidden": "true", inert: true }, svg ? drawn(svg) : ""),
    el("span", { class: "title" }, game.about), el("span", { class: "about" }, keepSigns(game.goal)), el("span", { class: "go" }, t("play"))));
}

/** Who to play with, besides the computer. @param {Game[]} games */
function choices(games) {
  const [first] = games;
  const choice = (/** @type {string} */ title, /** @type {string} */ about, /** @type {Node | undefined} */ what) =>
    el("section", { class: "choice" }, el("h2", {}, t(title)), el("p", {}, t(about)), what);
  return el("div", { class: "choices" },
    choice("friend-title", "friend-about", first && el("a", { href: `${place(first)}#with=invited` }, t("friend-go"))),
    choice("code-title", "code-about", joinForm().form),
    choice("teach-title", "teach-about", el("div", { class: "row" }, el("a", { href: "/live" }, t("live")), el("a", { href: "/tournaments" }, t("tournaments")))));
}
