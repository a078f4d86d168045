// The frame of the page: its address, its language and its theme.

import { Trouble } from "./api.js";
import { el } from "./dom.js";
import { home } from "./home.js";
import { joinForm } from "./join.js";
import { setup } from "./setup.js";
import { sounds } from "./sound.js";
import { table } from "./table.js";
import { language, speak, t } from "./words.js";

/**
 * A part of the page; `close` ends what it started.
 * @typedef {{ close?: () => void }} Part
 */

const bar = /** @type {HTMLElement} */ (document.getElementById("bar"));
const main = /** @type {HTMLElement} */ (document.getElementById("main"));
const THEMES = ["auto", "light", "dark"];
/** @type {Record<string, string>} */
const SIGNS = { auto: "◐", light: "☀", dark: "☾" };

/** The part that is shown; an empty one while it loads. @type {Part} */
let shown = {};

/** Goes to an address of the page. @param {string} path @param {boolean} [instead] replaces the address in the history */
export function go(path, instead = false) {
  if (instead) history.replaceState(null, "", path);
  else history.pushState(null, "", path);
  show(true);
}

/** @param {boolean} moved whether the reader came from another part */
async function show(moved) {
  shown.close?.();
  /** @type {Part} */
  const coming = (shown = {});
  drawBar();
  const screen = el("div", { class: "screen" });
  main.replaceChildren(screen);
  if (moved) main.focus();
  const [, name = "", argument = ""] = location.pathname.split("/");
  const part = await partOf(screen, name, decodeURIComponent(argument)).catch((error) => {
    screen.replaceChildren(el("p", { class: "trouble", role: "alert" }, error instanceof Trouble ? error.message : t("offline")));
    throw error;
  });
  // A part that loaded after the reader went on is closed.
  if (shown === coming) shown = part;
  else part.close?.();
}

/** @param {HTMLElement} screen @param {string} name @param {string} argument @returns {Promise<Part>} */
async function partOf(screen, name, argument) {
  if (name === "") return home(screen);
  if (name === "new") return setup(screen, argument);
  if (name === "table") return table(screen, argument);
  // Parts that few readers open are loaded when they are opened.
  if (name === "learn") return (await import("./learn.js")).learn(screen, argument);
  if (name === "analyse") return (await import("./analyse.js")).analyse(screen, argument);
  if (name === "games") return (await import("./past.js")).past(screen);
  if (name === "live") return (await import("./live.js")).live(screen);
  if (name === "tournaments" && argument) return (await import("./tournament.js")).tournament(screen, argument);
  if (name === "tournaments") return (await import("./tournaments.js")).tournaments(screen);
  if (name === "j") return (await import("./join.js")).join(screen, argument);
  lost(screen);
  return {};
}

/** A page for an address with nothing behind it: what happened, and where to go on. @param {HTMLElement} screen @param {string} [why] */
export function lost(screen, why = t("not-found")) {
  document.title = `${t("not-found")} – Brelan`;
  screen.append(el("div", { class: "hero" }, el("h1", {}, why), el("p", { class: "lead" }, t("not-found-help")), joinForm().form,
    el("div", { class: "row" }, el("a", { class: "button main", href: "/" }, t("not-found-home")), el("a", { class: "button", href: "/games" }, t("past")))));
}

function drawBar() {
  const here = (/** @type {string} */ path) => {
    const { pathname } = location;
    return (path === "/" ? pathname === "/" || pathname.startsWith("/new/") : pathname.startsWith(path)) ? { "aria-current": "page" } : {};
  };
  const place = (/** @type {string} */ path, /** @type {string} */ key) => el("a", { href: path, ...here(path) }, t(key));
  const tool = (/** @type {string} */ id, /** @type {string} */ label, /** @type {() => void} */ click, /** @type {string} */ sign, more = {}) =>
    el("button", { type: "button", id, "aria-label": label, title: label, click, ...more }, sign);
  bar.replaceChildren(
    el("a", { class: "brand", href: "/" }, el("img", { src: "/page/icon.svg", alt: "", width: 26, height: 26 }), "Brelan"),
    el("nav", { "aria-label": t("tables") }, place("/", "tables"), place("/analyse", "analysis-board"), place("/live", "live"), place("/tournaments", "tournaments"), place("/games", "past")),
    el("div", { class: "tools" },
      tool("theme", t("theme", { theme: t(`theme-${theme()}`) }), changeTheme, SIGNS[theme()] ?? "◐"),
      tool("sound", t("sound", { state: t(sounds() ? "on" : "off") }), changeSound, "♪", sounds() ? {} : { class: "off" }),
      tool("language", `${language() === "fr" ? "EN" : "FR"} – ${t("language-label")}`, changeLanguage, language() === "fr" ? "EN" : "FR", { lang: language() === "fr" ? "en" : "fr" })));
}

async function changeLanguage() {
  await speak(language() === "fr" ? "en" : "fr");
  await show(false);
  document.getElementById("language")?.focus();
}

function changeSound() {
  localStorage.setItem("sound", sounds() ? "off" : "on");
  drawBar();
  document.getElementById("sound")?.focus();
}

const theme = () => localStorage.getItem("theme") ?? "auto";

function changeTheme() {
  const next = THEMES[(THEMES.indexOf(theme()) + 1) % THEMES.length] ?? "auto";
  localStorage.setItem("theme", next);
  dress();
  drawBar();
  document.getElementById("theme")?.focus();
}

function dress() {
  document.documentElement.dataset.theme = theme();
}

document.addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  const plain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
  if (link && plain && link.origin === location.origin && !link.hasAttribute("download") && !link.target) {
    event.preventDefault();
    go(link.pathname + link.hash);
  }
});
addEventListener("popstate", () => show(true));
dress();
speak().then(() => show(false));
