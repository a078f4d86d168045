// Pictures of the page: node benches/page_pictures.mjs FOLDER [all [WORDS]]
// Five for the documents; or whatever there is to see, in both themes and four widths, to look at:
// all of it, or what has these words in its name.

// The documents show the house's own games.
process.env.BRELAN ??= "target/debug/brelan";
const { click, launch, serve, turn, visit } = await import("../checks/page/house.mjs");

const [folder = "docs/images", which, words = ""] = process.argv.slice(2);
const MOVES = 4;
const HEIGHTS = { 360: 740, 1280: 800, 2560: 1440, 3840: 2160 };

const { address, close } = await serve();
const browser = await launch();
const games = (await (await fetch(`${address}/api/games`)).json()).map((game) => game.name);

async function sit(page, game) {
  await page.goto(`/new/${game}`);
  if (game === "421") await page.locator(`[data-action="options"]`).click();
  if (game === "421") await page.locator('[name="option-tokens"]').fill("3");
  await page.locator("button.main").click();
}

/** A table with a few moves played. */
const table = (game) => async (page) => {
  await sit(page, game);
  for (let move = 0; move < MOVES && (await turn(page)) === "play"; move++) await click(page);
  await turn(page);
};

/** A table whose game is over. */
const ended = (game) => async (page) => {
  await sit(page, game);
  while ((await turn(page)) === "play") await click(page);
};

const then = (scene, act) => async (page) => {
  await scene(page);
  await act(page);
};

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

async function brought(page) {
  await page.goto("/games");
  return page.evaluate(async (record) => {
    const response = await fetch("/api/records", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ record }) });
    return (await response.json()).id;
  }, GAME);
}

/** A reviewed game at one of its mistakes. */
async function review(page) {
  await page.goto(`/table/${await brought(page)}#review`);
  await page.waitForSelector(".review .terms", { state: "attached" });
  await page.keyboard.press("b");
  await page.waitForSelector(".board .hinted");
}

async function learn(page) {
  await page.goto(`/learn/${await brought(page)}`);
  await page.waitForSelector(".board .armed");
}

/** The analysis board with every value proved. */
const analysis = (game, given) => async (page) => {
  await page.goto(`/analyse/${game}#${new URLSearchParams(given)}`);
  await page.waitForSelector(".mark");
  await page.waitForFunction(() => !document.querySelector(".values[aria-busy]"));
};
const four = analysis("puissance4", { position: "@", moves: "4 4 4 (3 4) 4 4 2 2 3 5 6 3 3 3 5 7" });

async function tournament(page) {
  await page.goto("/tournaments");
  const { id } = await page.evaluate(async () => {
    const body = JSON.stringify({ game: "allumettes", players: ["expert", "naif"], games: 40 });
    return (await fetch("/api/tournaments", { method: "POST", headers: { "Content-Type": "application/json" }, body })).json();
  });
  await page.goto(`/tournaments/${id}`);
  await page.getByRole("status").filter({ hasText: /40.*40/ }).waitFor();
}

const open = (path, seen) => async (page) => {
  await page.goto(path);
  await page.waitForSelector(seen);
};

const home = open("/", ".card");
const SCENES = {
  home, review, learn, tournament, analysis: four,
  ...Object.fromEntries(games.flatMap((game) => [[game, table(game)], [`${game}-over`, ended(game)]])),
  ...Object.fromEntries(["421", "allumettes", "puissance4"].map((game) => [`setup-${game}`, open(`/new/${game}`, "button.main")])),
  "analysis-dominos": analysis("dominos", { position: "1x10 second 54,41,31,30,21,10,00 6/8 : first 66 62 42 64d 44 43 33" }),
  "analysis-awale": analysis("awale", { position: "1,0,2,0,0,1,0,1,0,0,2,0/20-21/40" }),
  "analysis-421": analysis("421", { position: "10/10/first/113/1" }),
  editing: then(open("/analyse/puissance4", ".board .armed"), async (page) => {
    await page.locator('[data-action="edit"]').click();
    await page.waitForSelector("[data-tool]");
  }),
  rules: then(table("awale"), async (page) => {
    await page.keyboard.press("r");
    await page.waitForSelector("dialog[open] .drawing");
  }),
  replay: then(ended("dominos"), async (page) => {
    await page.keyboard.press("Home");
    await page.keyboard.press("k");
    await page.keyboard.press("k");
  }),
  tournaments: open("/tournaments", "form.meeting"),
  live: then(then(table("awale"), table("dominos")), open("/live", ".live .drawing")),
  games: open("/games", "h1"),
  projection: then(table("puissance4"), async (page) => {
    await page.locator(".menu > summary").click();
    await page.locator('[data-action="project"]').click();
  }),
};

async function picture(name, scene, width, colorScheme, locale = "en") {
  const { page, context } = await visit(browser, address, { locale, colorScheme, viewport: { width, height: HEIGHTS[width] } });
  await scene(page);
  await page.screenshot({ path: `${folder}/${name}.png`, fullPage: which === "all" && width < 2560 });
  await context.close();
}

if (which === "all") {
  for (const [name, scene] of Object.entries(SCENES).filter(([name]) => name.includes(words))) {
    for (const width of Object.keys(HEIGHTS).map(Number)) {
      // Each width in both languages, one a theme.
      await picture(`${name}-${width}-light`, scene, width, "light");
      await picture(`${name}-${width}-dark`, scene, width, "dark", "fr");
    }
  }
} else {
  await picture("home", home, 1280, "light");
  await picture("analysis", four, 1280, "light");
  await picture("review", review, 1280, "light");
  await picture("table", table("puissance4"), 1280, "light");
  await picture("table-dark", table("awale"), 1280, "dark");
}

await browser.close();
await close();
