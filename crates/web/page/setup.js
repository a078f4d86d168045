// The form for a new table: the players, the clocks and the game's options.

import { go } from "./app.js";
import { ask, Trouble } from "./api.js";
import { drawingOf } from "./board.js";
import { drawn, el } from "./dom.js";
import { showRules } from "./rules.js";
import { strategy, t } from "./words.js";

/** @typedef {import("./types.js").Game} Game */
/** @typedef {import("./types.js").Field} Field */

/** Times for a move, of the computer and of a person, in ms. */
const TIMES = { engine: [200, 1000, 3000, 10000], person: [10000, 30000, 60000] };
const USUAL_TIME = 1000;
/** Clocks: minutes for all moves, and seconds added after each move. */
const CLOCKS = /** @type {const} */ ([[1, 1], [3, 2], [5, 3], [15, 10]]);

/**
 * @param {HTMLElement} screen
 * @param {string} name
 * @returns {Promise<import("./app.js").Part>}
 */
export async function setup(screen, name) {
  /** @type {Game[]} */
  const games = await ask("games");
  const game = games.find((known) => known.name === name);
  if (!game) {
    screen.append(el("h1", {}, t("not-found")), el("p", {}, el("a", { href: "/" }, t("tables"))));
    return {};
  }
  document.title = `${game.about} – Brelan`;
  const position = new URLSearchParams(location.hash.slice(1)).get("position");
  const drawing = await drawingOf(game.name, { view: position ?? game.sample }).catch(() => drawingOf(game.name, { view: game.sample }));
  const trouble = el("p", { class: "trouble", role: "alert" });
  const dialog = el("dialog", { "aria-label": t("rules") });
  const form = el("form", { class: "setup", autocomplete: "off", submit: (/** @type {Event} */ event) => {
    event.preventDefault();
    begin(game, form, position).catch((error) => {
      if (!(error instanceof Trouble)) throw error;
      trouble.textContent = error.message;
    });
  } },
    el("div", { class: "chairs" }, chair(game, 0, "here"), chair(game, 1, "naif")),
    el("p", { class: "detail" }, position === null ? game.begins : t("from-position")),
    el("div", { class: "row" }, el("button", { type: "button", class: "quiet", click: () => swap(form) }, t("swap")),
      el("button", { type: "button", class: "quiet", "data-action": "rules", click: () => showRules(dialog, game.name, game.about) }, t("rules")),
      el("a", { class: "button quiet", href: `/analyse/${encodeURIComponent(game.name)}` }, t("analysis"))),
    game.fields.length > 0 && position === null && el("fieldset", { class: "fields" }, el("legend", {}, t("options")), ...game.fields.map(field)),
    el("label", { class: "flag" }, el("input", { type: "checkbox", name: "study" }), " ", t("study")),
    trouble,
    el("button", { type: "submit", class: "main" }, t("begin")));
  screen.append(el("h1", {}, game.about), el("div", { class: "sitting" }, form,
    el("div", { class: "picture sample", "aria-hidden": "true", inert: true }, drawn(drawing.svg))), dialog);
  return {};
}

/** @param {Game} game @param {number} index @param {string} usual */
function chair(game, index, usual) {
  const choice = (/** @type {string} */ value, /** @type {string} */ text) =>
    el("option", { value, selected: value === usual }, text);
  const strategies = game.strategies.slice(1).map((name) => choice(name, strategy(name)));
  const who = el("select", { name: `who${index}` }, choice("here", t("here")), choice("invited", t("invited")),
    el("optgroup", { label: t("the-computer") }, ...strategies));
  const name = el("input", { name: `name${index}`, maxlength: 40, required: true, value: usualName(usual, index), spellcheck: "false" });
  const time = el("select", { name: `time${index}` });
  const clock = el("select", { name: `clock${index}` }, el("option", { value: "" }, t("clock-none")),
    ...CLOCKS.map(([minutes, seconds]) => el("option", { value: `${minutes}m+${seconds}s` }, t("clock-fischer", { n: minutes, time: seconds }))));
  const timed = el("label", {}, el("span"), time);
  offerTimes(timed, usual);
  who.addEventListener("change", () => {
    name.value = usualName(who.value, index);
    offerTimes(timed, who.value);
  });
  return el("fieldset", { class: index === 0 ? "first" : "second" },
    el("legend", {}, t(index === 0 ? "player-1" : "player-2")),
    el("label", {}, t("who"), who), el("label", {}, t("name"), name),
    el("div", { class: "row times" }, timed, el("label", {}, t("clock"), clock)));
}

