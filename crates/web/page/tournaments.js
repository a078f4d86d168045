// The tournaments of the house.

import { ask } from "./api.js";
import { el } from "./dom.js";
import { language, say, t } from "./words.js";

/** @typedef {import("./tournament.js").About} About */

/** How often to look for new ones, in ms. */
const EVERY = 5000;

/**
 * @param {HTMLElement} screen
 * @returns {Promise<import("./app.js").Part>}
 */
export async function tournaments(screen) {
  document.title = `${t("tournaments")} – Brelan`;
  /** @type {import("./types.js").Game[]} */
  const games = await ask("games");
  const names = new Map(games.map((game) => [game.name, say(game.about)]));
  const body = el("tbody");
  const none = el("div", { role: "status" });
  const list = el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": t("tournaments"), hidden: true }, el("table", {},
    el("thead", {}, el("tr", {}, ...["tournament", "game", "when", "result"].map((key) => el("th", { scope: "col" }, t(key))))), body));
  screen.append(el("h1", {}, t("tournaments")), none, list);
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

/** @param {About} one @param {Map<string, string>} names */
function row(one, names) {
  const date = new Intl.DateTimeFormat(language(), { dateStyle: "medium", timeStyle: "short" });
  return el("tr", {},
    el("td", {}, el("a", { href: `/tournaments/${one.id}` }, one.event)),
    el("td", {}, names.get(one.game) ?? one.game),
    el("td", {}, date.format(one.created_ms)),
    el("td", {}, t(one.running ? "tournament-running" : "tournament-still")));
}
