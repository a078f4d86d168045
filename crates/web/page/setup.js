// The form for a new table: the players, the clocks and the game's options.

import { go, lost } from "./app.js";
import { ask, askGames, Trouble } from "./api.js";
import { drawingOf } from "./board.js";
import { drawn, el } from "./dom.js";
import { showRules } from "./rules.js";
import { keepSigns, level, opponent, strategy, strategyLine, t } from "./words.js";

/** @typedef {import("./types.js").Game} Game */
/** @typedef {import("./types.js").Field} Field */

/** Times for a move, of the computer and of a person, in ms. */
const TIMES = { engine: [200, 1000, 3000, 10000], person: [10000, 30000, 60000] };
const USUAL_TIME = 1000;
/** Clocks: minutes for all moves, and seconds added after each move. */
const CLOCKS = /** @type {const} */ ([[1, 1], [3, 2], [5, 3], [15, 10]]);

/** Strategies that are no opponents: what they show is told in words. */
const NO_OPPONENTS = ["tricheur"];

/** The colours of the opponents, from level 1 to level 8. */
const FACES = ["#5b7f4f", "#4f7f5b", "#3d7f86", "#3f6ea5", "#5760b5", "#6f55ae", "#8c4f93", "#2a3531"];

/** The opponent of a reader who has not chosen one yet. */
const KIND = "niveau=2";

/**
 * @param {HTMLElement} screen
 * @param {string} name
 * @returns {Promise<import("./app.js").Part>}
 */
export async function setup(screen, name) {
  /** @type {Game[]} */
  const games = await askGames();
  const game = games.find((known) => known.name === name);
  if (!game) {
    lost(screen);
    return {};
  }
  document.title = `${game.about} – Brelan`;
  const given = new URLSearchParams(location.hash.slice(1));
  const position = given.get("position");
  const drawing = await drawingOf(game.name, { view: position ?? game.sample }).catch(() => drawingOf(game.name, { view: game.sample }));
  const usual = usualOpponent(game, given.get("with"));
  const trouble = el("p", { class: "trouble", role: "alert" });
  const dialog = el("dialog", { "aria-label": t("rules") });
  const chosen = el("p", { class: "detail", "aria-live": "polite" });
  const form = el("form", { class: "setup panel", autocomplete: "off", submit: (/** @type {Event} */ event) => {
    event.preventDefault();
    begin(game, form, position).catch((error) => {
      if (!(error instanceof Trouble)) throw error;
      trouble.textContent = error.message;
    });
  }, change: () => tell(form, chosen, game, position) },
    el("header", {}, el("h1", {}, game.about),
      el("button", { type: "button", "data-action": "rules", click: () => showRules(dialog, game.name, game.about) }, t("rules"))),
    opponents(game, usual, (who) => seat(form, who)),
    trouble,
    el("div", { class: "sitdown" }, chosen, el("button", { type: "submit", class: "main" }, t("play"))),
    el("details", {}, el("summary", { "data-action": "options" }, t("more-options")),
      el("div", { class: "chairs" }, chair(game, 0, "here"), chair(game, 1, usual)),
      el("div", { class: "row" }, el("button", { type: "button", "data-action": "swap", click: () => swap(form) }, t("swap")),
        el("a", { class: "button", href: `/analyse/${encodeURIComponent(game.name)}` }, t("analysis-board"))),
      game.fields.length > 0 && position === null && el("fieldset", { class: "fields" }, el("legend", {}, t("options")), ...game.fields.map(field)),
      el("label", { class: "flag" }, el("input", { type: "checkbox", name: "study" }), " ", t("study")),
      game.strategies.some((one) => NO_OPPONENTS.includes(one)) && el("p", { class: "detail" }, t("cheat-about", { game: game.name }))));
  screen.append(el("div", { class: "sitting" }, form, el("div", { class: "picture sample felt", "aria-hidden": "true", inert: true }, drawn(drawing.svg))), dialog);
  tell(form, chosen, game, position);
  return {};
}

/** The strategies that a game offers as opponents. @param {Game} game */
const offered = (game) => game.strategies.slice(1).filter((name) => !NO_OPPONENTS.includes(name));

