// The list of tournaments, and the form for a series.

import { ask, askGames, Trouble } from "./api.js";
import { go } from "./app.js";
import { el } from "./dom.js";
import { language, strategy, t } from "./words.js";

/** @typedef {import("./tournament.js").About} About */

/** Interval of the requests for the list, in ms. */
const EVERY = 5000;

/**
 * @param {HTMLElement} screen
 * @returns {Promise<import("./app.js").Part>}
 */
export async function tournaments(screen) {
  document.title = `${t("tournaments")} – Brelan`;
  /** @type {import("./types.js").Game[]} */
  const games = await askGames();
  const names = new Map(games.map((game) => [game.name, game.about]));
  const body = el("tbody");
  const none = el("div", { role: "status" });
  const list = el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": t("tournaments"), hidden: true }, el("table", {},
    el("thead", {}, el("tr", {}, ...["tournament", "game", "when", "result"].map((key) => el("th", { scope: "col" }, t(key))))), body));
  screen.append(el("h1", {}, t("tournaments")), meeting(games), none, list);
  async function look() {
    /** @type {About[]} */
    const found = await ask("tournaments");
    body.replaceChildren(...found.map((one) => row(one, names)));
    list.hidden = found.length === 0;
    if (found.length > 0) none.replaceChildren();
    else if (!none.firstChild) none.append(el("p", {}, t("tournaments-none")), el("pre", {}, "brelan tournament allumettes A@expert B@naif --games 100"));
  }
  await look();
  const timer = setInterval(() => look().catch(() => {}), EVERY);
  return { close: () => clearInterval(timer) };
}

/** The form for a series between two strategies. @param {import("./types.js").Game[]} games */
function meeting(games) {
  const trouble = el("p", { class: "trouble", role: "alert" });
  const game = el("select", { name: "game", change: () => choose() }, ...games.map((one) => el("option", { value: one.name }, one.about)));
  const players = [0, 1].map((side) => el("select", { name: `player${side}` }));
  const count = el("input", { name: "games", type: "number", min: 2, max: 1000, step: 2, value: 20, required: true });
  const choose = () => {
    const [, ...names] = games.find((one) => one.name === game.value)?.strategies ?? [];
    for (const [side, player] of players.entries()) {
      player.replaceChildren(...names.map((name) => el("option", { value: name }, name.startsWith("@") ? name.slice(1) : `${name} (${strategy(name)})`)));
      player.selectedIndex = side === 0 ? Math.max(0, names.indexOf("expert")) : 0;
    }
  };
  choose();
  const begin = async (/** @type {Event} */ event) => {
    event.preventDefault();
    try {
      const { id } = await ask("tournaments", { game: game.value, players: players.map((player) => player.value), games: Number(count.value) });
      go(`/tournaments/${id}`);
    } catch (error) {
      trouble.textContent = error instanceof Trouble ? error.message : t("offline");
    }
  };
  const [first, second] = players;
  return el("form", { class: "meeting panel", submit: begin }, el("h2", {}, t("meet")), el("div", { class: "row" },
    el("label", {}, t("game"), " ", game), el("label", {}, t("player-1"), " ", first), el("label", {}, t("player-2"), " ", second),
    el("label", {}, t("games-count"), " ", count), el("button", { type: "submit", class: "main" }, t("meet-start"))), trouble);
}

/** @param {About} one @param {Map<string, string>} names */
function row(one, names) {
  const date = new Intl.DateTimeFormat(language(), { dateStyle: "medium", timeStyle: "short" });
  return el("tr", {},
    el("td", {}, el("a", { href: `/tournaments/${one.id}` }, one.event)),
    el("td", {}, names.get(one.game) ?? one.game),
    el("td", {}, date.format(one.created_ms)),
    el("td", {}, t(one.running ? "tournament-running" : "tournament-still")));
}
