// What moves are worth: the analysis board, its branches and its link, values on and off.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";

import { claim, games, part, more, playOut, sitDown, seated } from "./claims.mjs";
import { click, moves, program, tabTo, turn, violations } from "./house.mjs";

/** A position near the end of each game, where every value is soon proved; of dominos, with tiles to guess. */
const POSITIONS = {
  421: "10/10/first/113/1", allumettes: "12", awale: "1,0,2,0,0,1,0,1,0,0,2,0/20-21/40",
  dominos: "1x10 second 54,41,31,30,21,10,00 6/8 : first 66 62 42 64d 44 43 33", puissance4: "2273743616664257556435577631", morpion: "x.o/.x./o.. first",
};

const analyse = (game, position) => JSON.parse(execFileSync(program, ["analyse", game, position, "--json"], { encoding: "utf8" }));

const open = async (page, game, given = {}) => {
  await page.goto(`/analyse/${game}#${new URLSearchParams(given)}`);
  await page.waitForSelector(".board .drawing");
};
const shown = (page, count) => page.waitForFunction((wanted) => document.querySelectorAll(".values li").length === wanted
  && !document.querySelector(".values[aria-busy]"), count);
/** The marks that lie on what is written on their part. */
const hiding = (page) => page.locator(".mark").evaluateAll((marks) => marks.filter((mark) => {
  const box = mark.getBoundingClientRect();
  const written = document.querySelector(`[aria-describedby="${mark.id}"]`).querySelectorAll("text");
  return [...written].map((text) => text.getBoundingClientRect()).some((text) =>
    Math.min(box.right, text.right) - Math.max(box.left, text.left) > 2 && Math.min(box.bottom, text.bottom) - Math.max(box.top, text.top) > text.height / 4);
}).map((mark) => mark.id));
const tree = (page) => page.locator(".tree .step").evaluateAll((steps) => steps.map((step) => `${step.dataset.knot} ${step.textContent}${step.matches(".now") ? " now" : ""}`));

for (const game of games.filter((name) => name in POSITIONS)) {
  await claim(`values at ${game} are those of brelan analyse, and v hides them`, async (visit) => {
    const page = await visit();
    const position = POSITIONS[game];
    await open(page, game, { position });
    const told = analyse(game, position);
    await shown(page, told.moves.length);
    const list = await page.locator(".values li button").evaluateAll((entries) => entries.map((entry) => [entry.dataset.worth, entry.querySelector(".worth").textContent]));
    assert.deepEqual(list.map(([move]) => move).sort(), told.moves.map(({ move }) => move).sort());
    for (const [move, words] of list) {
      const { value } = told.moves.find((one) => one.move === move);
      if (value.kind !== "exact") continue;
      const sure = { 1: /^wins/, 0: value.draw === 1 ? /^draw/ : /^loses/ }[value.win];
      const expected = sure && [value.win, value.draw, value.loss].includes(1) ? sure : new RegExp(`^${(100 * (value.win + value.draw / 2)).toFixed(1).replace(".", "\\.")} %`);
      assert.match(words, expected, `${move}: ${JSON.stringify(value)}`);
    }
    const marked = await page.locator(".board [aria-describedby]").count();
    assert.ok(marked > 0 && marked === await page.locator(".mark").count(), "every value at a part is that part's description");
    assert.ok(await page.locator(".mark.best").count() > 0);
    assert.deepEqual(await hiding(page), [], "a mark hides nothing that is written on its part");
    await page.keyboard.press("v");
    await page.waitForFunction(() => document.querySelectorAll(".mark, .values li").length === 0);
    await page.locator('[data-action="values"]').click();
    await shown(page, told.moves.length);
    assert.deepEqual(await violations(page), []);
  });
}

