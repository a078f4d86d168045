// Links to a table: to copy, as a short code, and as a QR picture.

import { ask } from "./api.js";
import { el } from "./dom.js";
import { t } from "./words.js";

/** @param {string} label @param {string} address @param {string} name */
export function link(label, address, name) {
  const field = el("input", { readonly: true, value: address, name, focus: () => field.select() });
  const button = el("button", { type: "button", click: async () => { button.textContent = t(await copy(field)); } }, t("copy"));
  return el("label", { class: "link" }, label, el("span", { class: "row" }, field, button));
}

/**
 * A short code and its picture, for a class.
 * @param {string} table
 * @param {string} [invitation] to sit down; without one, to watch
 */
export function shortCode(table, invitation) {
  const box = el("div", { class: "short" });
  ask(`tables/${table}/code`, { invitation }).then(({ code }) => {
    const address = `${location.origin}/j/${code}`;
    box.append(
      el("img", { src: `/api/qr?text=${encodeURIComponent(address)}`, alt: t("qr", { code }), width: 160, height: 160 }),
      el("p", {}, t("code-is"), " ", el("strong", { class: "code" }, code), el("br"), el("span", { class: "detail" }, `${location.host}/j/${code}`)));
  }, () => {});
  return box;
}

/** Copies a field, or selects it to be copied by hand: over plain http browsers have no clipboard. @param {HTMLInputElement} field */
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
