// The page's own words. What the referee says comes from the server in both languages.

/** @typedef {"fr" | "en"} Language */

/** @type {Record<string, Sentence>} */
const WORDS = {
  tagline: { fr: "Cinq tables, un arbitre, et des adversaires qui jouent parfaitement.", en: "Five tables, one referee, and opponents that play perfectly." },
  tables: { fr: "Tables", en: "Tables" },
  past: { fr: "Mes parties", en: "My games" },
  language: { fr: "English", en: "Français" },
  languageLabel: { fr: "Switch to English", en: "Passer au français" },
  theme: { fr: "Thème : {name}", en: "Theme: {name}" },
  "theme-auto": { fr: "auto", en: "auto" },
  "theme-light": { fr: "clair", en: "light" },
  "theme-dark": { fr: "sombre", en: "dark" },
  skip: { fr: "Aller à la table", en: "Go to the table" },
  sitDown: { fr: "S'asseoir", en: "Sit down" },
  sitDownAt: { fr: "S'asseoir : {about}", en: "Sit down: {about}" },
  newGame: { fr: "Nouvelle partie", en: "New game" },
  player1: { fr: "Joueur 1, qui commence", en: "Player 1, who begins" },
  player2: { fr: "Joueur 2", en: "Player 2" },
  name: { fr: "Nom", en: "Name" },
  who: { fr: "Qui joue", en: "Who plays" },
  here: { fr: "une personne, ici", en: "a person, here" },
  invited: { fr: "une personne invitée par un lien", en: "a person invited by a link" },
  strategies: { fr: "l'ordinateur", en: "the computer" },
  you: { fr: "Vous", en: "You" },
  guest: { fr: "Invité", en: "Guest" },
  computer: { fr: "Ordinateur", en: "Computer" },
  options: { fr: "Options de la partie", en: "Options of the game" },
  time: { fr: "Temps de réflexion de l'ordinateur", en: "The computer's thinking time" },
  seconds: { fr: "{n} s", en: "{n} s" },
  swap: { fr: "Échanger les places", en: "Swap seats" },
  begin: { fr: "Commencer", en: "Begin" },
  yourTurn: { fr: "À vous de jouer.", en: "Your turn." },
  turnOf: { fr: "À {name} de jouer.", en: "{name} to play." },
  thinks: { fr: "{name} réfléchit…", en: "{name} is thinking…" },
  waits: { fr: "{name} n'est pas encore là.", en: "{name} is not here yet." },
  watching: { fr: "Vous regardez cette partie.", en: "You are watching this game." },
  wins: { fr: "{name} gagne !", en: "{name} wins!" },
  youWin: { fr: "Vous gagnez !", en: "You win!" },
  draw: { fr: "Match nul !", en: "A draw!" },
  resigns: { fr: "{name} abandonne.", en: "{name} resigns." },
  outOfTime: { fr: "{name} a dépassé son temps.", en: "{name} has run out of time." },
  caught: { fr: "Abandon de la partie car {name} triche !", en: "Game abandoned because {name} is cheating!" },
  refusals: { fr: "{name} a joué trop de coups invalides.", en: "{name} has made too many invalid moves." },
  cheating: { fr: "{name} : [Je triche...]", en: "{name}: [I am cheating...]" },
  said: { fr: "{name} : {what}", en: "{name}: {what}" },
  moves: { fr: "Coups", en: "Moves" },
  noMoves: { fr: "Aucun coup pour l'instant.", en: "No move yet." },
  type: { fr: "Écrire un coup", en: "Type a move" },
  play: { fr: "Jouer", en: "Play" },
  hint: { fr: "Conseil", en: "Hint" },
  hintIs: { fr: "L'expert jouerait {move}.", en: "The expert would play {move}." },
  takeBack: { fr: "Reprendre", en: "Take back" },
  tookBack: { fr: "Le dernier coup est repris.", en: "The last move is taken back." },
  resign: { fr: "Abandonner", en: "Resign" },
  resignSure: { fr: "Abandonner cette partie ?", en: "Resign this game?" },
  yes: { fr: "Oui", en: "Yes" },
  no: { fr: "Non", en: "No" },
  again: { fr: "Rejouer, places échangées", en: "Play again, seats swapped" },
  record: { fr: "Télécharger la partie", en: "Download the game" },
  invite: { fr: "Lien d'invitation pour {name}, valable une fois", en: "Invitation link for {name}, good once" },
  watchLink: { fr: "Lien pour regarder", en: "Link to watch" },
  copy: { fr: "Copier", en: "Copy" },
  copied: { fr: "Copié.", en: "Copied." },
  keys: { fr: "Touches", en: "Keys" },
  close: { fr: "Fermer", en: "Close" },
  keyHelp: { fr: "cette liste", en: "this list" },
  keyEnter: { fr: "jouer ce qui est choisi", en: "play what is chosen" },
  keyStep: { fr: "revoir la partie coup par coup", en: "step through the game" },
  keyHint: { fr: "conseil", en: "hint" },
  keyTakeBack: { fr: "reprendre un coup", en: "take back a move" },
  keyTab: { fr: "passer d'un choix à l'autre", en: "go from choice to choice" },
  first: { fr: "Début", en: "Start" },
  previous: { fr: "Coup précédent", en: "Previous move" },
  next: { fr: "Coup suivant", en: "Next move" },
  last: { fr: "Fin", en: "End" },
  at: { fr: "Coup {n} sur {of}", en: "Move {n} of {of}" },
  offline: { fr: "Connexion perdue ; nouvel essai…", en: "Connection lost; trying again…" },
  noGames: { fr: "Aucune partie dans ce navigateur pour l'instant.", en: "No game in this browser yet." },
  unfinished: { fr: "en cours", en: "in progress" },
  resume: { fr: "Continuer", en: "Continue" },
  watchAgain: { fr: "Revoir", en: "Watch again" },
  finished: { fr: "terminée", en: "finished" },
  when: { fr: "Quand", en: "When" },
  game: { fr: "Jeu", en: "Game" },
  players: { fr: "Joueurs", en: "Players" },
  result: { fr: "Résultat", en: "Result" },
  notFound: { fr: "Il n'y a rien à cette adresse.", en: "There is nothing at this address." },
  board: { fr: "Plateau", en: "Board" },
  next_game: { fr: "Une nouvelle partie est ouverte :", en: "A new game is open:" },
  follow: { fr: "la rejoindre", en: "join it" },

  // The 13 matches.
  take: { fr: "prendre {n}", en: "take {n}" },
  takeHeap: { fr: "prendre {n} du tas {heap}", en: "take {n} from heap {heap}" },
  takes: { fr: "prend {n}, reste {left}", en: "takes {n}, {left} left" },
  matchesLeft: { fr: "{n} allumettes", en: "{n} matches" },
  keyTake: { fr: "prendre tant d'allumettes", en: "take so many matches" },
  keyHeap: { fr: "choisir un tas", en: "choose a heap" },

  // Puissance 4.
  column: { fr: "colonne {n}", en: "column {n}" },
  fell: { fr: "colonne {n}, ligne {line}", en: "column {n}, line {line}" },
  keyColumn: { fr: "jouer dans la colonne", en: "play in the column" },

  // Awalé.
  pit: { fr: "case {n}, {seeds} graines", en: "pit {n}, {seeds} seeds" },
  sows: { fr: "sème la case {pit}", en: "sows pit {pit}" },
  sowsTakes: { fr: "sème la case {pit} et ramasse {n}", en: "sows pit {pit} and captures {n}" },
  keyPit: { fr: "semer une case", en: "sow a pit" },

  // 421.
  die: { fr: "dé {n} : {face}", en: "die {n}: {face}" },
  dieAgain: { fr: "dé {n} : {face}, à relancer", en: "die {n}: {face}, to be thrown again" },
  inTheAir: { fr: "en l'air", en: "in the air" },
  keep: { fr: "Garder", en: "Keep" },
  throwAgain: { fr: "Relancer", en: "Throw again" },
  tokens: { fr: "{n} jetons", en: "{n} tokens" },
  throws: { fr: "Lancer {n} sur 3", en: "Throw {n} of 3" },
  toBeat: { fr: "À battre : {dice}", en: "To beat: {dice}" },
  keeps: { fr: "garde {dice}", en: "keeps {dice}" },
  keepsAndDraw: { fr: "garde {dice} : manche nulle", en: "keeps {dice}: the round is drawn" },
  keepsAndGives: { fr: "garde {dice} : le joueur {n} donne {given} jetons", en: "keeps {dice}: player {n} gives {given} tokens" },
  rethrows: { fr: "relance {n} dés", en: "throws {n} dice again" },
  shows: { fr: "le dé {n} montre {face}", en: "die {n} shows {face}" },
  keyDie: { fr: "choisir un dé à relancer", en: "choose a die to throw again" },
  keyThrow: { fr: "relancer les dés choisis, ou garder", en: "throw the chosen dice again, or keep" },

  // Dominos.
  tile: { fr: "domino {a} {b}", en: "tile {a} {b}" },
  tileDead: { fr: "domino {a} {b}, ne va pas", en: "tile {a} {b}, does not fit" },
  left: { fr: "à gauche", en: "on the left" },
  right: { fr: "à droite", en: "on the right" },
  lays: { fr: "pose {a}-{b} {where}", en: "lays {a}-{b} {where}" },
  lies: { fr: "Dominos posés : {tiles}", en: "Tiles laid: {tiles}" },
  passes: { fr: "passe", en: "passes" },
  draws: { fr: "pioche", en: "draws a tile" },
  received: { fr: "reçoit {a}-{b}", en: "receives {a}-{b}" },
  hidden: { fr: "reçoit un domino", en: "receives a tile" },
  pass: { fr: "Passer", en: "Pass" },
  drawTile: { fr: "Piocher", en: "Draw" },
  boneyard: { fr: "Talon : {n}", en: "Boneyard: {n}" },
  inHand: { fr: "{n} dominos en main", en: "{n} tiles in hand" },
  keyTile: { fr: "choisir un domino", en: "choose a tile" },
  keyEnds: { fr: "choisir le bout, puis Entrée", en: "choose the end, then Enter" },
  keyPass: { fr: "passer ou piocher", en: "pass or draw" },
  chooseEnd: { fr: "À quel bout ?", en: "At which end?" },
};