await claim("an analysis is played by both sides, branched, and a link shows the same tree in another browser", async (visit) => {
  const [page, other] = [await visit(), await visit()];
  await open(page, "puissance4");
  for (const [played, column] of [4, 4, 3].entries()) {
    await part(page, `column-${column}`).click();
    await page.waitForFunction((count) => document.querySelectorAll(".tree .step").length === count && document.querySelectorAll(".board .disc").length === count, played + 1);
  }
  await page.keyboard.press("j");
  await page.waitForFunction(() => document.querySelectorAll(".board .disc").length === 2);
  await part(page, "column-5").click();
  await page.waitForFunction(() => document.querySelector(".branch .now")?.textContent.includes("column 5"));
  await part(page, "column-1").click();
  await page.waitForFunction(() => document.querySelectorAll(".tree .step").length === 5);
  const drawn = await tree(page);
  assert.deepEqual(drawn, ["1 column 4", "2 column 4", "3 column 3", "4 column 5", "5 column 1 now"]);
  await other.goto(await page.locator('[name="analysis"]').inputValue());
  await other.waitForSelector(".branch .now");
  assert.deepEqual(await tree(other), drawn);
  assert.equal(await other.locator(".board .disc").count(), 4);
  await other.locator('[data-action="promote"]').click();
  await other.waitForFunction(() => document.querySelectorAll(".branch .step").length === 1);
  await other.locator('[data-action="cut"]').click();
  await other.waitForFunction(() => document.querySelectorAll(".tree .step").length === 4);
});

await claim("an analysis by keyboard alone: plays, goes back, branches, hides the values", async (visit) => {
  const page = await visit();
  await open(page, "puissance4");
  await page.waitForSelector(".board .armed");
  for (const played of [1, 2]) {
    await page.keyboard.press("4");
    await page.waitForFunction((count) => document.querySelectorAll(".tree .step").length === count
      && document.querySelectorAll(".board .disc").length === count && document.querySelector(".board .armed"), played);
  }
  await page.keyboard.press("j");
  await page.waitForFunction(() => document.querySelectorAll(".board .disc").length === 1);
  await page.waitForSelector(".board .armed");
  await page.keyboard.press("1");
  await page.waitForSelector(".branch .now");
  await page.keyboard.press("Home");
  await page.waitForFunction(() => document.querySelectorAll(".board .disc").length === 0);
  assert.equal(await page.locator('[data-action="values"]').getAttribute("aria-pressed"), "true");
  await page.keyboard.press("v");
  assert.equal(await page.locator('[data-action="values"]').getAttribute("aria-pressed"), "false");
});

await claim("a position, moves or a record are pasted, and what cannot be read says why", async (visit) => {
  const page = await visit();
  await open(page, "allumettes");
  const paste = async (text) => {
    await page.locator('[name="pasted"]').fill(text);
    await page.locator(".paste button").click();
  };
  await paste("x");
  await page.locator(".trouble", { hasText: "x" }).waitFor();
  await paste("9");
  await page.waitForFunction(() => document.querySelectorAll(".board .match").length === 9);
  assert.equal(await page.locator(".trouble").textContent(), "");
  await paste("1 2 3");
  await page.waitForFunction(() => document.querySelectorAll(".board .match").length === 7 && document.querySelectorAll(".tree .step").length === 3);
  await paste("brelan record 1\ngame puissance4\nposition @\nreferee guarded\nfirst A@humain\nsecond B@humain\n\nfirst plays 4\nsecond plays 3\n");
  await page.waitForURL(/\/analyse\/puissance4/);
  await page.waitForFunction(() => document.querySelectorAll(".board .disc").length === 2);
});

