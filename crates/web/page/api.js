// HTTP requests, and the socket of a table.

import { language } from "./words.js";

/** @typedef {import("./types.js").Table} Table */
/** @typedef {import("./types.js").TableEvent} TableEvent */

/** An error of the server: a code for the page, and a sentence for the reader. */
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

/** Requests that give the same result when they are repeated after a lost response. */
const REPEATABLE = /^tables(\/[^/]+\/(moves|join|again))?$/;

/** 32 random hexadecimal digits; a request repeated with the same key opens no second table. */
const newKey = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

/**
 * Sends a request and returns the JSON of the response.
 * @param {string} path
 * @param {object} [body] sent as JSON in a POST
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

/** The games by language: they change with the program alone. @type {Map<string, Promise<import("./types.js").Game[]>>} */
const known = new Map();

/** The games, in the language of the page; requested once. */
export function askGames() {
  const spoken = language();
  const found = known.get(spoken) ?? ask("games");
  known.set(spoken, found);
  found.catch(() => known.delete(spoken));
  return found;
}

/** Milliseconds before a lost socket is opened again, at first and at most. */
const SHORTEST_WAIT = 250;
const LONGEST_WAIT = 5000;

/**
 * The handlers of a table's messages.
 * @typedef {object} Handlers
 * @property {(table: Table) => void} table the players and the state of the game
 * @property {(event: TableEvent) => void} event the next event
 * @property {() => void} reset all events before are void
 * @property {(id: string) => void} again the players opened another table
 * @property {(clocks: import("./types.js").Clocks) => void} clocks
 * @property {(message: string) => void} trouble an error of the table
 * @property {(is: boolean) => void} connected
 */

/**
 * Watches a table. A lost socket is opened again and continues after the last event.
 * @param {string} id
 * @param {{ watching: boolean, tall: () => boolean }} how as a spectator, also with a seat; whether boards are drawn higher than wide
 * @param {Handlers} on
 */
export function watch(id, { watching, tall }, on) {
  let last = -1;
  let wait = SHORTEST_WAIT;
  let stopped = false;
  /** @type {WebSocket | undefined} */
  let socket;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  function connect() {
    const drawnTall = tall();
    const query = new URLSearchParams({ watching: String(watching), lang: language(), tall: String(drawnTall), ...(last < 0 ? {} : { after: String(last) }) });
    const opened = new WebSocket(`${location.origin.replace("http", "ws")}/api/tables/${id}/events?${query}`);
    socket = opened;
    opened.addEventListener("open", () => {
      wait = SHORTEST_WAIT;
      on.connected(true);
    });
    opened.addEventListener("message", (message) => {
      if (opened === socket) receive(JSON.parse(message.data), drawnTall);
    });
    opened.addEventListener("close", () => {
      if (stopped || opened !== socket) return;
      on.connected(false);
      timer = setTimeout(connect, wait);
      wait = Math.min(2 * wait, LONGEST_WAIT);
    });
  }

  /** @param {any} message @param {boolean} drawnTall */
  function receive(message, drawnTall) {
    if (message.type === "event") {
      if (message.number <= last) return;
      last = message.number;
      if (message.drawing) message.drawing.tall = drawnTall;
      on.event(message);
    } else if (message.type === "reset") {
      last = -1;
      on.reset();
    } else if (message.type === "table") on.table(message);
    else if (message.type === "clocks") on.clocks(message);
    else if (message.type === "again") on.again(message.id);
    else if (message.type === "trouble") on.trouble(message.message);
  }

  connect();
  return {
    close: () => {
      stopped = true;
      clearTimeout(timer);
      socket?.close();
    },
    /** Opens a new socket, for drawings of another shape. */
    reopen: () => {
      clearTimeout(timer);
      const old = socket;
      connect();
      old?.close();
    },
  };
}
