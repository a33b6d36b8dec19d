// What a page does beyond being read: it loads itself again while its run goes on, keeping the place
// and the tables that are open, unless the reader says no; it replays games on a board; and it opens
// all tables for paper.
(() => {
  const tables = [...document.querySelectorAll("details")];
  const key = "hone " + location.pathname;
  const kept = (() => { try { return JSON.parse(sessionStorage.getItem(key)); } catch { return null; } })();
  const keep = (state) => { try { sessionStorage.setItem(key, JSON.stringify(state)); } catch { /* no storage: nothing is kept */ } };

  const refresh = Number(document.documentElement.dataset.refresh);
  const button = document.getElementById("refresh");
  if (refresh && button) {
    let going = !(kept && kept.paused);
    const show = () => { button.textContent = going ? `Reloads every ${refresh} s: pause` : "Paused: go on reloading"; };
    const remember = () => keep({ paused: !going, open: tables.map((t) => t.open) });
    button.hidden = false;
    button.onclick = () => { going = !going; remember(); show(); };
    setInterval(() => { if (going) { remember(); location.reload(); } }, 1000 * refresh);
    if (kept && kept.open) kept.open.forEach((open, i) => { if (tables[i]) tables[i].open = open; });
    show();
  }

  // The page to play on opens in a frame; a game that is chosen on the board is shown there, too.
  const play = document.getElementById("play"), frame = Object.assign(document.createElement("iframe"), { id: "champion", title: play ? play.textContent : "" });
  let address = "", game = "";
  const showGame = (line) => {
    game = line ?? "";
    if (address) frame.src = `${address}#${encodeURIComponent(game)}`;
  };
  if (play) play.onclick = () => {
    const letters = atob(document.getElementById("play-page").textContent), bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    address = URL.createObjectURL(new Blob([bytes], { type: "text/html" }));
    showGame(game);
    play.replaceWith(frame);
  };

  const board = document.getElementById("board");
  if (board) replay(board, document.getElementById("moves").textContent.trim().split("\n"), showGame);

  let opened = [];
  addEventListener("beforeprint", () => { opened = tables.filter((t) => !t.open); opened.forEach((t) => { t.open = true; }); });
  addEventListener("afterprint", () => opened.forEach((t) => { t.open = false; }));
})();

// The board itself, on which stones are put by number of the point from the top left.
function drawBoard({ columns, rows, top, cells }, svg) {
  const wide = Number(columns), high = Number(rows), hexagons = cells === "hexagons";
  const centre = (x, y) => hexagons ? [x + y / 2 + 0.5, y * 0.866 + 0.577] : [x + 0.5, y + 0.5];
  const [right, below] = centre(wide - 1, high - 1);
  const grid = svg("svg", { viewBox: `-0.8 -0.7 ${right + 1.6} ${below + 1.4}`, role: "img" });
  const corner = (x, y, i) => {
    const [cx, cy] = centre(x, y);
    return `${(cx + 0.577 * Math.sin(i * Math.PI / 3)).toFixed(3)} ${(cy - 0.577 * Math.cos(i * Math.PI / 3)).toFixed(3)}`;
  };
  const line = (points, side) => grid.append(svg("path", { d: "M" + points.join("L"), class: side }));
  if (hexagons) {
    const across = [...Array(wide).keys()], down = [...Array(high).keys()];
    const edges = [
      ["first", across.flatMap((x) => [corner(x, 0, -1), corner(x, 0, 0)]).concat(corner(wide - 1, 0, 1))],
      ["first", across.flatMap((x) => [corner(x, high - 1, 4), corner(x, high - 1, 3)]).concat(corner(wide - 1, high - 1, 2))],
      ["second", down.flatMap((y) => [corner(0, y, -1), corner(0, y, 4)])],
      ["second", down.flatMap((y) => [corner(wide - 1, y, 1), corner(wide - 1, y, 2)])]];
    for (const [side, points] of edges) { line(points, "rim"); line(points, `edge ${side}`); }
    for (const y of down) for (const x of across) line([0, 1, 2, 3, 4, 5, 6].map((i) => corner(x, y, i)), "cell");
  } else {
    const end = cells === "squares" ? 0 : 0.5, more = cells === "squares" ? 1 : 0;
    for (let x = 0; x < wide + more; x++) line([`${x + end} ${end}`, `${x + end} ${high - end}`]);
    for (let y = 0; y < high + more; y++) line([`${end} ${y + end}`, `${wide - end} ${y + end}`]);
  }
  for (let x = 0; x < wide; x++) grid.append(svg("text", { x: centre(x, 0)[0], y: hexagons ? -0.25 : -0.2 }, letter(x)));
  for (let y = 0; y < high; y++) grid.append(svg("text", { x: centre(0, y)[0] - 0.9, y: centre(0, y)[1] + 0.12 }, top === "1" ? y + 1 : high - y));
  return { grid, name: (point) => letter(point % wide) + (top === "1" ? Math.floor(point / wide) + 1 : high - Math.floor(point / wide)),
    at: (point) => centre(point % wide, Math.floor(point / wide)), radius: hexagons ? 0.38 : 0.42 };
}

