// What a page takes until its champion's first move, in seconds of CPU, by node: engine and weights are taken out of the page,
// the game's start is thought about for 100000 nodes. first.mjs MODULES PAGE…
import { readFileSync } from "node:fs";
import { basename, resolve } from "node:path";

const [modules, ...pages] = process.argv.slice(2);
const { inflate, startEngine } = await import(resolve(modules, "engine.js"));

for (const page of pages) {
  const begin = process.cpuUsage(), text = readFileSync(page, "utf8");
  const spent = () => { const { user, system } = process.cpuUsage(begin); return ((user + system) / 1e6).toFixed(2); };
  const bytes = (mark) => inflate(Buffer.from(new RegExp(`${mark}>([^<]*)<`).exec(text)[1], "base64"));
  const engine = await startEngine(await bytes('id="engine"'), () => {}), seat = engine.seat(0, await bytes('class="champion"'));
  if (seat.error) throw new Error(seat.error);
  const ready = spent(), found = engine.think(0, "", 100000, 0);
  console.log(`${basename(page)}: ready after ${ready} s of CPU, ${found.move} of ${found.nodes} nodes after ${spent()} s`);
}
