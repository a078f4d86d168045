// Sitting down: who plays whom, and how.

import { go } from "./app.js";
import { ask, Trouble } from "./api.js";
import { el } from "./dom.js";
import { say, strategy, t } from "./words.js";

/** @typedef {import("./types.js").Game} Game */

/** Options that script nature for tests; at the page nature is free. */
const SCRIPTS = ["dice", "deal"];
const TIMES = [200, 1000, 3000, 10000];

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
    screen.append(el("h1", {}, t("notFound")));
    return {};
  }
  document.title = `${say(game.about)} – Brelan`;
  const trouble = el("p", { class: "trouble", role: "alert" });
  const seats = [chair(game, 0, "here"), chair(game, 1, "naif")];
  const options = game.options.filter((option) => !SCRIPTS.includes(option.name));
  const form = el("form", { class: "setup", autocomplete: "off", submit: (/** @type {Event} */ event) => {
    event.preventDefault();
    begin(game, form).catch((error) => {
      if (!(error instanceof Trouble)) throw error;
      trouble.textContent = error.message;
    });
  } },
    el("div", { class: "chairs" }, ...seats),
    el("button", { type: "button", class: "quiet", click: () => swap(form) }, t("swap")),
    options.length > 0 && el("details", {}, el("summary", {}, t("options")), ...options.map(field)),
    el("label", {}, t("time"), " ", el("select", { name: "time" }, ...TIMES.map((time) =>
      el("option", { value: time, selected: time === 1000 }, t("seconds", { n: time / 1000 }))))),
    trouble,
    el("button", { type: "submit", class: "main" }, t("begin")));
  screen.append(el("h1", {}, say(game.about)), form);
  return {};
}

/** @param {Game} game @param {number} index @param {string} usual */
function chair(game, index, usual) {
  const choice = (/** @type {string} */ value, /** @type {string} */ text) =>
    el("option", { value, selected: value === usual }, text);
  const strategies = game.strategies.slice(1).map((name) => choice(name, strategy(name)));
  const who = el("select", { name: `who${index}` }, choice("here", t("here")), choice("invited", t("invited")),
    el("optgroup", { label: t("strategies") }, ...strategies));
  const name = el("input", { name: `name${index}`, maxlength: 40, required: true, value: usualName(usual), spellcheck: "false" });
  who.addEventListener("change", () => { name.value = usualName(who.value); });
  return el("fieldset", { class: index === 0 ? "first" : "second" },
    el("legend", {}, t(index === 0 ? "player1" : "player2")),
    el("label", {}, t("who"), who), el("label", {}, t("name"), name));
}

/** @param {string} who */
function usualName(who) {
  return t({ here: "you", invited: "guest" }[who] ?? "computer");
}

/** @param {import("./types.js").Option} option */
function field(option) {
  const name = `option-${option.name}`;
  if (option.value === undefined) return el("label", { class: "flag" }, el("input", { type: "checkbox", name }), " ", say(option.help));
  const choices = option.value.split("|");
  return el("label", {}, say(option.help), choices.length > 1
    ? el("select", { name }, el("option", { value: "" }, "–"), ...choices.map((value) => el("option", { value }, value)))
    : el("input", { name, placeholder: option.value, maxlength: 200 }));
}

/** @param {HTMLFormElement} form */
function swap(form) {
  for (const field of ["who", "name"]) {
    const [first, second] = [0, 1].map((index) => /** @type {HTMLInputElement} */ (form.elements.namedItem(field + index)));
    if (first && second) [first.value, second.value] = [second.value, first.value];
  }
}

/** @param {Game} game @param {HTMLFormElement} form */
async function begin(game, form) {
  const value = (/** @type {string} */ name) => String(new FormData(form).get(name) ?? "").trim();
  const flags = game.options.filter((option) => option.value === undefined);
  const given = game.options.map((option) => [option.name, value(`option-${option.name}`)]);
  const chosen = given.filter(([, text]) => text !== "").map(([name, text]) =>
    [name, flags.some((flag) => flag.name === name) ? "" : text]);
  const players = [0, 1].map((index) => ({ name: value(`name${index}`), who: value(`who${index}`) }));
  const opened = await ask("tables", { game: game.name, players, options: Object.fromEntries(chosen), time_ms: Number(value("time")) });
  opened.invitations.forEach((/** @type {string | null} */ code, /** @type {number} */ index) => {
    if (code) sessionStorage.setItem(`invitation-${opened.id}-${index}`, code);
  });
  go(`/table/${opened.id}`);
}
