// The frame of every screen with a board: head, board, one line, panel.

import { el } from "./dom.js";
import { t } from "./words.js";

/**
 * Lays out a screen. The panel scrolls alone, and no text moves the board.
 * @param {HTMLElement} screen
 * @param {{ head: HTMLElement[], stage: HTMLElement[], line: HTMLElement[], panel: HTMLElement[], label: string }} parts
 */
export function frame(screen, { head, stage, line, panel, label }) {
  screen.classList.add("wide");
  screen.append(el("div", { class: "frame" }, el("div", { class: "head" }, ...head), el("div", { class: "stage" }, ...stage),
    el("div", { class: "line" }, ...line), el("aside", { class: "side panel", "aria-label": label, tabindex: 0 }, ...panel)));
}

/** The sentence that a screen reader speaks when it changes. */
export const statusLine = () => el("p", { class: "status", role: "status", "aria-live": "polite" });

/** Prose in the panel: hints, reasons. */
export const adviceBox = () => el("p", { class: "advice", role: "status", hidden: true });

/** Writes into a live region, only when the text changed: a screen reader speaks all that is written. @param {HTMLElement} box @param {string} text */
export function advise(box, text) {
  box.hidden = text === "";
  if (box.textContent !== text) box.textContent = text;
}

/**
 * A menu behind "…"; it stays open while its contents change.
 * @param {string} label
 * @param {HTMLElement[]} contents
 */
export function menu(label, ...contents) {
  return el("details", { class: "menu" }, el("summary", { "data-action": "more", "aria-label": label, title: label }, "…"), el("div", {}, ...contents));
}

/**
 * A button that is named by a word of the page.
 * @param {string} key
 * @param {() => void} click
 * @param {import("./dom.js").Attributes} [more]
 */
export const action = (key, click, more = {}) => el("button", { type: "button", "data-action": key, click, ...more }, t(key));

/** The focused action of a box that is about to be drawn again; call the result to focus it anew. @param {HTMLElement} box */
export function keepFocus(box) {
  const focused = box.contains(document.activeElement) ? /** @type {HTMLElement} */ (document.activeElement).dataset.action : undefined;
  return () => {
    if (focused) /** @type {HTMLElement | null} */ (box.querySelector(`[data-action="${focused}"]`))?.focus();
  };
}