function letter(column) { return String.fromCharCode(97 + column); }

// Each line is a game, as games.c says: what a ply changed, and whose stones are there then. `chosen` hears of its record.
function replay(board, lines, chosen) {
  const svg = (name, attributes, text) => {
    const element = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const key in attributes) element.setAttribute(key, attributes[key]);
    if (text !== undefined) element.textContent = text;
    return element;
  };
  const element = (name, properties) => Object.assign(document.createElement(name), properties);
  const points = board.dataset.columns * board.dataset.rows;
  const { grid, name, at, radius } = drawBoard(board.dataset, svg);
  const stones = svg("g", {});
  grid.append(stones);

  const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+_";
  const numbers = (word) => points <= 64 ? [...word].map((digit) => digits.indexOf(digit))
    : word.match(/../g)?.map((two) => 64 * digits.indexOf(two[0]) + digits.indexOf(two[1])) ?? [];
  const pieces = board.dataset.pieces === "1";
  // What a piece's move is called: where it came from and went to.
  const nameMove = (frame, sign, changed) => {
    if (sign === "-") frame.from = changed[0];
    else { frame.placed = changed[0]; frame.letter = sign[1].toUpperCase(); }
    if (frame.placed !== undefined) frame.move = (frame.from === undefined ? `${frame.letter}*` : name(frame.from)) + name(frame.placed);
  };
  const signs = { ".": "x", ",": "x", ":": "o", ";": "o", "-": "" };
  const frames = (text) => {
    const all = [{ stones: Array(points).fill(""), move: "" }];
    for (const [, sign, word] of text.matchAll(/([.:,;-]|![A-Za-z])([\w+]*)/g)) {
      const before = all[all.length - 1].stones, changed = numbers(word);
      if (sign === "." || sign === ":") {
        const placed = changed.find((point) => before[point] === "");
        all.push({ stones: before.slice(), placed, move: pieces ? "" : placed === undefined ? "pass" : name(placed) });
      }
      const frame = all[all.length - 1];
      if (pieces && changed.length && all.length > 1) nameMove(frame, sign, changed);
      if (!pieces && sign === "-") frame.move = "swap";
      changed.forEach((point) => { frame.stones[point] = sign[0] === "!" ? sign[1] : signs[sign]; });
    }
    return all;
  };

  const games = [];
  lines.forEach((line) => {
    const [shown, record] = line.split("\t"), [meeting, swapped, result, opening, play] = shown.split(" ");
    (games[meeting] = games[meeting] ?? []).push({ swapped: swapped === "1", result: ["0-1", "½-½", "1-0"][result], opening: Number(opening), play, record });
  });
  const meeting = board.querySelector("select");
  const game = element("select", { id: "game" });
  const label = element("label", { htmlFor: "game", textContent: "Game" });
  const place = element("input", { type: "range", min: 0 });
  place.setAttribute("aria-label", "Move");
  const words = element("p", { className: "soft" });
  words.setAttribute("aria-live", "polite");
  const controls = element("div", { className: "controls" });
  const step = (text, by) => {
    const button = element("button", { type: "button", textContent: text });
    button.onclick = () => { place.value = Number(place.value) + by; show(); };
    controls.append(button);
  };
  step("First", -1000); step("Back", -1); step("Next", 1); step("Last", 1000);

  let shown = [];
  const show = () => {
    const number = Number(place.value), frame = shown[number];
    stones.replaceChildren();
    frame.stones.forEach((stone, point) => {
      const [cx, cy] = at(point);
      const side = !pieces ? stone : stone === "" ? "" : stone === stone.toUpperCase() ? "x" : "o";
      if (stone) stones.append(svg("circle", { cx, cy, r: radius, class: side }));
      if (point === frame.placed) stones.append(svg("circle", { cx, cy, r: pieces ? radius : 0.12, class: pieces ? "moved" : "last" }));
      if (pieces && stone) stones.append(svg("text", { x: cx, y: cy + 0.16, class: `piece ${side}` }, stone.toUpperCase()));
    });
    words.textContent = number === 0 ? `Start; ${shown.length - 1} moves` : `Move ${number} of ${shown.length - 1}: ${frame.move}`;
    grid.setAttribute("aria-label", `The board: ${words.textContent}`);
  };
  const open = () => {
    const { play, opening, record } = games[meeting.selectedIndex][game.selectedIndex];
    chosen(record);
    shown = frames(play);
    place.max = shown.length - 1;
    place.value = opening;
    show();
  };
  const list = () => {
    const { a, b } = meeting.selectedOptions[0].dataset;
    game.replaceChildren(...(games[meeting.selectedIndex] ?? []).map(({ swapped, result }, i) =>
      element("option", { textContent: `${i + 1}. ${swapped ? `${b} - ${a}` : `${a} - ${b}`} ${result}` })));
    open();
  };
  [...meeting.options].forEach((option, i) => { option.disabled = !games[i]; });
  meeting.selectedIndex = games.findIndex((list) => list);
  meeting.onchange = list;
  game.onchange = open;
  place.oninput = show;
  board.append(label, game, ...(board.dataset.cells === "none" ? [] : [grid, controls, place, words]));
  board.hidden = false;
  list();
}
