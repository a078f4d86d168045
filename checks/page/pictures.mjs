// Pictures of the page: node checks/page/pictures.mjs FOLDER [all]
// Three for the documents, or every table in both themes and three widths to look at.

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

if (which === "all") {
  for (const width of [360, 1280, 2560]) {
    for (const colorScheme of ["light", "dark"]) {
      for (const game of [null, ...games]) await picture(`${game ?? "home"}-${width}-${colorScheme}`, game, width, colorScheme);
    }
  }
} else {
  await picture("home", null, 1280, "light");
  await picture("table", games.find((game) => game === "puissance4") ?? games[0], 1280, "light");
  await picture("table-dark", games.find((game) => game === "awale") ?? games[0], 1280, "dark");
}

await browser.close();
await close();