/** What is set up from where games begin: a tool or a button, then the parts that are touched. */
const SET_UP = {
  421: [["10/10/first/421/1", ["these dice are to be beaten"], ["turn a die", "die-1"], ["one token fewer", "tokens-second"]], "10/9/second/521/1/421"],
  allumettes: [["13", ["one match more", "heap-1"], ["take away", "match-1-3"], ["another heap"], ["the other side to move"]], "11,1/second"],
  awale: [["4,4,4,4,4,4,4,4,4,4,4,4", ["one seed fewer", "pit-second-2"], ["one seed more", "store-first"], ["the other side to move"]], "4,4,3,4,4,4,4,4,4,4,4,4/0-1/1"],
  dominos: [["1x2 66,21/61,10", ["exchange two tiles", "tile-21", "tile-10"]], "1x2 66,10/61,21"],
  puissance4: [["@", ["yellow disc", "column-4"], ["red disc", "column-4"], ["red disc", "column-1"], ["take out a disc", "column-1"], ["yellow to move"]], "......./......./......./......./...*.../...o.../yellow"],
};

for (const [game, [[from, ...touches], wanted]] of Object.entries(SET_UP)) {
  await claim(`a position of ${game} is set up by touch, and its values follow`, async (visit) => {
    const page = await visit({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } });
    await open(page, game, { position: from });
    await page.locator('[data-action="edit"]').tap();
    for (const [tool, ...parts] of touches) {
      const before = page.url();
      await page.locator(`[data-tool="${tool}"]`).tap();
      if (parts.length > 0) await page.waitForSelector(`[data-tool="${tool}"][aria-pressed="true"]`);
      for (const name of parts) {
        await page.locator(`.board [data-part="${name}"].armed:not(.chosen)`).tap();
      }
      await page.waitForFunction((url) => location.href !== url, before);
    }
    assert.deepEqual(await violations(page), []);
    await page.locator('[data-action="edit"]').tap();
    assert.equal(new URLSearchParams(new URL(page.url()).hash.slice(1)).get("position"), wanted);
    await page.waitForSelector(".values li, .status .told:not(:empty)");
  });
}

await claim("dice are chosen or thrown at random, and every throw after them has its chances", async (visit) => {
  const page = await visit();
  await open(page, "421");
  for (const face of ["4", "2", "1"]) {
    const count = await page.locator(".tree .step").count();
    await page.locator(".chance button", { hasText: new RegExp(`^${face}$`) }).click();
    await page.waitForFunction((before) => document.querySelectorAll(".tree .step").length > before, count);
  }
  await shown(page, 9);
  assert.match(await page.locator(".values .step").first().textContent(), /keep|421/i);
  await page.keyboard.press("Home");
  await page.locator('[data-outcome="*"]').click();
  await page.waitForFunction(() => !document.querySelector(".chance").checkVisibility() && document.querySelector(".board .armed"));
});

await claim("a finished game opens in the analysis board at the move one looks at", async (visit) => {
  const page = await visit();
  await sitDown(page, "puissance4");
  await playOut(page, click);
  await page.keyboard.press("Home");
  await page.keyboard.press("k");
  await page.keyboard.press("k");
  await page.waitForFunction(() => document.querySelectorAll(".board .disc").length === 2);
  const moves = await page.locator(".moves li").count();
  await more(page);
  await page.locator('[data-action="analysis"]').click();
  await page.waitForURL(/\/analyse\/puissance4/);
  await page.waitForFunction((count) => document.querySelectorAll(".tree .step").length === count, moves);
  await page.waitForFunction(() => document.querySelectorAll(".board .disc").length === 2);
});

