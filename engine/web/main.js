// The page: a game as moves, who plays each side, and what is shown of it.
import { boardPoints, drawBoard, manWords } from "./board.js";
import { setUpLine, setUpMen } from "./setup.js";
import { pieceShape, svg } from "./shapes.js";
import { bytesOf, startTalk } from "./talk.js";
import { guessLanguage, putWords, setLanguage, word } from "./words.js";

/** @typedef {import("./board.js").Man} Man */
/** @typedef {import("./engine.js").Look} Look */
/** @typedef {import("./engine.js").Thought} Thought */
/** @typedef {import("./engine.js").Seat} Seat */

const get = (/** @type {string} */ id) => /** @type {any} */ (document.getElementById(id));

// The game, of which `ply` moves are shown; `start` is "" or another position.
const table = { start: "", moves: /** @type {string[]} */ ([]), ply: 0, who: ["you", "0"], turned: false, paused: false };
/** @type {Map<string, { share: number, text: string }>} by the game's line */
const values = new Map();
/** @type {(Seat | null)[]} */ const seats = [null, null];
let usualStart = "", epoch = 0, thinking = false, asked = 0;
/** @type {Look} */ let look;
let sound = { start: "", moves: /** @type {string[]} */ ([]), ply: 0 }; // the game as `look` shows it
/** @type {ReturnType<typeof boardPoints>} */ let points;
/** @type {ReturnType<typeof drawBoard>} */ let board;
/** @type {ReturnType<typeof startTalk>} */ let talk;
/** @type {{ men: (Man | null)[], brush: Man | null, side: number } | null} */ let setting = null; // a position is set up
/** @type {number[]} */ let picked = [];
let advised = ""; // the hint's move
// What the engine thinks about, and what it has found there.
let subject = { line: "", side: 0, player: 0 };
/** @type {Thought | null} */ let thought = null;

const lineOf = (/** @type {number} */ ply) => [table.start && `[${table.start}]`, ...table.moves.slice(0, ply)].filter(Boolean).join(" ");
const sideName = (/** @type {number} */ side) => word(side ? seats[0]?.game.second ?? "" : seats[0]?.game.first ?? "");
const wait = (/** @type {number} */ ms) => new Promise((resolve) => setTimeout(resolve, ms));
/** @param {string} text @param {number} [side] the one that it is about */
function say(text, side) {
  get("status").textContent = text;
  get("status").dataset.side = String(side ?? "");
  get("status").classList.remove("wrong");
}
/** What went wrong, in full. @param {string} text */
function complain(text) {
  say(text);
  get("status").classList.add("wrong");
}

// ---- values ----

// Games of random moves end by some 15 discs on average. Values that are more there are in another unit, as those of weights that
// were tuned for one look at each move.
const DISCS_MOST = 20;

/** In what a seat's values are shown. @param {Seat} seat */
function measure({ disc, unit, spread, game }) {
  if (disc && spread <= DISCS_MOST * disc) return { per: disc, even: 10, digits: 2 };
  const pawns = unit > 1 && game.fen, per = disc || unit * (pawns ? 100 : 1);
  return { per, even: 2 * spread / per, digits: pawns ? 2 : 0 };
}

/** A score as the first side's part of a bar, and in words. @param {Thought} found @param {number} side @param {number} player */
function judge(found, side, player) {
  const seat = /** @type {Seat} */ (seats[player] ?? seats[0]);
  if (found.win || (found.proved && found.score === 0)) {
    const winner = (found.win > 0) === (side === 0) ? 0 : 1, by = seat.game.counted ? ` +${Math.abs(found.win)}` : "";
    const text = found.win ? `${word("winFor", sideName(winner))}${by}${found.proved ? "" : ` (${word("expected")})`}` : word("draw");
    return { share: found.win ? 1 - winner : 0.5, text };
  }
  const { per, even, digits } = measure(seat), value = (side ? -1 : 1) * found.score / per;
  const shown = Math.abs(value).toFixed(digits);
  return { share: 0.5 + 0.5 * Math.tanh(value / even), text: Number(shown) ? `${sideName(value < 0 ? 1 : 0)} +${shown}` : word("level") };
}

