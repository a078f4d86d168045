// The page in a real browser, claim after claim.

import { finish } from "./claims.mjs";

for (const claims of ["games", "clear", "slow", "play", "class", "tournaments", "values", "review", "reach", "design", "words"]) await import(`./${claims}.mjs`);
await finish();
