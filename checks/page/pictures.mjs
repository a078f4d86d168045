// Pictures of the page: node checks/page/pictures.mjs FOLDER [all]
// Five for the documents, or every table in both themes and three widths to look at.

// The documents show the house's own games.
process.env.BRELAN ??= "target/debug/brelan";
const { click, launch, serve, turn, visit } = await import("./house.mjs");

const [folder = "docs/images", which] = process.argv.slice(2);
const MOVES = 4;
const HEIGHTS = { 360: 740, 1280: 800, 2560: 1440 };

const { address, close } = await serve();
const browser = await launch();
const games = (await (await fetch(`${address}/api/games`)).json()).map((game) => game.name);

/** A home page, or a table with a few moves played. */
async function picture(name, game, width, colorScheme) {
  const { page, context } = await visit(browser, address, { colorScheme, viewport: { width, height: HEIGHTS[width] } });
  await page.goto(game ? `/new/${game}` : "/");
  if (game) {
    await page.locator("button.main").click();
    for (let move = 0; move < MOVES && (await turn(page)) === "play"; move++) await click(page);
    await turn(page);
  } else await page.waitForSelector(".card");
  await page.screenshot({ path: `${folder}/${name}.png`, fullPage: which === "all" });
  await context.close();
}

/** The analysis board with every value proved. */
async function analysis(name, width, colorScheme) {
  const { page, context } = await visit(browser, address, { colorScheme, viewport: { width, height: HEIGHTS[width] } });
  await page.goto("/analyse/puissance4#position=@&moves=4+4+4+(3+4)+4+4+2+2+3+5+6+3+3+3+5+7");
  await page.waitForSelector(".mark");
  await page.waitForFunction(() => !document.querySelector(".values[aria-busy]"));
  await page.screenshot({ path: `${folder}/${name}.png`, fullPage: which === "all" });
  await context.close();
}

/** A game of people with mistakes on both sides, as a record. */
const GAME = `brelan record 1
game puissance4
position @
referee guarded
first Ana@humain
second Max@humain

${[4, 4, 4, 3, 5, 6, 3, 2, 5, 5, 2, 3, 3, 6, 6, 2, 7].map((column, place) => `${place % 2 ? "second" : "first"} plays ${column}`).join("\n")}
first forfeits resignation
`;

/** A reviewed game at one of its mistakes. */
async function review(name, width, colorScheme) {
  const { page, context } = await visit(browser, address, { colorScheme, viewport: { width, height: HEIGHTS[width] } });
  await page.goto("/games");
  const id = await page.evaluate(async (record) => {
    const response = await fetch("/api/records", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ record }) });
    return (await response.json()).id;
  }, GAME);
  await page.goto(`/table/${id}#review`);
  await page.waitForSelector(".review .terms", { timeout: 120_000 });
  await page.keyboard.press("b");
  await page.waitForSelector(".board .hinted");
  await page.screenshot({ path: `${folder}/${name}.png`, fullPage: which === "all" });
  await context.close();
}

if (which === "all") {
  for (const width of [360, 1280, 2560]) {
    for (const colorScheme of ["light", "dark"]) {
      await analysis(`analysis-${width}-${colorScheme}`, width, colorScheme);
      await review(`review-${width}-${colorScheme}`, width, colorScheme);
      for (const game of [null, ...games]) await picture(`${game ?? "home"}-${width}-${colorScheme}`, game, width, colorScheme);
    }
  }
} else {
  await picture("home", null, 1280, "light");
  await analysis("analysis", 1280, "light");
  await review("review", 1280, "light");
  await picture("table", games.find((game) => game === "puissance4") ?? games[0], 1280, "light");
  await picture("table-dark", games.find((game) => game === "awale") ?? games[0], 1280, "dark");
}

await browser.close();
await close();
