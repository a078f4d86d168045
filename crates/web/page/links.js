// Links to a table that can be copied.

import { el } from "./dom.js";
import { t } from "./words.js";

/** @param {string} label @param {string} address @param {string} name */
export function link(label, address, name) {
  const field = el("input", { readonly: true, value: address, name, focus: () => field.select() });
  const button = el("button", { type: "button", class: "quiet", click: async () => { button.textContent = t(await copy(field)); } }, t("copy"));
  return el("label", { class: "link" }, label, el("span", { class: "row" }, field, button));
}

/** Copies, or selects so that it can be copied by hand: over plain http browsers offer no clipboard. @param {HTMLInputElement} field */
async function copy(field) {
  field.focus();
  field.select();
  if (navigator.clipboard) {
    try {
      await navigator.clipboard.writeText(field.value);
      return "copied";
    } catch {
      return "copy-by-hand";
    }
  }
  return document.execCommand("copy") ? "copied" : "copy-by-hand";
}