const isPerson = (/** @type {string} */ who) => who === "here" || who === "invited";

/** Fills in the times for a move that suit the player of a seat. @param {HTMLElement} field @param {string} who */
function offerTimes(field, who) {
  const person = isPerson(who);
  const [label, select] = [field.querySelector("span"), field.querySelector("select")];
  if (label) label.textContent = t(person ? "time-of-move" : "time");
  const none = person ? [el("option", { value: "" }, t("clock-none"))] : [];
  select?.replaceChildren(...none, ...TIMES[person ? "person" : "engine"].map((time) =>
    el("option", { value: time, selected: !person && time === USUAL_TIME }, t("seconds", { n: time / 1000 }))));
}

/** The default name of a player; others read it too, so that it is never *You*. @param {string} who @param {number} index */
function usualName(who, index) {
  if (who === "here") return (index === 0 && localStorage.getItem("name")) || t(index === 0 ? "player-1" : "player-2");
  return t(who === "invited" ? "guest" : "computer");
}

/** @param {Field} field */
function field(field) {
  const name = `option-${field.option}`;
  const label = field.label;
  if (field.kind === "flag") return el("label", { class: "flag" }, el("input", { type: "checkbox", name }), " ", label);
  if (field.kind === "one") {
    const choices = field.choices ?? [];
    return el("label", {}, label, el("select", { name }, ...choices.map(([value, text]) => el("option", { value }, text))));
  }
  if (field.kind === "number") {
    return el("label", {}, label, el("input", { name, type: "number", min: field.least, max: field.most, placeholder: field.usual ?? t("usual") }));
  }
  return el("label", {}, label, el("input", { name, placeholder: field.example, maxlength: 200 }));
}

/** @param {HTMLFormElement} form */
function swap(form) {
  const field = (/** @type {string} */ name, /** @type {number} */ index) => /** @type {HTMLInputElement} */ (form.elements.namedItem(name + index));
  const held = [0, 1].map((index) => ["who", "name", "time", "clock"].map((name) => field(name, index).value));
  for (const index of [0, 1]) {
    const [who = "", ...rest] = held[1 - index] ?? [];
    field("who", index).value = who;
    // The times depend on the kind of player.
    field("who", index).dispatchEvent(new Event("change"));
    ["name", "time", "clock"].forEach((name, at) => { field(name, index).value = rest[at] ?? ""; });
  }
}

/** @param {Game} game @param {HTMLFormElement} form @param {string | null} position where it begins, if not as usual */
async function begin(game, form, position) {
  const value = (/** @type {string} */ name) => String(new FormData(form).get(name) ?? "").trim();
  const given = game.fields.map((field) => ({ field, text: value(`option-${field.option}`) }));
  const chosen = given.filter(({ field, text }) => text !== "" && text !== field.choices?.[0]?.[0]);
  const options = Object.fromEntries(chosen.map(({ field, text }) => [field.option, field.kind === "flag" ? "" : text]));
  if (value("study")) options.study = "";
  if (position !== null) options.position = position;
  const players = [0, 1].map((index) => ({
    name: value(`name${index}`), who: value(`who${index}`), clock: value(`clock${index}`) || undefined, time_ms: Number(value(`time${index}`)) || undefined,
  }));
  const own = players.find((player) => player.who === "here")?.name;
  if (own && own !== t("player-1") && own !== t("player-2")) localStorage.setItem("name", own);
  await open({ game: game.name, players, options });
}

/**
 * Opens a table and goes there.
 * @param {{ game: string, players: { name: string, who: string, clock?: string, time_ms?: number }[], options: Record<string, string>, time_ms?: number }} wanted
 */
export async function open(wanted) {
  const opened = await ask("tables", wanted);
  opened.invitations.forEach((/** @type {string | null} */ code, /** @type {number} */ index) => {
    if (code) localStorage.setItem(`invitation-${opened.id}-${index}`, code);
  });
  go(`/table/${opened.id}`);
}
