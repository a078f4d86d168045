// The dialogs of a table: the list of keys, and the question before a game is given up.

import { el } from "./dom.js";
import { t } from "./words.js";

/** Lists the keys of the board and of the page. @param {HTMLDialogElement} dialog @param {string} ofBoard @param {string[]} [only] keys of the page that count here */
export function showKeys(dialog, ofBoard, only) {
  const keys = [[ofBoard, "key-parts"], ["← ↑ → ↓", "key-arrows"], ["Enter", "key-enter"], ["Tab", "key-tab"],
    ["r", "key-rules"], ["← → , . j k", "key-step"], ["Home End", "key-ends"], ["h", "key-hint"], ["v", "key-values"], ["u", "key-take-back"], ["b m", "key-mistakes"], ["?", "key-help"]];
  const shown = keys.filter(([key, does = ""]) => key && (!only || only.includes(does)));
  dialog.replaceChildren(el("h2", {}, t("keys")),
    el("dl", {}, ...shown.flatMap(([key = "", does = ""]) => [el("dt", {}, el("kbd", {}, key)), el("dd", {}, t(does))])),
    el("button", { type: "button", class: "main", click: () => dialog.close() }, t("close")));
  dialog.showModal();
}

/** Asks whether a game is given up. @param {HTMLDialogElement} dialog @param {() => void} resign */
export function confirmResigning(dialog, resign) {
  const answer = (/** @type {string} */ key, /** @type {boolean} */ sure) => el("button", { type: "button", class: sure ? "main" : null, "data-answer": key, click: () => {
    dialog.close();
    if (sure) resign();
  } }, t(key));
  dialog.replaceChildren(el("h2", {}, t("resign-sure")), el("div", { class: "row" }, answer("no", false), answer("yes", true)));
  dialog.showModal();
}
