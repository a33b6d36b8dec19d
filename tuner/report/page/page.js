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

  const board = document.getElementById("board");
  if (board) replay(board, [...document.querySelectorAll("tr[data-board]")]);

  let opened = [];
  addEventListener("beforeprint", () => { opened = tables.filter((t) => !t.open); opened.forEach((t) => { t.open = true; }); });
  addEventListener("afterprint", () => opened.forEach((t) => { t.open = false; }));
})();

// Each row of the table is a game: data-board has what is on the board at first and what each move
// changes, "19x27x;37x28-" (a point's number from the top left; x and o are the sides, - is empty).
function replay(board, rows) {
  const { columns, rows: height, top, cells } = board.dataset;
  const wide = Number(columns), high = Number(height), inCells = cells === "1";
  const svg = (name, attributes, text) => {
    const element = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const key in attributes) element.setAttribute(key, attributes[key]);
    if (text !== undefined) element.textContent = text;
    return element;
  };
  const element = (name, properties) => Object.assign(document.createElement(name), properties);
  const frames = (row) => {
    const stones = Array(wide * high).fill("-");
    return row.dataset.board.split(";").map((changes) => {
      for (const [, point, stone] of changes.matchAll(/(\d+)([xo-])/g)) stones[point] = stone;
      return stones.slice();
    });
  };

  const grid = svg("svg", { viewBox: `-0.7 -0.7 ${wide + 0.9} ${high + 0.9}`, role: "img" });
  const [from, to] = inCells ? [0, 0] : [0.5, -0.5];
  for (let x = 0; x <= wide - (inCells ? 0 : 1); x++)
    grid.append(svg("path", { d: `M${x + from} ${from}V${high + to}` }));
  for (let y = 0; y <= high - (inCells ? 0 : 1); y++)
    grid.append(svg("path", { d: `M${from} ${y + from}H${wide + to}` }));
  for (let x = 0; x < wide; x++)
    grid.append(svg("text", { x: x + 0.5, y: -0.2 }, String.fromCharCode(97 + x)));
  for (let y = 0; y < high; y++)
    grid.append(svg("text", { x: -0.35, y: y + 0.62 }, top === "1" ? y + 1 : high - y));
  const stones = svg("g", {});
  grid.append(stones);

  const choice = element("select", { id: "game" });
  rows.forEach((row, i) => {
    const [number, first, second, result] = [...row.cells].map((cell) => cell.textContent);
    choice.append(element("option", { value: i, textContent: `${number}. ${first} - ${second} ${result}` }));
  });
  const label = element("label", { htmlFor: "game", textContent: "Game " });
  const place = element("input", { type: "range", min: 0 });
  place.setAttribute("aria-label", "Move");
  const words = element("p", { className: "soft" });
  words.setAttribute("aria-live", "polite");
  const controls = element("div", { className: "controls" });
  const step = (name, by) => {
    const button = element("button", { type: "button", textContent: name });
    button.onclick = () => { place.value = Number(place.value) + by; show(); };
    controls.append(button);
  };
  step("First", -1000); step("Back", -1); step("Next", 1); step("Last", 1000);

  let game = [], moves = [];
  const show = () => {
    const at = Number(place.value), before = game[at - 1];
    stones.replaceChildren();
    game[at].forEach((stone, i) => {
      if (stone === "-") return;
      const [x, y] = [i % wide + 0.5, Math.floor(i / wide) + 0.5];
      stones.append(svg("circle", { cx: x, cy: y, r: 0.42, class: stone }));
      if (before && before[i] === "-") stones.append(svg("circle", { cx: x, cy: y, r: 0.12, class: "last" }));
    });
    words.textContent = at === 0 ? `Start; ${moves.length} moves` : `Move ${at} of ${moves.length}: ${moves[at - 1]}`;
    grid.setAttribute("aria-label", `The board: ${words.textContent}`);
  };
  const open = () => {
    const row = rows[choice.value];
    game = frames(row);
    moves = row.querySelector(".moves").textContent.split(" ").filter(Boolean);
    place.max = game.length - 1;
    place.value = row.dataset.opening;
    show();
  };
  choice.onchange = open;
  place.oninput = show;
  label.append(choice);
  board.append(label, grid, controls, place, words);
  board.hidden = rows.length === 0;
  if (rows.length > 0) open();
}
