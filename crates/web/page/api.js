// Requests and the socket of a table.

import { language } from "./words.js";

/** @typedef {import("./types.js").Table} Table */
/** @typedef {import("./types.js").Happening} Happening */
/** @typedef {import("./types.js").Sentence} Sentence */

/** Why the server refused: a code, and a sentence in our language. */
export class Trouble extends Error {
  /**
   * @param {string} code
   * @param {string} message
   */
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

/** What can be asked again, with the same result, when an answer got lost. */
const REPEATABLE = /^tables(\/[^/]+\/(moves|join|again))?$/;

/** 32 hexadecimal digits under which a table is opened once, however often it is asked for. */
const newKey = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

/**
 * @param {string} path
 * @param {object} [body] sent as JSON; makes it a POST
 * @returns {Promise<any>}
 */
export async function ask(path, body) {
  /** @type {RequestInit} */
  const request = { headers: { "Accept-Language": language() } };
  if (body !== undefined) {
    request.method = "POST";
    request.body = JSON.stringify(path === "tables" ? { key: newKey(), ...body } : body);
    request.headers = { ...request.headers, "Content-Type": "application/json" };
  }
  const send = () => fetch(`/api/${path}`, request);
  const response = await send().catch((lost) => (REPEATABLE.test(path) ? send() : Promise.reject(lost)));
  if (response.status === 204) return null;
  const answer = await response.json();
  if (!response.ok) throw new Trouble(answer.code, answer.message);
  return answer;
}

const SHORTEST_WAIT = 250;
const LONGEST_WAIT = 5000;

/**
 * Hears of a table until told to stop. After a broken connection it goes on from the last number.
 * @param {string} id
 * @param {boolean} watching as somebody who only watches, whoever we are
 * @param {{ table: (table: Table) => void, event: (event: Happening) => void, again: (id: string) => void, clocks: (clocks: import("./types.js").Clocks) => void, trouble: (message: Sentence) => void, connected: (is: boolean) => void }} hear
 */
export function watch(id, watching, hear) {
  let last = -1;
  let wait = SHORTEST_WAIT;
  let stopped = false;
  /** @type {WebSocket | undefined} */
  let socket;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  function connect() {
    const from = new URLSearchParams({ watching: String(watching), ...(last < 0 ? {} : { after: String(last) }) });
    socket = new WebSocket(`${location.origin.replace("http", "ws")}/api/tables/${id}/events?${from}`);
    socket.addEventListener("open", () => {
      wait = SHORTEST_WAIT;
      hear.connected(true);
    });
    socket.addEventListener("message", (message) => receive(JSON.parse(message.data)));
    socket.addEventListener("close", () => {
      if (stopped) return;
      hear.connected(false);
      timer = setTimeout(connect, wait);
      wait = Math.min(2 * wait, LONGEST_WAIT);
    });
  }

  /** @param {any} news */
  function receive(news) {
    if (news.type === "event") {
      if (news.number <= last) return;
      last = news.number;
      hear.event(news);
    } else if (news.type === "table") hear.table(news);
    else if (news.type === "clocks") hear.clocks(news);
    else if (news.type === "again") hear.again(news.id);
    else if (news.type === "trouble") hear.trouble(news.message);
  }

  connect();
  return () => {
    stopped = true;
    clearTimeout(timer);
    socket?.close();
  };
}