function drawValues() {
  let ply = table.ply;
  while (ply > 0 && !values.has(lineOf(ply))) ply--;
  const value = values.get(lineOf(ply));
  get("share").style.transform = `scaleX(${value?.share ?? 0.5})`;
  get("value").textContent = value?.text ?? "";
  get("graph").setAttribute("aria-label", [word("graph"), value?.text].filter(Boolean).join(": "));
  const count = Math.max(1, table.moves.length), x = (/** @type {number} */ ply) => 4 + 292 * ply / count;
  const known = [...Array(table.moves.length + 1).keys()].flatMap((ply) => {
    const at = values.get(lineOf(ply));
    return at ? [[x(ply), 76 - 72 * at.share]] : [];
  });
  get("graph").replaceChildren(svg("path", { d: "M0 40H300", class: "zero" }), svg("path", { d: `M${x(table.ply)} 0V80`, class: "zero" }),
    svg("path", { d: known.length ? `M${known.map((point) => point.join(" ")).join("L")}h.01` : "" }));
}

/** @param {Thought} found */
function drawThought(found) {
  const seconds = (performance.now() - asked) / 1000, count = new Intl.NumberFormat(document.documentElement.lang, { notation: "compact", maximumFractionDigits: 1 });
  get("depth").textContent = String(found.depth);
  get("nodes").textContent = count.format(found.nodes);
  get("speed").textContent = seconds > 0 ? count.format(found.nodes / seconds) : "–";
  get("line").textContent = found.line.map((move) => word(move[1])).join(" ");
}

// ---- what is shown ----

function statusWords() {
  const side = sideName(look.side);
  if (look.over) {
    const winner = sideName(look.margin > 0 ? 0 : 1), counted = seats[0]?.game.counted;
    return look.margin === 0 ? word("draw") : counted ? word("winsBy", winner, `${Math.abs(look.margin)} ${word(counted)}`) : word("wins", winner);
  }
  if (mustPass()) return word("passes", side);
  return `${thinking ? word("thinks", side) : word("toMove", side)}${look.check ? `, ${word("check")}` : ""}`;
}

const mustPass = () => look.moves.length === 1 && look.moves[0][0] === "pass";
const isYours = () => table.who[look.side] === "you" && !look.over && !thinking && !setting;

/** The moves that go on as the points that were picked do. */
const fitting = () => look.moves.filter(([text]) => picked.every((point, i) => points.path(text)[i] === point));

function drawMarks() {
  const last = look.played[table.ply - 1]?.[0], onBoard = points.kind === "piles" ? 0 : points.columns * points.rows;
  const moved = last ? points.path(last).filter((point) => point < onBoard) : [];
  const free = points.men.filter((man) => !man).length, obvious = seats[0]?.game.placement && look.moves.length >= free;
  const may = isYours() && !obvious ? [...new Set(fitting().map(([text]) => points.path(text)[picked.length]).filter((point) => point !== undefined))] : [];
  const shown = picked.length || seats[0]?.game.placement ? may : [];
  board.mark({ moved, may: shown, picked, hinted: advised ? points.path(advised) : [] });
}

/** @param {string} text @param {() => void} act */
function plainButton(text, act) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = text;
  button.onclick = act;
  return button;
}

function drawChoices() {
  const moves = !isYours() ? [] : fitting(), exact = moves.filter(([text]) => points.path(text).length === picked.length);
  const all = picked.length === 0 && seats[0]?.game.family === "lgame"; // where it begins is hard to see
  const list = all ? moves : picked.length === 0 ? exact : exact.length > 0 ? moves : [];
  get(points.kind === "none" ? "list" : "choices").replaceChildren(...list.map(([text, name]) => {
    const button = plainButton(word(name), () => playYours(text));
    button.classList.toggle("hinted", text === advised);
    return button;
  }));
}

