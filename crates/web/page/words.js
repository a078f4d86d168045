// The page's words, from the catalogues of the house, in the language of the reader.

/** @typedef {"fr" | "en"} Language */
/** @typedef {import("./types.js").Sentence} Sentence */

/** @type {Record<string, string>} */
let words = {};

/** @returns {Language} */
function preferred() {
  const chosen = localStorage.getItem("language") ?? navigator.language;
  return chosen.toLowerCase().startsWith("fr") ? "fr" : "en";
}

let current = preferred();

export const language = () => current;

/** Fetches the words of a language and speaks it from then on, not before. @param {Language} [chosen] */
export async function speak(chosen = current) {
  words = await (await fetch(`/api/words?lang=${chosen}`)).json();
  if (chosen !== current) localStorage.setItem("language", chosen);
  current = chosen;
  document.documentElement.lang = current;
}

/**
 * @param {string} key
 * @param {Record<string, string | number>} [values]
 */
export function t(key, values = {}) {
  const text = words[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));
}

/** @param {Sentence} sentence */
export const say = (sentence) => sentence[current];

/** @param {string} name */
export const strategy = (name) => words[`strategy-${name}`] ?? name;

/** A share. @param {number} share */
export const percent = (share) => `${(100 * share).toFixed(1).replace(".", current === "fr" ? "," : ".")} %`;
