// What the engine answers in 50 positions of each game, as WebAssembly and natively: the same move, value, depth, nodes and
// line. tests/engine/web/test_web.c has that these are hone-engine's. moves.mjs MODULES BUILD GAME…, of which
// GAME.weights is there, and of a plug-in GAME.so and GAME-play.html. NODES=N searches longer, to compare speeds.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { resolve } from "node:path";

const [modules, build, ...games] = process.argv.slice(2);
const { startEngine } = await import(resolve(modules, "engine.js"));
const engineOf = (page) => WebAssembly.compile(gunzipSync(Buffer.from(/id="engine">([^<]*)</.exec(readFileSync(page, "utf8"))[1], "base64")));
const usual = resolve(build, "web/play.html");
const POSITIONS = 50;

/** A generator of numbers below a bound (Lehmer's, with the constants of Park and Miller). */
function dice(seed) {
  let state = seed;
  return (bound) => (state = state * 48271 % 2147483647) % bound;
}

/** Positions after random moves, in which there is a choice. */
function positions(engine, most) {
  const found = [];
  for (let seed = 1; found.length < POSITIONS; seed++) {
    const roll = dice(seed * 7919), moves = [], plies = 1 + roll(most);
    let look = engine.look("");
    while (moves.length < plies && !look.over) {
      moves.push(look.moves[roll(look.moves.length)][0]);
      look = engine.look(moves.join(" "));
    }
    if (!look.over && look.moves.length > 1) found.push(look.line);
  }
  return found;
}

let differing = 0;
for (const game of games) {
  const weights = `${game}.weights`, plugin = existsSync(`${game}.so`), engine = await startEngine(await engineOf(plugin ? `${game}-play.html` : usual), () => {}), seat = engine.seat(0, readFileSync(weights));
  if (seat.error) throw new Error(seat.error);
  const nodes = Number(process.env.NODES ?? 3000) / (seat.game.costly ? 10 : 1);
  const lines = positions(engine, seat.game.placement ? Math.min(56, seat.game.columns * seat.game.rows - 4) : 60);
  const native = execFileSync(`${build}/tests/engine/web/answers`, [weights, String(nodes), ...(plugin ? [`${game}.so`] : [])], { input: `${lines.join("\n")}\n`, encoding: "utf8" }).trim().split("\n").slice(1);
  let seconds = 0, same = 0, all = 0;
  lines.forEach((line, i) => {
    engine.forget();
    const begin = process.cpuUsage(), found = engine.think(0, line, nodes, 0);
    seconds += process.cpuUsage(begin).user / 1e6;
    all += found.nodes;
    if (JSON.stringify(found) === JSON.stringify(JSON.parse(native[i]))) same++;
    else console.log(`${seat.game.name} after ${line}:\n  as WebAssembly ${JSON.stringify(found)}\n  natively       ${native[i]}`);
  });
  differing += POSITIONS - same;
  const rates = [seconds, Number(native[lines.length])].map((time) => `${(all / time / 1000).toFixed(0)} k`);
  console.log(`${seat.game.name}: ${same} of ${POSITIONS} equal; ${rates[0]} nodes/s of CPU here, ${rates[1]} natively, ${(Number(native[lines.length]) / seconds).toFixed(2)} of it`);
}
process.exit(differing ? 1 : 0);