/** A move with its number. Games whose positions are FEN count a move of each side as one: "1. e4", "e5". @param {number} i */
function numbered(i) {
  const [, name, side] = named[i], number = 1 + Math.floor((i + named[0][2]) / 2);
  if (!seats[0]?.game.fen) return `${i + 1}. ${word(name)}`;
  return side === 0 ? `${number}. ${word(name)}` : i === 0 ? `${number}... ${word(name)}` : word(name);
}

function drawMoves() {
  const items = look.played.length === table.moves.length || table.ply < table.moves.length ? null : look.played;
  if (items) named = items;
  get("moves").replaceChildren(...named.slice(0, table.moves.length).map((_, i) => {
    const item = document.createElement("li"), button = plainButton(numbered(i), () => goTo(i + 1));
    if (i + 1 === table.ply) button.setAttribute("aria-current", "true");
    item.append(button);
    return item;
  }));
  const list = get("moves"), now = list.querySelector("[aria-current]");
  if (now) list.scrollTop = now.offsetTop - list.offsetTop - list.clientHeight / 2;
}
/** @type {Look["played"]} */ let named = [];

function draw() {
  points = boardPoints(/** @type {Seat} */ (seats[0]).game, look);
  if (look.played.length >= named.length || look.played.length === table.moves.length) named = look.played;
  board.show(points, table.turned);
  get("flip").disabled = ["hexagons", "piles", "none"].includes(points.kind); // these do not turn
  get("listed").hidden = points.kind !== "none";
  get("shown").textContent = look.position;
  drawMarks();
  drawChoices();
  drawMoves();
  drawValues();
  drawState();
}

function drawState() {
  const both = table.who[0] !== "you" && table.who[1] !== "you", stop = get("stop");
  say(statusWords(), look.over ? undefined : look.side);
  stop.textContent = word(table.paused ? "goOn" : "stop");
  stop.disabled = look.over || !(thinking || both || table.paused);
  get("undo").disabled = table.moves.length === 0;
  get("hint").disabled = look.over || thinking;
  get("evaluate").disabled = thinking;
  const ply = get("ply");
  ply.max = String(table.moves.length);
  ply.value = String(table.ply);
}

// ---- the game goes on ----

/** Ends what is under way; a number that is the epoch until something else begins. */
async function halt() {
  const mine = ++epoch;
  setting = null;
  if (thinking) {
    thinking = false;
    await talk.restart();
  }
  return mine;
}

/** Shows the game where it is, and lets the engine move if it is its turn. */
async function turn() {
  const mine = await halt();
  const answer = await talk.ask("look", lineOf(table.ply));
  if (mine !== epoch) return;
  if (answer.error) return standBack(answer.error);
  look = answer;
  sound = { start: table.start, moves: [...table.moves], ply: table.ply };
  picked = [];
  advised = "";
  thought = null;
  draw();
  if (look.over || table.ply < table.moves.length) return;
  if (mustPass()) {
    await wait(700);
    if (mine === epoch) playMove(look.moves[0][0]);
  } else if (table.who[look.side] !== "you" && !table.paused) {
    const found = await think(Number(table.who[look.side]), lineOf(table.ply), look.side);
    if (found && mine === epoch) playMove(found.move);
  }
}

/** Shows the game as it was before something went wrong. @param {string} text what */
function standBack(text) {
  Object.assign(table, { ...sound, moves: [...sound.moves], paused: true });
  picked = [];
  if (look) draw();
  complain(text);
}

/** A move of yours, after which the game goes on. @param {string} text */
function playYours(text) {
  table.paused = false;
  playMove(text);
}

/** @param {string} text */
function playMove(text) {
  table.moves = [...table.moves.slice(0, table.ply), text];
  table.ply++;
  turn();
}