/** @typedef {import("./types.js").Sentence} Sentence */

/** @returns {Language} */
function preferred() {
  const chosen = localStorage.getItem("language") ?? navigator.language;
  return chosen.toLowerCase().startsWith("fr") ? "fr" : "en";
}

let current = preferred();
document.documentElement.lang = current;

export const language = () => current;

/** @param {Language} chosen */
export function speak(chosen) {
  current = chosen;
  localStorage.setItem("language", chosen);
  document.documentElement.lang = chosen;
}

/**
 * @param {string} key
 * @param {Record<string, string | number>} [values]
 */
export function t(key, values = {}) {
  const text = WORDS[key]?.[current] ?? key;
  return text.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));
}

/** @param {Sentence} sentence */
export const say = (sentence) => sentence[current];

const STRATEGIES = /** @type {Record<string, Sentence>} */ ({
  naif: { fr: "naïf, au hasard", en: "naive, at random" },
  rapide: { fr: "rapide", en: "fast" },
  lente: { fr: "lente", en: "slow" },
  glouton: { fr: "glouton", en: "greedy" },
  expert: { fr: "expert, parfait ou presque", en: "expert, perfect or nearly" },
  tricheur: { fr: "tricheur", en: "cheat" },
});

/** @param {string} name */
export const strategy = (name) => STRATEGIES[name]?.[current] ?? name;
