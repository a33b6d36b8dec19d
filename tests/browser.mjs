// The pages in a real browser: every figure there, nothing in the console, no request beyond the
// file, no accessibility fault that axe knows, nothing wider than the screen; then what the script
// does. Pages are named on the command line, "t…" are tournaments; screenshots go beside them.
import { createRequire } from "node:module";
import { readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";

const [modules, ...files] = process.argv.slice(2);
const require = createRequire(resolve(modules, "node_modules") + "/");
const puppeteer = require("puppeteer-core");
const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

const figures = {
  run: ["gain", "curve", "depths", "opponents", "ratings", "crosstable", "los", "weights", "parameters", "optimiser", "pace", "again"],
  tournament: ["ratings", "crosstable", "los", "pairs", "games", "again"],
};
const screens = [
  { name: "wide", width: 1000, height: 800 },
  { name: "narrow", width: 360, height: 740 },
];

let faults = 0, checks = 0;
const expect = (what, holds, detail = "") => {
  checks++;
  if (holds) return;
  faults++;
  console.log(`FAILED ${what} ${detail}`);
};

const browser = await puppeteer.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--hide-scrollbars"],
});

async function open(file, { screen = screens[0], colours = "light", script = true } = {}) {
  const page = await browser.newPage();
  const url = "file://" + resolve(file), said = [], asked = [];
  page.on("console", (message) => said.push(message.text()));
  page.on("pageerror", (error) => said.push(String(error)));
  page.on("request", (request) => {
    if (request.url() !== url && !request.url().startsWith("data:")) asked.push(request.url());
  });
  await page.setJavaScriptEnabled(script);
  await page.setViewport({ width: screen.width, height: screen.height });
  await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: colours }]);
  await page.goto(url);
  return { page, said, asked };
}

async function look(file, screen, colours) {
  const name = `${basename(file)} ${screen.name} ${colours}`;
  const { page, said, asked } = await open(file, { screen, colours });
  const { width, wider } = await page.evaluate(() => ({
    width: document.documentElement.scrollWidth,
    wider: [...document.querySelectorAll("body *")]
      .filter((e) => !e.closest(".scroll, svg, .markers") && e.getBoundingClientRect().right > innerWidth + 1)
      .map((e) => e.outerHTML.slice(0, 80)),
  }));
  expect(`${name}: nothing is wider than the screen`, width <= screen.width && wider.length === 0, `${width} ${wider.slice(0, 3).join(" ")}`);
  await page.screenshot({ path: resolve(dirname(file), `${basename(file, ".html")}-${screen.name}-${colours}.png`), fullPage: true });
  await page.evaluate(() => document.querySelectorAll("details").forEach((d) => { d.open = true; }));
  await page.evaluate(axe);
  const { violations, passes } = await page.evaluate(() => axe.run());
  expect(`${name}: axe has looked`, passes.length > 10);
  expect(`${name}: axe finds nothing`, violations.length === 0, violations.map((v) => `\n  ${v.id}: ${v.help} (${v.nodes.length}) ${v.nodes[0].html.slice(0, 120)} ${v.nodes[0].failureSummary}`).join(""));
  expect(`${name}: nothing in the console`, said.length === 0, said.join("; "));
  expect(`${name}: no request`, asked.length === 0, asked.join(" "));
  await page.close();
}

async function read(file, kind) {
  const { page } = await open(file, { script: false });
  const there = await page.$$eval("figure", (all) => all.map((figure) => figure.id));
  for (const id of figures[kind]) expect(`${file}: figure ${id} without the script`, there.includes(id));
  const heights = await page.$$eval("figure", (all) => all.map((figure) => figure.getBoundingClientRect().height));
  expect(`${file}: figures have something in them`, heights.every((height) => height > 60));
  await page.close();
}

async function ablated(file) {
  const { page } = await open(file, { script: false });
  expect(`${file}: weights have what they are worth`, (await page.$$eval("#ablation .rows li", (all) => all.length)) > 3);
  await page.close();
}

async function print(file) {
  const { page } = await open(file);
  const pdf = await page.pdf({ format: "A4" });
  expect(`${file}: prints`, pdf.length > 10000);
  await page.close();
}

async function replay(file) {
  const { page } = await open(file);
  const stones = () => page.$$eval("#board .x, #board .o", (all) => all.length);
  const press = (name) => page.evaluate((text) => [...document.querySelectorAll("#board button")].find((b) => b.textContent === text).click(), name);
  await press("First");
  const first = await stones();
  await press("Next");
  const second = await stones();
  expect(`${file}: a move puts one more on the board`, second === first + 1, `${first} ${second}`);
  await press("Back");
  expect(`${file}: and back`, (await stones()) === first);
  await press("Last");
  const words = await page.$eval("#board p", (p) => p.textContent);
  expect(`${file}: the last move is named`, /^Move (\d+) of \1: \S+$/.test(words), words);
  const before = await page.$eval("#board g", (g) => g.innerHTML);
  const choose = (list, index) => page.$eval(list, (select, i) => { select.selectedIndex = i; select.onchange(); return select.selectedOptions[0].textContent; }, index);
  await choose("#game", 5);
  expect(`${file}: another game is another board`, (await page.$eval("#board g", (g) => g.innerHTML)) !== before);
  const games = () => page.$$eval("#game option", (all) => all.length);
  const players = await choose("#meeting", (await page.$$eval("#meeting option", (all) => all.length)) - 1);
  expect(`${file}: the games of two players are theirs`, (await choose("#game", 0)).includes(players), players);
  expect(`${file}: all games are there`, (await games()) >= 20, await games());
  await page.close();
}

// A page that loads itself again every five seconds instead of every minute.
async function follow(file) {
  const quick = file.replace(/\.html$/, "-quick.html");
  writeFileSync(quick, readFileSync(file, "utf8").replace('data-refresh="60"', 'data-refresh="5"'));
  const { page } = await open(quick);
  const press = (what) => page.$eval(what, (element) => element.click());
  await press("summary");
  await page.waitForNavigation({ timeout: 20000 });
  expect(`${quick}: tables stay open`, await page.$eval("details", (d) => d.open));
  await press("#refresh");
  const again = await page.waitForNavigation({ timeout: 8000 }).then(() => true, () => false);
  expect(`${quick}: a paused page stays`, !again);
  await page.close();
}

for (const file of files) {
  const kind = basename(file).startsWith("t") ? "tournament" : "run";
  if (!basename(file).startsWith("going")) await read(file, kind);
  if (basename(file).startsWith("reversi")) await ablated(file);
  for (const screen of screens) for (const colours of ["light", "dark"]) await look(file, screen, colours);
  await print(file);
  if (kind === "tournament") await replay(file);
  if (basename(file).startsWith("going")) await follow(file);
}
await browser.close();
console.log(`${files.length} pages, ${checks} checks, ${faults} failed`);
process.exit(faults ? 1 : 0);