/** The engine's thought of a position; null: the page went elsewhere. @param {number} player @param {string} line @param {number} side @returns {Promise<Thought | null>} */
async function think(player, line, side, part = 1) {
  const mine = epoch, amount = Math.max(0, Number(get("amount").value) || 1) * part, nodes = get("unit").value === "nodes";
  subject = { line, side, player };
  thought = null;
  thinking = true;
  asked = performance.now();
  drawState();
  const found = await talk.ask("think", player, line, nodes ? Math.max(1, Math.round(amount)) : 0, nodes ? 0 : amount);
  if (mine !== epoch) return null;
  thinking = false;
  if (found.error) {
    standBack(found.error);
    return null;
  }
  drawThought(found);
  values.set(line, judge(found, side, player));
  drawState();
  return found;
}

/** @param {Thought} found */
function hear(found) {
  if (!thinking) return;
  thought = found;
  drawThought(found);
  values.set(subject.line, judge(found, subject.side, subject.player));
  drawValues();
}

/** @param {number} ply */
function goTo(ply) {
  table.ply = Math.min(Math.max(0, ply), table.moves.length);
  table.paused = table.ply < table.moves.length || table.paused;
  turn();
}

/** To where you may move again. */
function undo() {
  let ply = Math.max(0, table.ply - 1);
  while (ply > 0 && table.who.includes("you") && (table.who[look.played[ply]?.[2] ?? 0] !== "you" || look.played[ply]?.[0] === "pass")) ply--;
  table.moves.length = table.ply = ply;
  turn();
}

async function hint() {
  if (look.over || thinking || setting) return;
  const found = await think(table.who[look.side] === "1" ? 1 : 0, lineOf(table.ply), look.side);
  if (!found) return;
  advised = found.move;
  drawMarks();
  drawChoices();
  drawValues();
  say(`${word("hint")}: ${found.line.slice(0, 4).map((move) => word(move[1])).join(" ")} – ${values.get(lineOf(table.ply))?.text}`);
}

/** Plays the best move that was found, or goes on. */
async function stop() {
  if (table.paused) {
    table.paused = false;
    table.ply = table.moves.length;
    return turn();
  }
  if (table.who[0] !== "you" && table.who[1] !== "you") table.paused = true;
  else if (thought && table.who[look.side] !== "you" && subject.line === lineOf(table.ply)) return playMove(thought.move);
  turn();
}

function newGame() {
  table.moves = [];
  table.ply = 0;
  table.paused = false;
  values.clear();
  talk.ask("forget");
  turn();
}

/** Thinks of each position of the game, a fifth as long as of a move. */
async function evaluate() {
  const mine = epoch, plies = table.moves.length;
  for (let ply = 0; ply <= plies && !thinking; ply++) {
    const at = await talk.ask("look", lineOf(ply));
    if (mine !== epoch || thinking) return;
    if (at.error) return standBack(at.error);
    if (!at.over && !await think(0, lineOf(ply), at.side, 0.2)) return;
    drawValues();
  }
}

/** @param {number} point */
function pick(point) {
  if (setting) return put(point);
  if (!isYours()) return;
  picked.push(point);
  if (fitting().length === 0) picked = [point];
  if (fitting().length === 0) picked = [];
  const list = fitting();
  if (picked.length && list.length === 1 && points.path(list[0][0]).length === picked.length) return playYours(list[0][0]);
  advised = "";
  drawMarks();
  drawChoices();
}

// ---- setting up ----

async function beginSetUp() {
  const mine = await halt();
  if (mine !== epoch) return;
  const men = points.men.slice(0, points.columns * points.rows).map((man) => man && { side: man.side, piece: man.piece });
  setting = { men, brush: setUpMen(/** @type {Seat} */ (seats[0]).game)[0], side: look.side };
  drawState();
  drawSetUp();
}

/** @param {number} point */
function put(point) {
  if (!setting || point >= setting.men.length) return;
  setting.men[point] = setting.brush;
  drawSetUp();
}