/** The opponent that is chosen at first: the wanted one, the last, or a kind one. @param {Game} game @param {string | null} wanted */
function usualOpponent(game, wanted) {
  const all = [...offered(game), "here", "invited"];
  const last = localStorage.getItem(`opponent-${game.name}`);
  return [wanted, last].find((one) => one && all.includes(one)) ?? KIND;
}

/** The row of opponents: the levels, then programs and people. @param {Game} game @param {string} usual @param {(who: string) => void} choose */
function opponents(game, usual, choose) {
  const entry = (/** @type {string} */ who, /** @type {(Node | string)[]} */ ...text) =>
    el("label", {}, el("input", { type: "radio", name: "opponent", value: who, checked: who === usual, change: () => choose(who) }), ...text);
  const levels = offered(game).filter((name) => level(name)).map((name) => {
    const face = el("span", { class: "face", "aria-hidden": "true" }, level(name));
    face.style.setProperty("--of", FACES[level(name) - 1] ?? "");
    return entry(name, face, el("span", { class: "called" }, opponent(name), el("span", { class: "spoken" }, `, ${strategy(name)}`)));
  });
  const programs = offered(game).filter((name) => name.startsWith("@"));
  return el("fieldset", { class: "opponents" }, el("legend", { class: "spoken" }, t("who")), el("div", { class: "levels" }, ...levels),
    el("div", { class: "people" }, ...programs.map((name) => entry(name, strategy(name))), entry("here", t("friend-here")), entry("invited", t("friend-invited"))));
}

/** @param {HTMLFormElement} form @param {string} name */
const fieldOf = (form, name) => /** @type {HTMLInputElement} */ (form.elements.namedItem(name));

/** Gives the opponent's seat to a player: the seat that is not the reader's own. @param {HTMLFormElement} form @param {string} who */
function seat(form, who) {
  const index = fieldOf(form, "who0").value === "here" ? 1 : 0;
  fieldOf(form, `who${index}`).value = who;
  fieldOf(form, `who${index}`).dispatchEvent(new Event("change"));
}

/** Says in a sentence who plays and who begins, and marks the opponent that the seats name. @param {HTMLFormElement} form @param {HTMLElement} chosen @param {Game} game @param {string | null} position */
function tell(form, chosen, game, position) {
  const [first, second] = ["who0", "who1"].map((name) => fieldOf(form, name).value);
  const other = (first === "here" ? second : first) ?? "";
  for (const one of form.querySelectorAll('[name="opponent"]')) /** @type {HTMLInputElement} */ (one).checked = /** @type {HTMLInputElement} */ (one).value === other;
  const about = other === "here" ? t("friend-here-about") : other === "invited" ? t("friend-invited-about") : [opponent(other) && `${opponent(other)}, ${strategy(other)}.`, strategyLine(other)].filter(Boolean).join(" ");
  // Of two people at one screen neither is the reader.
  const seat = [first, second].indexOf("here") + 1;
  const own = seat > 0 && other !== "here" && t("you-are", { n: seat });
  chosen.textContent = [about, own, position === null ? keepSigns(game.begins) : t("from-position")].filter(Boolean).join(" ");
}

/** @param {Game} game @param {number} index @param {string} usual */
function chair(game, index, usual) {
  const choice = (/** @type {string} */ value, /** @type {string} */ text) =>
    el("option", { value, selected: value === usual }, text);
  const strategies = offered(game).map((name) => choice(name, [opponent(name), strategy(name)].filter(Boolean).join(", ")));
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
  return who === "invited" ? t("guest") : opponent(who) || t("computer");
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
  const field = (/** @type {string} */ name, /** @type {number} */ index) => fieldOf(form, name + index);
  const held = [0, 1].map((index) => ["who", "name", "time", "clock"].map((name) => field(name, index).value));
  for (const index of [0, 1]) {
    const [who = "", ...rest] = held[1 - index] ?? [];
    field("who", index).value = who;
    // The times depend on the kind of player.
    field("who", index).dispatchEvent(new Event("change"));
    ["name", "time", "clock"].forEach((name, at) => { field(name, index).value = rest[at] ?? ""; });
  }
  form.dispatchEvent(new Event("change"));
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
  localStorage.setItem(`opponent-${game.name}`, value("opponent"));
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
