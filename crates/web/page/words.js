// The page's words in the reader's language, from the catalogues of the server.

/** @typedef {"fr" | "en"} Language */
/** A text, or its plural forms. @typedef {string | { one: string, other: string }} Word */

/** @type {Record<string, Word>} */
let words = {};

/** @returns {Language} */
function preferred() {
  const chosen = localStorage.getItem("language") ?? navigator.language;
  return chosen.toLowerCase().startsWith("fr") ? "fr" : "en";
}

let current = preferred();

export const language = () => current;

/** Fetches the words of a language, then switches to it. @param {Language} [chosen] */
export async function speak(chosen = current) {
  const found = await (await fetch(`/api/words?lang=${chosen}`)).text();
  words = JSON.parse(keepSigns(found, chosen));
  if (chosen !== current) localStorage.setItem("language", chosen);
  current = chosen;
  document.documentElement.lang = current;
}

/** A text in which no French line begins with a sign. @param {string} text */
export const keepSigns = (text, language = current) => (language === "fr" ? text.replace(/ ([:;!?»%])/g, "\u00a0$1") : text);

/** The form of a word for a number. @param {Word} word @param {string | number | undefined} n */
function form(word, n) {
  if (typeof word === "string") return word;
  return new Intl.PluralRules(current).select(Number(n)) === "one" ? word.one : word.other;
}

/**
 * A word with its values filled in; `n` chooses the plural.
 * @param {string} key
 * @param {Record<string, string | number>} [values]
 */
export function t(key, values = {}) {
  const text = form(words[key] ?? key, values.n);
  return text.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));
}

/** A word that need not exist. @param {string} key */
const known = (key) => (words[key] ? t(key) : "");

/** The opponents of the levels, from 1 to 8. */
const OPPONENTS = ["Nino", "Zoé", "Paul", "Inès", "Rosa", "Malik", "Ada", "Brelan"];

/** The number of a level, 0 for any other strategy. @param {string} name */
export const level = (name) => Number(/^niveau=(\d)$/.exec(name)?.[1] ?? 0);

/** The opponent who plays at a level, "" for any other strategy. @param {string} name */
export const opponent = (name) => OPPONENTS[level(name) - 1] ?? "";

/** The name of a strategy; a program's is its own. @param {string} name */
export const strategy = (name) => (level(name) ? t("level", { n: level(name) }) : known(`strategy-${name}`) || name.replace(/^@/, ""));

/** How a strategy plays, in a sentence. @param {string} name */
export const strategyLine = (name) => known(level(name) ? `level-${level(name)}-about` : `strategy-${name}-about`);

/** A share of the game as a percentage. @param {number} share */
export const percent = (share) => `${new Intl.NumberFormat(current, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(100 * share)} %`;

/** A share of the game in whole per cent. @param {number} share */
export const wholePercent = (share) => `${Math.round(100 * share)} %`;
