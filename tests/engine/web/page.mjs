// The pages to play on in Chromium: whole games by clicks, by the keyboard and by touch at a phone's size; what the page
// shows and offers; nothing in the console, no request, nothing that moves or is wider than the screen, no fault that axe
// knows. page.mjs FOLDER, which has GAME.html; screenshots go there.
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";

const [folder] = process.argv.slice(2);
const require = createRequire(resolve(folder, "node_modules") + "/");
const puppeteer = require("puppeteer-core");
const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
const DESK = { width: 1200, height: 900 }, PHONE = { width: 360, height: 740, hasTouch: true, isMobile: true };

let faults = 0, checks = 0;
const expect = (what, holds, detail = "") => {
  checks++;
  if (holds) return;
  faults++;
  console.log(`FAILED ${what} ${detail}`);
};

const firefox = process.env.BROWSER === "firefox";
const browser = await puppeteer.launch(firefox ? { browser: "firefox", executablePath: "/usr/bin/firefox-esr" } : {
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--hide-scrollbars"],
});

/** Opens a page whose engine moves at once: it thinks of 50 nodes. */
async function open(game, { screen = DESK, colours = "light", language = "en", nodes = 50, game: moves = "" } = {}) {
  const page = await browser.newPage(), said = [], asked = [];
  page.on("console", (message) => said.push(message.text()));
  page.on("pageerror", (error) => said.push(String(error)));
  page.on("request", (request) => { if (!/^(file|data|blob):/.test(request.url())) asked.push(request.url()); });
  await page.setViewport(screen);
  if (!firefox) await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: colours }]);
  await page.evaluateOnNewDocument((language) => {
    Object.defineProperty(navigator, "languages", { get: () => [language] });
    window.shifted = 0;
    new PerformanceObserver((list) => { for (const entry of list.getEntries()) window.shifted += entry.value; }).observe({ type: "layout-shift", buffered: true });
  }, language);
  const begin = Date.now();
  await page.goto(`file://${resolve(folder, `${game}.html`)}#${encodeURIComponent(moves)}`);
  await page.waitForSelector("#board .point, #list button", { timeout: 60000 });
  const ready = Date.now() - begin;
  await page.evaluate((nodes) => {
    document.getElementById("amount").value = nodes;
    document.getElementById("unit").value = "nodes";
  }, nodes);
  return { page, said, asked, ready };
}

const status = (page) => page.$eval("#status", (element) => element.textContent);
const played = (page) => page.$$eval("#moves li", (items) => items.length);
const over = (page) => page.$eval("#status", (element) => /wins|draw/i.test(element.textContent) && !/:/.test(element.textContent));
const settled = (page) => page.waitForFunction(() => !/thinks|must pass/.test(document.getElementById("status").textContent), { timeout: 60000, polling: 20 });

/** A legal move of yours, as the points to choose, seen only through the page: marks, labels, buttons. */
const points = (page) => page.$$eval("#board .point", (list) => list.flatMap((point, i) => point.getAttribute("aria-label").includes("can be played") ? [i] : []));
const buttons = (page) => page.$$("#choices button, #list button");
const empties = (page) => page.$$eval("#board .point", (list) => list.flatMap((point, i) => / empty/.test(point.getAttribute("aria-label")) ? [i] : []));

async function choose(page, point, how) {
  if (how === "keys") {
    await page.$eval("#board .point[tabindex='0']", (point) => point.focus());
    return reach(page, point);
  }
  const spot = await page.$(`#board .point:nth-child(${point + 1})`);
  return how === "touch" ? spot.tap() : spot.click();
}

