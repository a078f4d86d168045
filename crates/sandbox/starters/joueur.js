#!/usr/bin/env node
@ABOUT@

const readline = require("node:readline");

let graine = 1;

function hasard(n) {
  graine = (Math.imul(graine, 1664525) + 1013904223) >>> 0;
  return Math.floor((graine / 4294967296) * n);
}

function choisir(position, coups) {
  // @EDIT@
  return coups[hasard(coups.length)];
}

let position = "";
let coups = [];
readline.createInterface({ input: process.stdin }).on("line", (ligne) => {
  const [mot, ...suite] = ligne.trim().split(" ");
  if (mot === "game") {
    graine = Number(suite.at(-1).replace("seed=", "")) || 1;
  } else if (mot === "position") {
    position = suite.join(" ");
  } else if (mot === "moves") {
    coups = suite;
  } else if (mot === "play") {
    process.stdout.write(choisir(position, coups) + "\n");
  }
});