await claim("a game is played on from a position of the analysis", async (visit) => {
  const page = await visit();
  await open(page, "puissance4", { position: "@", moves: "4 4 3" });
  await page.locator('[data-action="play-here"]').click();
  await page.waitForURL(/\/new\/puissance4/);
  await page.locator('[data-action="options"]').click();
  await page.locator('[name="who1"]').selectOption("here");
  await page.locator("button.main").click();
  await page.waitForURL(/\/table\//);
  await turn(page);
  assert.equal(await page.locator(".board .disc").count(), 3);
});

await claim("values at a table are off until v, from the eyes of whoever plays, and go with the move", async (visit) => {
  for (const game of games) {
    const page = await visit();
    await sitDown(page, game);
    await turn(page);
    const count = { allumettes: 3, puissance4: 7 }[game];
    assert.equal(await page.locator(".mark, .values li").count(), 0);
    assert.equal(await page.locator(".level").isVisible(), false);
    await page.keyboard.press("v");
    await page.waitForSelector(".mark");
    if (count) await shown(page, count);
    assert.equal(await page.locator(".level").isVisible(), true);
    assert.deepEqual(await violations(page), [], game);
    const asked = [];
    page.on("request", (request) => { if (request.url().endsWith("/values")) asked.push(request); });
    await click(page);
    // A short game may be over by now.
    if ((await turn(page)) === "over") continue;
    await page.waitForSelector(".mark");
    assert.ok(asked.length > 0, "what is shown now is not what was shown before the move");
    await page.locator('[data-action="values"]').click();
    await page.waitForFunction(() => document.querySelectorAll(".mark, .values li").length === 0);
  }
});

await claim("values are turned on, read, played by and turned off by keyboard alone", async (visit) => {
  const page = await seated(visit, "puissance4");
  await page.keyboard.press("v");
  await shown(page, 7);
  const before = await moves(page);
  await tabTo(page, ".values [data-worth]");
  assert.match(await page.evaluate(() => document.activeElement.textContent), /column \d, the best: /, "what a screen reader says first");
  await page.keyboard.press("Enter");
  await page.waitForFunction((count) => document.querySelectorAll(".moves li").length > count, before);
  await turn(page);
  await page.keyboard.press("v");
  await page.waitForFunction(() => document.querySelectorAll(".mark, .values li").length === 0);
});

await claim("two people are offered no values and no hints, and a study table says that it is one to both", async (visit) => {
  for (const study of [false, true]) {
    const [one, other] = [await visit(), await visit()];
    await sitDown(one, "allumettes", async () => {
      await one.locator('[name="who1"]').selectOption("invited");
      if (study) await one.locator('[name="study"]').check();
    });
    await other.goto(await one.locator('[name="invitation"]').inputValue());
    await turn(one);
    await one.keyboard.press("v");
    await one.keyboard.press("h");
    if (study) await shown(one, 3);
    for (const page of [one, other]) {
      await page.waitForSelector('[data-action="resign"]', { state: "attached" });
      assert.equal(await page.locator('[data-action="hint"], [data-action="values"]').count(), study ? 2 : 0);
      assert.equal(await page.getByText("A study table").count(), study ? 1 : 0);
    }
  }
});

await claim("an opening of Puissance 4 shows the book's values at once", async (visit) => {
  const page = await visit();
  await open(page, "puissance4");
  await shown(page, 7);
  const told = await page.locator(".values .badge").allTextContents();
  assert.deepEqual(told, Array(7).fill("exact"));
});

await claim("an analysis is saved as a record that reads back and as a picture, and 421 shows its card", async (visit) => {
  const page = await visit();
  await open(page, "421", { position: "3/3", moves: "=0 =1 =2 1100 =3" });
  await page.waitForSelector(".tree .now");
  const before = await tree(page);
  const record = decodeURIComponent((await page.locator('[data-action="save-record"]').getAttribute("href")).split(",").slice(1).join(","));
  await page.locator('[name="pasted"]').fill(record);
  await page.locator(".paste button").click();
  await page.waitForFunction(() => document.querySelector('[name="pasted"]').value === "");
  assert.deepEqual(await tree(page), before);
  const saving = page.waitForEvent("download");
  await page.locator('[data-action="save-picture"]').click();
  assert.equal((await saving).suggestedFilename(), "brelan.svg");
  await page.locator('[data-action="card"]').click();
  await page.locator("dialog pre", { hasText: "421" }).waitFor();
  assert.deepEqual(await violations(page), []);
});