/** Goes to a point by the arrows, then takes it. A box may grow by the outline of what has the focus, its centre stays. */
async function reach(page, point) {
  for (let step = 0; step < 40; step++) {
    const [dx, dy] = await page.$$eval("#board .point", (list, point) => {
      const to = list[point].getBoundingClientRect(), from = document.activeElement.getBoundingClientRect();
      return [to.x + to.width / 2 - from.x - from.width / 2, to.y + to.height / 2 - from.y - from.height / 2];
    }, point);
    if (Math.abs(dx) < 3 && Math.abs(dy) < 3) break;
    await page.keyboard.press(Math.abs(dy) >= 3 ? (dy > 0 ? "ArrowDown" : "ArrowUp") : dx > 0 ? "ArrowRight" : "ArrowLeft");
  }
  await page.keyboard.press("Enter");
}

/** Plays until the game is over, or `most` moves of yours: what is marked, or any empty point. */
async function playOut(game, how, screen, most) {
  const { page, said, asked } = await open(game, { screen });
  const name = `${game} by ${how}`;
  let seed = 7, mine = 0;
  const roll = (bound) => (seed = seed * 48271 % 2147483647) % bound;
  while (mine < most && !await over(page)) {
    await settled(page);
    if (await over(page)) break;
    const before = await played(page);
    for (let tries = 0; tries < 300 && await played(page) === before; tries++) {
      const listed = await buttons(page), marked = await points(page), free = marked.length ? marked : await empties(page);
      const all = marked.length ? marked : await page.$$eval("#board .point", (list) => list.map((_, i) => i));
      const some = tries < 5 && free.length ? free : all;
      // A list may be drawn anew before the button is clicked: that was no try.
      if (listed.length && (tries % 3 === 2 || !some.length || game === "lgame")) await listed[roll(listed.length)].click().catch(() => {});
      else if (some.length) await choose(page, some[roll(some.length)], how);
      await page.waitForFunction((before) => document.querySelectorAll("#moves li").length !== before, { timeout: 150, polling: 10 }).catch(() => {});
    }
    mine++;
    if (await played(page) === before) { expect(`${name}: a move is found`, false, await status(page)); break; }
  }
  await settled(page);
  expect(`${name}: the game ends`, mine === most || await over(page), await status(page));
  expect(`${name}: nothing is said`, said.length === 0, said.join("; "));
  expect(`${name}: nothing is asked`, asked.length === 0, asked.join(" "));
  console.log(`${name}: ${await played(page)} plies, ${await status(page)}`);
  await page.close();
}

/** What axe finds. */
async function faultless(page, name) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => axe.run({ resultTypes: ["violations"] }));
  for (const { id, nodes } of violations) expect(`${name}: axe ${id}`, false, nodes.slice(0, 2).map((node) => node.html.slice(0, 120)).join(" "));
}

async function look(game, screen, colours, language) {
  const name = `${game} ${screen.width} ${colours} ${language}`;
  const { page, said } = await open(game, { screen, colours, language });
  await page.click("#hint");
  await page.waitForSelector(".hinted", { timeout: 60000 });
  const turns = await page.$eval("#flip", (button) => !button.disabled);
  expect(`${name}: the board turns if it can`, turns === !/hex|heap/.test(game));
  const wider = await page.evaluate(() => [...document.querySelectorAll("body *")].filter((e) => !e.closest("svg") && e.getBoundingClientRect().right > innerWidth + 1).map((e) => e.outerHTML.slice(0, 80)));
  expect(`${name}: nothing is wider than the screen`, wider.length === 0, wider.slice(0, 3).join(" "));
  const shifted = await page.evaluate(() => window.shifted);
  expect(`${name}: nothing moves`, shifted < 0.01, shifted);
  await page.screenshot({ path: resolve(folder, `play-${game}-${screen.width}-${colours}-${language}.png`), fullPage: true });
  await faultless(page, name);
  expect(`${name}: nothing is said`, said.length === 0, said.join("; "));
  await page.close();
}