/** What the board has, and what can be put on it. */
function drawSetUp() {
  const now = /** @type {NonNullable<typeof setting>} */ (setting), game = /** @type {Seat} */ (seats[0]).game;
  board.show({ ...points, men: [...now.men, ...points.men.slice(now.men.length)] }, table.turned);
  board.mark({});
  say(word("settingUp"), now.side);
  const change = (/** @type {() => void} */ act) => () => { act(); drawSetUp(); };
  const had = [...get("choices").children].indexOf(document.activeElement);
  get("choices").replaceChildren(...[...setUpMen(game), null].map((man) => {
    const button = plainButton("", change(() => { now.brush = man; })), picture = svg("svg", { viewBox: "-0.5 -0.5 1 1", "aria-hidden": "true" });
    picture.append(man ? pieceShape(game.family, man.piece, man.side, false) : svg("path", { d: "M-.3-.3L.3 .3M.3-.3L-.3 .3", class: "line" }));
    button.append(picture);
    button.setAttribute("aria-label", manWords(game, man));
    button.setAttribute("aria-pressed", String(man?.piece === now.brush?.piece && man?.side === now.brush?.side));
    return button;
  }), plainButton(word("toMove", sideName(now.side)), change(() => { now.side = 1 - now.side; })),
  plainButton(word("clear"), change(() => now.men.fill(null))), plainButton(word("playFrom"), endSetUp));
  if (had >= 0) get("choices").children[had]?.focus();
}

/** Plays from what was set up, if the engine takes it. */
async function endSetUp() {
  if (!setting || !await takeText(`[${setUpLine(/** @type {Seat} */ (seats[0]).game, setting.men, setting.side, look.position)}]`)) return;
  table.ply = 0;
  table.paused = false;
  turn();
}

// ---- texts ----

/** Takes a position or a game; false: it is none. @param {string} text */
async function takeText(text) {
  const read = await talk.ask("read", text.trim());
  if (read.error) {
    complain(read.error);
    return false;
  }
  table.start = read.start === usualStart ? "" : read.start;
  table.moves = read.played.map((/** @type {string[]} */ move) => move[0]);
  named = read.played;
  values.clear();
  return true;
}

async function useText() {
  if (!await takeText(get("text").value)) return;
  table.ply = table.moves.length;
  table.paused = table.moves.length > 0 && !table.who.includes("you");
  turn();
}

