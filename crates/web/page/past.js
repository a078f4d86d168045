// The games this browser opened or sat at.

import { ask } from "./api.js";
import { el } from "./dom.js";
import { language, say, t } from "./words.js";

/** @typedef {import("./types.js").Past} Past */

/**
 * @param {HTMLElement} screen
 * @returns {Promise<import("./app.js").Part>}
 */
export async function past(screen) {
  /** @type {[Past[], import("./types.js").Game[]]} */
  const [games, kinds] = await Promise.all([ask("tables"), ask("games")]);
  document.title = `${t("past")} – Brelan`;
  screen.append(el("h1", {}, t("past")));
  if (games.length === 0) {
    screen.append(el("p", {}, t("noGames")), el("p", {}, el("a", { href: "/" }, t("tables"))));
    return {};
  }
  const date = new Intl.DateTimeFormat(language(), { dateStyle: "medium", timeStyle: "short" });
  const names = new Map(kinds.map((game) => [game.name, say(game.about)]));
  const rows = games.map((game) => el("tr", {},
    el("td", {}, date.format(game.touched_ms)),
    el("td", {}, names.get(game.game) ?? game.game),
    el("td", {}, game.players.map((player) => player.slice(0, player.lastIndexOf("@"))).join(" – ")),
    el("td", {}, result(game)),
    el("td", {}, el("a", { href: `/table/${game.id}` }, t(game.ending ? "watchAgain" : "resume")))));
  screen.append(el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": t("past") }, el("table", {},
    el("thead", {}, el("tr", {}, ...["when", "game", "players", "result"].map((key) => el("th", { scope: "col" }, t(key))), el("td", {}))),
    el("tbody", {}, ...rows))));
  return {};
}

/** @param {Past} game */
function result(game) {
  if (!game.ending) return t("unfinished");
  const [side, verb] = game.ending.split(" ");
  if (side === "draw") return t("draw");
  if (verb === "forfeits" && game.ending.endsWith("cheating")) return t("finished");
  const winner = (side === "first") === (verb === "wins") ? 0 : 1;
  const player = game.players[winner] ?? "";
  return t("wins", { name: player.slice(0, player.lastIndexOf("@")) });
}