/** Buttons and texts, in Reversi. */
async function use() {
  const { page, said } = await open("reversi");
  const value = () => page.$eval("#value", (element) => element.textContent);
  const text = async (given) => {
    await page.$eval("#text", (element, given) => { element.closest("details").open = true; element.value = given; }, given);
    await page.click("#use");
  };
  const copied = async (format) => {
    await page.select("#format", format);
    await page.$eval("#text", (element) => { element.value = ""; });
    await page.click("#copy");
    await page.waitForFunction(() => document.getElementById("text").value !== "");
    return page.$eval("#text", (element) => element.value);
  };
  const at = (count) => page.waitForFunction((count) => document.querySelectorAll("#moves li").length === count && !/thinks/.test(document.getElementById("status").textContent), { timeout: 30000 }, count);
  await page.select("#who1", "you");
  await text("f5 d6 c3 d3 c4");
  await at(5);
  expect("moves are pasted", /White to move/.test(await status(page)), await status(page));
  expect("GGF is copied", /^\(;GM\[Othello\].*B\[F5\]W\[D6\]B\[C3\]/.test(await copied("ggf")));
  const ggf = await copied("ggf");
  await page.click("#new");
  await at(0);
  await text(ggf);
  await at(5);
  const moves = await copied("moves");
  expect("moves are copied", moves.trim() === "f5 d6 c3 d3 c4", moves);
  const position = await copied("position");
  await page.click("#back");
  await page.waitForFunction(() => document.querySelector("#moves [aria-current]")?.textContent.startsWith("4."));
  await page.keyboard.press("]");
  await page.waitForFunction(() => document.querySelector("#moves [aria-current]")?.textContent.startsWith("5."));
  await page.keyboard.press("u");
  await at(4);
  await text(position);
  await at(0);
  expect("a position is set up", /White to move/.test(await status(page)));
  await text("f5 f5");
  await page.waitForFunction(() => /move 2 \(f5\) is not legal/.test(document.getElementById("status").textContent));
  await text("f5 d6 c3 d3 c4 f4");
  await at(6);
  await page.click("#evaluate");
  await page.waitForFunction(() => (document.querySelector("#graph path:last-child").getAttribute("d").match(/L/g) ?? []).length === 6, { timeout: 60000 });
  expect("the evaluation is shown", /(Black|White)/.test(await value()), await value());
  await page.select("#language", "de");
  expect("words change", /am Zug/.test(await status(page)), await status(page));
  await page.select("#language", "en");
  const file = await page.$("#file");
  await file.evaluate((element) => { element.closest("details").open = true; });
  await file.uploadFile(resolve(folder, "second.weights"));
  await page.waitForSelector("#who0 option[value='1']");
  await page.click("#new");
  await page.$eval("#amount", (element) => { element.value = 20000; });
  await page.select("#who0", "0");
  await page.select("#who1", "1");
  await page.waitForFunction(() => document.querySelectorAll("#moves li").length > 4, { timeout: 60000 });
  await page.click("#stop");
  await page.waitForFunction(() => /Go on/.test(document.getElementById("stop").textContent));
  await file.uploadFile(resolve(folder, "hex.weights"));
  await page.waitForFunction(() => /these weights are for hex/.test(document.getElementById("status").textContent));
  expect("Reversi: nothing is said", said.length === 0, said.join("; "));
  await page.close();
}

/** A long thought is ended by "Move now", and by taking back. */
async function interrupt() {
  const { page, said } = await open("reversi", { nodes: 1e9 });
  await choose(page, (await points(page))[0], "clicks");
  await page.waitForFunction(() => /thinks/.test(document.getElementById("status").textContent) && document.getElementById("depth").textContent !== "–");
  await page.click("#stop");
  await page.waitForFunction(() => document.querySelectorAll("#moves li").length === 2, { timeout: 20000 });
  await settled(page);
  await choose(page, (await points(page))[0], "clicks");
  await page.waitForFunction(() => /thinks/.test(document.getElementById("status").textContent));
  await page.click("#undo");
  await page.waitForFunction(() => document.querySelectorAll("#moves li").length === 2, { timeout: 20000 });
  expect("interrupted: nothing is said", said.length === 0, said.join("; "));
  await page.close();
}

/** What is thought of one position is drawn there, though another is shown. */
async function elsewhere() {
  const { page, said } = await open("reversi", { nodes: 5e9 });
  await page.select("#who1", "you");
  await page.$eval("#text", (element) => { element.closest("details").open = true; element.value = "f5 d6 c3 d3 c4 f4"; });
  await page.click("#use");
  await page.waitForFunction(() => document.querySelectorAll("#moves li").length === 6);
  await page.click("#evaluate");
  await page.waitForFunction(() => document.querySelector("#graph path:last-child").getAttribute("d") !== "", { timeout: 20000 });
  const drawn = await page.$eval("#graph path:last-child", (path) => path.getAttribute("d"));
  expect("the start's value is drawn at the start", /^M4 [\d.]+h/.test(drawn), drawn);
  await page.click("#stop");
  await settled(page);
  await page.click("#back");
  await page.waitForFunction(() => document.querySelector("#moves [aria-current]")?.textContent.startsWith("5."));
  await page.$eval("#amount", (element) => { element.value = 50; });
  await page.select("#who1", "0");
  await page.click("#back");
  await page.waitForFunction(() => document.querySelector("#moves [aria-current]")?.textContent.startsWith("4."));
  await choose(page, (await points(page))[0], "clicks");
  await page.waitForFunction(() => document.querySelectorAll("#moves li").length === 6, { timeout: 20000 });
  expect("elsewhere: nothing is said", said.length === 0, said.join("; "));
  await page.close();
}

/** A weight file that is opened while the engine thinks is there when that is given up. */
async function waiting() {
  const { page, said } = await open("reversi", { nodes: 1e9 });
  await choose(page, (await points(page))[0], "clicks");
  await page.waitForFunction(() => /thinks/.test(document.getElementById("status").textContent) && document.getElementById("depth").textContent !== "–");
  const file = await page.$("#file");
  await file.evaluate((element) => { element.closest("details").open = true; });
  await file.uploadFile(resolve(folder, "second.weights"));
  await page.click("#undo");
  await page.waitForSelector("#who0 option[value='1']", { timeout: 20000 });
  expect("waiting: nothing is said", said.length === 0, said.join("; "));
  await page.close();
}

/** A game in the page's address is shown from its start. */
async function address() {
  const { page } = await open("reversi", { game: "f5 d6 c3" });
  await page.waitForFunction(() => document.querySelectorAll("#moves li").length === 3);
  expect("the address's game is at its start", await page.$eval("#ply", (element) => element.value) === "0");
  await page.evaluate(() => { location.hash = "f5 f6 e6 f4"; });
  await page.waitForFunction(() => document.querySelectorAll("#moves li").length === 4);
  await page.click("#stop");
  await page.waitForFunction(() => document.querySelector("#moves [aria-current]")?.textContent.startsWith("4."));
  checks++;
  await page.close();
  const { page: other } = await open("reversi", { game: "f5 f5" });
  const wrong = (pattern) => other.waitForFunction((pattern) => new RegExp(pattern).test(document.querySelector("#status.wrong")?.textContent), { timeout: 20000 }, pattern);
  await wrong("move 2 \\(f5\\) is not legal");
  await other.evaluate(() => { location.hash = "%E0"; });
  await wrong("%E0");
  checks += 2;
  await other.close();
}

/** A tournament's games open on the page to play on, and the one that is chosen then. */
async function tournament() {
  const page = await browser.newPage(), said = [];
  page.on("console", (message) => said.push(message.text()));
  page.on("pageerror", (error) => said.push(String(error)));
  await page.goto(`file://${resolve(folder, "tournament.html")}`);
  await page.click("#play");
  const frame = await (await page.waitForSelector("#champion")).contentFrame();
  const shown = () => frame.$$eval("#moves li", (items) => items.map((item) => item.textContent.replace(/^\d+\. /, "")).join(" "));
  const line = (number) => page.$eval("#moves", (moves, number) => moves.textContent.trim().split("\n")[number].split("\t")[1], number);
  for (const number of [0, 2]) {
    await page.$eval("#game", (game, number) => { game.selectedIndex = number; game.onchange(); }, number);
    const moves = await line(number);
    await frame.waitForFunction((count) => document.querySelectorAll("#moves li").length === count, { timeout: 20000 }, moves.split(" ").length);
    expect(`game ${number} of a tournament is on the board`, await shown() === moves, `${await shown()}, not ${moves}`);
  }
  expect("the two strongest are there", await frame.$$eval("#who0 option", (list) => list.length) === 3);
  expect("tournament: nothing is said", said.length === 0, said.join("; "));
  await page.close();
}

/** The list of moves: chess counts a move of each side as one, others count plies. */
async function numbers() {
  const listed = async (game, moves) => {
    const { page } = await open(game, { game: moves });
    await page.waitForFunction(() => document.querySelectorAll("#moves li").length === 3);
    const text = await page.$$eval("#moves li", (items) => items.map((item) => item.textContent).join(" "));
    await page.close();
    return text;
  };
  for (const [game, moves, wanted] of [
    ["chess", "e2e4 e7e5 g1f3", "1. e4 e5 2. Nf3"],
    ["chess", "[4k3/4p3/8/8/8/8/4P3/4K3 b - -] e7e5 e2e4 e8e7", "1... e5 2. e4 Ke7"],
    ["xiangqi", "h2e2 h9g7 h0g2", /^1\. \S+ [^.]+ 2\. \S+$/],
    ["reversi", "f5 d6 c3", "1. f5 2. d6 3. c3"],
  ]) {
    const text = await listed(game, moves);
    expect(`${game}: moves are numbered`, text.match(wanted)?.[0] === text, text);
  }
}

/** A plug-in that crashes, breaks the contract or does not end: the page says so, shows the game as it was, and goes on. */
async function breaks() {
  const { page, said } = await open("breaks", { game: "take3 take3 take3" });
  const wrong = (text) => page.waitForFunction((text) => document.querySelector("#status.wrong")?.textContent.includes(text), { timeout: 20000 }, text);
  const at = (count, coins) => page.waitForFunction((count, coins) => document.querySelectorAll("#moves li").length === count && document.getElementById("shown").textContent.startsWith(`${coins} `), { timeout: 20000 }, count, coins);
  const take = async (coins) => (await buttons(page))[coins - 1].click();
  await page.select("#who1", "you");
  await page.click("#last");
  await at(3, 12);
  await take(2);
  await wrong("moves() crashed at the position 10 X");
  await at(3, 12);
  await take(3);
  await wrong("moves() gives 4 moves, and moves_max is 3 at the position 9 X");
  await at(3, 12);
  await take(1);
  await at(4, 11);
  await take(3);
  await at(5, 8);
  await page.click("#hint");
  await wrong("evaluate() crashed at the position 5 X");
  await take(1);
  await at(6, 7);
  await take(1);
  await wrong("no answer within 10 s: take3 take3 take3 take1 take3 take1 take1");
  await at(6, 7);
  await page.click("#new");
  await at(0, 21);
  await take(1);
  await at(1, 20);
  expect("a plug-in that breaks: nothing in the console", said.length === 0, said.join("; "));
  await page.close();
}

/** FEN and PGN. */
async function chess() {
  const { page } = await open("chess");
  await page.select("#who1", "you");
  await page.$eval("#text", (element) => { element.closest("details").open = true; element.value = '[Event "x"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n\n1. e4 {a} Kd7 (1... Ke7 2. Ke2) 2. Ke2!? $3 *\n'; });
  await page.click("#use");
  await page.waitForFunction(() => document.querySelectorAll("#moves li").length === 3);
  await page.select("#format", "pgn");
  await page.click("#copy");
  await page.waitForFunction(() => /\[FEN "4k3\/8\/8\/8\/8\/8\/4P3\/4K3 w - -/.test(document.getElementById("text").value) && /1\. e4 Kd7 2\. Ke2 \*/.test(document.getElementById("text").value));
  checks++;
  await page.close();
}

/** A position is set up on the board: with what was chosen last, on points; then it is played from. */
async function setup() {
  const shown = async (page) => {
    await page.select("#format", "position");
    await page.click("#copy");
    return page.$eval("#text", (element) => element.value);
  };
  const begin = async (game) => {
    const { page, said } = await open(game);
    await page.select("#who1", "you");
    await page.$eval("#text", (element) => { element.closest("details").open = true; });
    await page.click("#setup");
    await page.waitForSelector("#choices [aria-pressed]");
    return { page, said };
  };
  const press = (page, name) => page.evaluate((name) => [...document.querySelectorAll("#choices button")].find((button) => (button.getAttribute("aria-label") ?? button.textContent) === name).click(), name);
  const play = async (page) => {
    await press(page, "Play from here");
    await page.waitForFunction(() => !document.querySelector("#choices [aria-pressed]"), { timeout: 20000 });
  };
  const { page, said } = await begin("chess");
  await press(page, "Clear");
  await press(page, "Play from here");
  await page.waitForFunction(() => /king/.test(document.getElementById("status").textContent));
  for (const [name, point] of [["White king", 60], ["White rook", 56], ["Black king", 4], ["Black pawn", 12], ["White queen", 20]]) {
    await press(page, name);
    await choose(page, point, "clicks");
  }
  const outside = await page.$eval("#choices", (choices) => choices.scrollWidth - choices.clientWidth);
  expect("all that can be put on the board is in sight", outside === 0, outside);
  await page.screenshot({ path: resolve(folder, "play-setup.png") });
  await faultless(page, "setting up");
  await press(page, "empty");
  await choose(page, 20, "clicks");
  await press(page, "White to move");
  await play(page);
  expect("a position of chess is set up", await shown(page) === "4k3/4p3/8/8/8/8/8/R3K3 b Q -", await shown(page));
  await choose(page, 12, "clicks");
  await choose(page, 28, "clicks");
  await page.waitForFunction(() => document.querySelectorAll("#moves li").length === 1, { timeout: 20000 });
  expect("chess set up: nothing is said", said.length === 0, said.join("; "));
  await page.close();
  const games = [["reversi", "White", 26, /^-{26}OXX/], ["connect6", "Black", 0, /^X\.+ X2$/], ["hex", "White", 3, /^\.\.\.O\.{21} X/], ["xiangqi", "empty", 54, /^rnbakabnr\/9\/1c5c1\/p1p1p1p1p\/9\/9\/2P1P1P1P\/.* w/], ["dobutsu", "White chick", 4, /^gle\/1c1\/1C1\/ELG b -$/], ["game", "X", 35, /^\.{35}X\.{6} O/]];
  for (const [game, name, point, line] of games) {
    const { page } = await begin(game);
    if (game === "reversi") await choose(page, 27, "clicks");
    await press(page, name);
    await choose(page, point, "clicks");
    if (game === "game") await press(page, "X to move");
    await play(page);
    expect(`a position of ${game} is set up`, line.test(await shown(page)), await shown(page));
    await page.close();
  }
}

/** Bar and graph say something for weights of any unit: no game of the engine with itself is at their ends from its first moves on. */
async function scales() {
  for (const game of ["reversi", "second", "huge", "connect6", "gomoku", "chess", "xiangqi"]) {
    const { page } = await open(game, { nodes: 500 });
    await page.select("#who0", "0");
    await page.select("#who1", "0");
    await page.waitForFunction(() => document.querySelectorAll("#moves li").length >= 8, { timeout: 60000 });
    await page.click("#stop");
    const shares = await page.$eval("#graph path:last-child", (path) => path.getAttribute("d").match(/ [\d.]+/g).slice(0, 8).map((y) => (76 - Number(y)) / 72));
    expect(`${game}: the graph is between its ends`, shares.every((share) => share > 0.05 && share < 0.95), shares.map((share) => share.toFixed(2)).join(" "));
    expect(`${game}: and no line`, Math.max(...shares) - Math.min(...shares) > 0.01, shares.map((share) => share.toFixed(3)).join(" "));
    await page.close();
  }
}

/** Names in weight files are text; without a page's own hashes nothing runs. */
async function hostile() {
  const { page, said } = await open("hostile");
  expect("a hostile name is text", await page.$eval("#title", (element) => element.textContent.includes("<img src=x") && element.children.length === 0));
  expect("and no element", await page.$$eval("img", (list) => list.length) === 0);
  const ran = await page.evaluate(() => { const script = document.createElement("script"); script.textContent = "window.ran = 1"; document.body.append(script); return window.ran; });
  expect("other scripts do not run", ran === undefined && (firefox || said.some((text) => /Content Security Policy/.test(text))), said.join("; "));
  const fetched = await page.evaluate(() => fetch("https://example.org/").then(() => "fetched", () => "refused"));
  expect("and nothing is fetched", fetched === "refused");
  await page.close();
}

/** From opening a page to its first move, with 100000 nodes to think: of the largest champion, or of those in PAGES. */
async function first() {
  for (const game of process.env.PAGES?.split(" ") ?? ["huge"]) {
    const { page, ready } = await open(game, { nodes: 100000 });
    const begin = Date.now();
    await page.select("#who0", "0");
    await page.waitForFunction(() => document.querySelectorAll("#moves li").length >= 1, { timeout: 60000 });
    checks++;
    console.log(`${game}: board after ${ready} ms, first move of 100000 nodes ${Date.now() - begin} ms later`);
    await page.close();
  }
}

const only = process.env.ONLY?.split(" ");
const step = async (name, act) => {
  if (only && !only.includes(name)) return;
  await act().catch(async (error) => {
    const pages = await browser.pages(), state = await pages[pages.length - 1].evaluate(() => [...document.querySelectorAll("#status, #stop, #value, #moves li")].map((e) => e.textContent).join(" "));
    expect(`${name} goes through`, false, `${String(error.stack ?? error)}\n${state}`);
  });
};
await step("clicks", async () => { for (const game of ["reversi", "tictactoe", "hex", "dobutsu", "lgame", "nim"]) await playOut(game, "clicks", DESK, 60); });
await step("some", async () => { for (const game of ["connect6", "gomoku", "chess", "xiangqi"]) await playOut(game, "clicks", DESK, 12); });
await step("plugins", async () => { for (const game of ["game", "squares", "breakthrough", "heap"]) await playOut(game, "clicks", DESK, 60); });
await step("keys", async () => { await playOut("tictactoe", "keys", DESK, 10); await playOut("hex", "keys", DESK, 30); });
await step("touch", async () => { await playOut("reversi", "touch", PHONE, 60); await playOut("tictactoe", "touch", PHONE, 10); });
await step("looks", async () => {
  await look("reversi", DESK, "light", "en");
  await look("reversi", PHONE, "dark", "zh");
  await look("xiangqi", { width: 320, height: 640 }, "light", "zh");
  await look("chess", DESK, "dark", "de");
  await look("hex", PHONE, "light", "de");
  await look("connect6", { width: 2560, height: 1300 }, "dark", "en");
  await look("breakthrough", DESK, "light", "de");
  await look("heap", PHONE, "dark", "en");
});
await step("use", use);
await step("interrupt", interrupt);
await step("elsewhere", elsewhere);
await step("waiting", waiting);
await step("address", address);
await step("tournament", tournament);
await step("chess", chess);
await step("numbers", numbers);
await step("breaks", breaks);
await step("setup", setup);
await step("scales", scales);
await step("hostile", hostile);
await step("first", first);
await browser.close();
console.log(faults ? `${faults} of ${checks} checks failed` : `${checks} checks passed`);
process.exit(faults ? 1 : 0);