/** What stands behind the address's #. */
function addressText() {
  const text = location.hash.slice(1);
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Shows the game behind the address's #, from its start. */
async function openAddress() {
  const text = addressText();
  if (!text || !await takeText(text)) return;
  table.ply = 0;
  table.paused = true;
  turn();
}

/** @returns {Promise<string>} */
async function written() {
  const format = get("format").value;
  if (format === "position") return look.position;
  const answer = await talk.ask("write", format, lineOf(table.ply));
  return answer.text ?? answer.error;
}

async function copy() {
  const text = get("text");
  text.value = await written();
  text.select();
  const copied = await navigator.clipboard?.writeText(text.value).then(() => true, () => false);
  if (copied || document.execCommand("copy")) say(word("copied"));
}

// ---- beginning ----

function drawOrigin() {
  get("origin").replaceChildren(...seats.flatMap((seat) => Object.entries(seat?.weights ?? {})).filter(([key, value]) => value !== "" && value !== -1 && value !== 0 && key !== "layout").map(([key, value]) => {
    const row = document.createElement("div"), term = document.createElement("dt"), text = document.createElement("dd");
    term.textContent = word(key);
    text.textContent = String(value);
    row.append(term, text);
    return row;
  }));
}

function drawPlayers() {
  for (const side of [0, 1]) {
    const select = get(`who${side}`), kinds = [["you", "you"], ["0", "champion"]].concat(seats[1] ? [["1", "second"]] : []);
    get(`name${side}`).textContent = get(side ? "bottom" : "top").textContent = sideName(side);
    select.replaceChildren(...kinds.map(([value, key]) => new Option(word(key), value, false, value === table.who[side])));
  }
}

function drawTitle() {
  const game = /** @type {Seat} */ (seats[0]).game, kind = game.name.replace(/\(.*/, ""), title = `${word(kind)}${game.name.slice(kind.length)}: ${seats[0]?.weights.name || word("champion")}`;
  get("title").textContent = document.title = title;
}

function drawFormats() {
  const game = /** @type {Seat} */ (seats[0]).game, kinds = [["position", word("position")], ["moves", word("movesFormat")]];
  if (game.record) kinds.push([game.record, game.record.toUpperCase()]);
  get("format").replaceChildren(...kinds.map(([value, text]) => new Option(text, value)));
}

function drawWords() {
  putWords(document);
  if (!seats[0]) return;
  drawPlayers();
  drawTitle();
  drawFormats();
  drawOrigin();
  if (look) draw();
  if (setting) drawSetUp();
}

function listen() {
  const on = (/** @type {string} */ id, /** @type {() => void} */ act) => { get(id).onclick = act; };
  on("undo", undo);
  on("hint", hint);
  on("stop", stop);
  on("new", newGame);
  on("flip", () => { table.turned = !table.turned; draw(); if (setting) drawSetUp(); });
  on("first", () => goTo(0));
  on("back", () => goTo(table.ply - 1));
  on("next", () => goTo(table.ply + 1));
  on("last", () => goTo(table.moves.length));
  on("use", useText);
  on("setup", beginSetUp);
  on("copy", copy);
  on("evaluate", evaluate);
  get("graph").onclick = (/** @type {MouseEvent} */ event) => goTo(Math.round((300 * event.offsetX / get("graph").clientWidth - 4) / 292 * table.moves.length));
  get("ply").oninput = () => goTo(Number(get("ply").value));
  get("language").onchange = () => { setLanguage(get("language").value); drawWords(); };
  for (const side of [0, 1]) get(`who${side}`).onchange = () => { table.who[side] = get(`who${side}`).value; table.paused = false; turn(); };
  get("file").onchange = openFile;
  addEventListener("hashchange", openAddress);
  addEventListener("keydown", (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    if (target.closest("input, select, textarea") || event.ctrlKey || event.altKey || event.metaKey || !look) return;
    ({ u: undo, h: hint, n: newGame, "[": () => goTo(table.ply - 1), "]": () => goTo(table.ply + 1) }[event.key] ?? (() => {}))();
  });
}

async function openFile() {
  const file = get("file").files[0];
  if (!file) return;
  const answer = await talk.seat(1, new Uint8Array(await file.arrayBuffer()));
  if (answer.error) return complain(answer.error);
  seats[1] = answer;
  drawPlayers();
  drawOrigin();
  say(`${word("second")}: ${answer.weights.name}`);
}

async function begin() {
  const text = (/** @type {Element} */ element) => element.textContent ?? "";
  talk = startTalk(text(get("worker")), bytesOf(text(get("engine"))), hear);
  const started = talk.begin(), champions = [...document.querySelectorAll("script.champion")].slice(0, 2);
  const seated = champions.map((champion, player) => talk.seat(player, bytesOf(text(champion))));
  for (const answer of await Promise.all([started, ...seated])) if (answer?.error) throw new Error(answer.error);
  for (const [player, seat] of seated.entries()) seats[player] = await seat;
  const game = /** @type {Seat} */ (seats[0]).game;
  usualStart = (await talk.ask("look", "")).start;
  document.body.classList.toggle("light-first", game.first === "White");
  document.body.classList.toggle("red", game.first === "Red");
  document.body.classList.toggle("red-second", game.family === "dobutsu");
  get("setup").hidden = setUpMen(game).length === 0;
  board = drawBoard(get("board"), game, pick);
  drawWords();
  await turn();
  openAddress(); // last, for what is wrong with it stays to be read
}

setLanguage(guessLanguage());
get("language").value = document.documentElement.lang;
drawWords();
say(word("loading"));
get("all").hidden = false; // nothing was drawn before its words, which would move it
addEventListener("DOMContentLoaded", () => { listen(); begin().catch((error) => complain(word("failed", String(error.message ?? error)))); });
