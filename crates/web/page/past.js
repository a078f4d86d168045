// The games that this browser opened or joined.

import { go } from "./app.js";
import { ask, askGames, Trouble } from "./api.js";
import { el } from "./dom.js";
import { winner } from "./ending.js";
import { language, t } from "./words.js";

/** @typedef {import("./types.js").PastGame} PastGame */

/** @param {string} player */
const nameOf = (player) => player.slice(0, player.indexOf("@"));

/**
 * @param {HTMLElement} screen
 * @returns {Promise<import("./app.js").Part>}
 */
export async function past(screen) {
  /** @type {[PastGame[], import("./types.js").Game[]]} */
  const [games, kinds] = await Promise.all([ask("tables"), askGames()]);
  document.title = `${t("past")} – Brelan`;
  screen.append(el("h1", {}, t("past")), bring());
  if (games.length === 0) {
    screen.append(el("p", {}, t("no-games")), el("p", {}, el("a", { class: "button main", href: "/" }, t("not-found-home"))));
    return {};
  }
  const names = new Map(kinds.map((game) => [game.name, game.about]));
  const body = el("tbody");
  const none = el("p", { role: "status" });
  const choice = (/** @type {string} */ name, /** @type {string} */ label, /** @type {[string, string][]} */ choices) => {
    const select = el("select", { name, change: fill }, ...choices.map(([value, text]) => el("option", { value }, text)));
    return { select, field: el("label", {}, label, " ", select) };
  };
  const game = choice("game", t("game"), [["", t("all-games")], ...names]);
  const state = choice("state", t("result"), [["", t("all-results")], ["running", t("unfinished")], ["over", t("finished")]]);
  function fill() {
    const shown = games.filter((one) => (!game.select.value || one.game === game.select.value)
      && (!state.select.value || (state.select.value === "over") === (one.ending !== undefined)));
    body.replaceChildren(...shown.map((one) => row(one, names)));
    none.textContent = shown.length === 0 ? t("no-match") : "";
  }
  fill();
  screen.append(el("div", { class: "row filters" }, game.field, state.field), none,
    el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": t("past") }, el("table", {},
      el("thead", {}, el("tr", {}, ...["when", "game", "players", "result"].map((key) => el("th", { scope: "col" }, t(key))), el("td", {}))), body)));
  return {};
}

/** The form that imports a record. */
function bring() {
  const trouble = el("p", { class: "trouble", role: "alert" });
  const file = el("input", { type: "file", name: "record", accept: ".txt,.brelan,text/plain", change: async () => {
    const record = await file.files?.[0]?.text();
    if (record === undefined) return;
    try {
      const { id } = await ask("records", { record });
      go(`/table/${id}`);
    } catch (error) {
      if (!(error instanceof Trouble)) throw error;
      trouble.textContent = error.message;
      file.value = "";
    }
  } });
  return el("div", { class: "bring" }, el("label", {}, t("bring"), " ", file), trouble);
}

/** @param {PastGame} game @param {Map<string, string>} names */
function row(game, names) {
  const date = new Intl.DateTimeFormat(language(), { dateStyle: "medium", timeStyle: "short" });
  return el("tr", {},
    el("td", {}, date.format(game.touched_ms)),
    el("td", {}, names.get(game.game) ?? game.game),
    el("td", {}, game.players.map(nameOf).join(" – ")),
    el("td", {}, result(game)),
    el("td", {}, el("a", { href: `/table/${game.id}` }, t(game.ending ? "watch-again" : "resume"))));
}

/** @param {PastGame} game */
function result(game) {
  if (!game.ending) return t("unfinished");
  const won = winner(game.ending);
  if (won === undefined) return t("finished");
  return won === null ? t("drawn") : t("wins", { name: nameOf(game.players[won === "first" ? 0 : 1] ?? "") });
}
