// Joining a table by a short code.

import { go } from "./app.js";
import { ask, Trouble } from "./api.js";
import { el } from "./dom.js";
import { t } from "./words.js";

/** Goes to the table of a code. @param {string} code */
async function follow(code) {
  const { table, invitation } = await ask(`codes/${encodeURIComponent(code)}`);
  go(`/table/${table}${invitation ? `#join=${invitation}` : ""}`, true);
}

/** The form for a code. @param {string} [given] */
export function joinForm(given = "") {
  const field = el("input", { name: "code", maxlength: 12, required: true, autocomplete: "off", autocapitalize: "characters", spellcheck: "false", size: 8, value: given });
  const trouble = el("p", { class: "trouble", role: "alert" });
  const attempt = () => follow(field.value).catch((error) => {
    if (!(error instanceof Trouble)) throw error;
    trouble.textContent = error.code === "not-found" ? t("code-unknown") : error.message;
  });
  const form = el("form", { class: "join", submit: (/** @type {Event} */ event) => {
    event.preventDefault();
    attempt();
  } }, el("label", {}, t("code"), field), el("button", { type: "submit" }, t("join")), trouble);
  return { form, attempt };
}

/**
 * The page of a code's address.
 * @param {HTMLElement} screen
 * @param {string} code
 * @returns {import("./app.js").Part}
 */
export function join(screen, code) {
  document.title = `${t("join")} – Brelan`;
  const { form, attempt } = joinForm(code);
  screen.append(el("h1", {}, t("join")), form);
  if (code) attempt();
  return {};
}
