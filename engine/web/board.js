// A game's board as points: what is on them, which of them a move names, how they are drawn. Games differ in what
// the engine says of them; only piles, hands and the L-game's neutral stones are read from the position's line.
import { NEITHER, pieceShape, svg } from "./shapes.js";
import { pieceWord, word } from "./words.js";

/** @typedef {import("./engine.js").Game} Game */
/** @typedef {import("./engine.js").Look} Look */
/** @typedef {{ piece: string, side: number, count?: number }} Man */
/**
 * @typedef {Object} Points
 * @property {string} kind
 * @property {number} columns
 * @property {number} rows
 * @property {(Man | null)[]} men
 * @property {number} hands points behind the board
 * @property {(move: string) => number[]} path the points that a move names, in order
 * @property {(point: number) => string} name
 */

const inHand = ["C", "E", "G", "c", "e", "g"];

/** @param {Game} game */
function boardKind(game) {
  if (game.hexagons) return "hexagons";
  if (game.lines) return "lines";
  if (game.family === "nim" || game.family === "grundy") return "piles";
  if (game.columns === 0) return "none";
  return game.family === "xiangqi" ? "xiangqi" : "cells";
}

/** @param {Game} game @param {string} position @returns {Points} */
function pilePoints(game, position) {
  const piles = position.split(" ").filter((text) => /^\d+$/.test(text)).map(Number);
  const columns = Math.max(3, piles.length), rows = Math.max(7, ...piles);
  const men = Array(columns * rows).fill(null);
  piles.forEach((coins, column) => { for (let i = 0; i < coins; i++) men[(rows - 1 - i) * columns + column] = { piece: "$", side: 0 }; });
  const at = (/** @type {string} */ move) => {
    const column = move.charCodeAt(0) - 97, taken = Number(move.slice(1));
    return (rows - 1 - (piles[column] - taken)) * columns + column;
  };
  const name = (/** @type {number} */ point) => {
    const column = point % columns, height = rows - Math.floor(point / columns);
    return `${String.fromCharCode(97 + column)}${Math.max(0, (piles[column] ?? 0) - height + 1) || ""}`;
  };
  return { kind: "piles", columns, rows, men, hands: 0, path: (move) => [at(move)], name };
}

/** @param {Look} look @param {number} point @returns {Man | null} */
function manAt(look, point) {
  const side = "XO".indexOf(look.stones[point]), piece = look.pieces[point] ?? "";
  if (side < 0) return piece && piece !== "." ? { side: NEITHER, piece } : null;
  return { side, piece: piece === "." ? "" : piece };
}

/** @param {Game} game @param {Look} look @returns {Points} */
export function boardPoints(game, look) {
  const kind = boardKind(game), { columns, rows, fromTop } = game;
  if (kind === "piles") return pilePoints(game, look.position);
  const men = [...look.stones].map((_, point) => manAt(look, point));
  if (game.family === "lgame") men.forEach((man, point) => { if (look.position[point] === "x") men[point] = { piece: "*", side: 0 }; });
  const hands = game.family === "dobutsu" ? inHand.length : 0, held = hands ? look.position.split(" ")[2] ?? "" : "";
  for (let i = 0; i < hands; i++) {
    const count = held.split(inHand[i]).length - 1;
    men.push(count ? { piece: inHand[i], side: i < 3 ? 0 : 1, count } : null);
  }
  const lowest = game.family === "xiangqi" ? 0 : 1;
  const number = (/** @type {number} */ row) => (fromTop ? row : rows - 1 - row) + lowest;
  const point = (/** @type {string} */ name) => {
    const row = Number(name.slice(1)) - lowest;
    return (fromTop ? row : rows - 1 - row) * columns + name.charCodeAt(0) - 97;
  };
  const onBoard = (/** @type {string} */ name) => name.charCodeAt(0) - 97 < columns && point(name) >= 0 && point(name) < columns * rows;
  const path = (/** @type {string} */ move) => {
    const drop = /^[A-Z]\*/.test(move) ? [columns * rows + inHand.indexOf(look.side ? move[0].toLowerCase() : move[0])] : [];
    return drop.concat((move.match(/[a-z]\d+/g) ?? []).filter(onBoard).map(point));
  };
  const name = (/** @type {number} */ at) => at >= columns * rows ? word("hand") : String.fromCharCode(97 + at % columns) + number(Math.floor(at / columns));
  return { kind, columns, rows, men, hands, path, name };
}

/** What a screen reader says of a man. @param {Game} game @param {Man | null} man */
export function manWords(game, man) {
  if (!man) return word("empty");
  if (man.piece === "$") return word("coin");
  if (man.piece === "*") return word("neutral");
  const side = man.side === NEITHER ? "" : word(man.side ? game.second : game.first), count = (man.count ?? 1) > 1 ? String(man.count) : "";
  return [side, man.piece && pieceWord(game.family, man.piece), count].filter(Boolean).join(" ");
}

/**
 * Draws a board into an svg element. `pick` hears of a point that was chosen.
 * @param {SVGSVGElement} root @param {Game} game @param {(point: number) => void} pick
 */
export function drawBoard(root, game, pick) {
  let key = "", current = 0, flipped = false;
  /** @type {Points} */ let points;
  /** @type {SVGElement[]} */ let spots = [];
  const marks = svg("g", {}), men = svg("g", {});

  /** @param {number} point @returns {[x: number, y: number]} */
  const centre = (point) => {
    const { columns, rows, kind } = points, total = columns * rows;
    if (point >= total) {
      const slot = point - total, below = (slot < 3) !== flipped;
      return [columns + 0.8, below ? rows - 0.5 - (slot % 3) * 0.58 : 0.5 + (slot % 3) * 0.58];
    }
    let x = point % columns, y = Math.floor(point / columns);
    if (flipped && kind !== "piles") [x, y] = [columns - 1 - x, rows - 1 - y];
    return kind === "hexagons" ? [x + y / 2 + 0.5, y * 0.866 + 0.577] : [x + 0.5, y + 0.5];
  };

  /** @param {number} x @param {number} y @param {number} i @returns {string} */
  const corner = (x, y, i) => {
    const [cx, cy] = [x + y / 2 + 0.5, y * 0.866 + 0.577];
    return `${(cx + 0.577 * Math.sin(i * Math.PI / 3)).toFixed(3)} ${(cy - 0.577 * Math.cos(i * Math.PI / 3)).toFixed(3)}`;
  };

  /** @param {SVGElement} group */
  const drawHexagons = (group) => {
    const { columns, rows } = points, across = [...Array(columns).keys()], down = [...Array(rows).keys()];
    for (const y of down) for (const x of across) group.append(svg("path", { d: `M${[0, 1, 2, 3, 4, 5].map((i) => corner(x, y, i)).join("L")}Z`, class: "plain" }));
    const edges = [[0, across.flatMap((x) => [corner(x, 0, -1), corner(x, 0, 0)]).concat(corner(columns - 1, 0, 1))],
      [0, across.flatMap((x) => [corner(x, rows - 1, 4), corner(x, rows - 1, 3)]).concat(corner(columns - 1, rows - 1, 2))],
      [1, down.flatMap((y) => [corner(0, y, -1), corner(0, y, 4)])],
      [1, down.flatMap((y) => [corner(columns - 1, y, 1), corner(columns - 1, y, 2)])]];
    for (const [side, line] of edges) {
      const d = `M${/** @type {string[]} */ (line).join("L")}`;
      group.append(svg("path", { d, class: "rim" }), svg("path", { d, class: `rim${side}` }));
    }
  };

  /** @param {SVGElement} group */
  const drawLines = (group) => {
    const { columns, rows, kind } = points;
    group.append(svg("rect", { width: columns, height: rows, rx: 0.1, class: "ground" }));
    let d = "";
    for (let y = 0; y < rows; y++) d += `M.5 ${y + 0.5}H${columns - 0.5}`;
    for (let x = 0; x < columns; x++) {
      const whole = kind !== "xiangqi" || x === 0 || x === columns - 1;
      d += whole ? `M${x + 0.5} .5V${rows - 0.5}` : `M${x + 0.5} .5V${rows / 2 - 0.5}M${x + 0.5} ${rows / 2 + 0.5}V${rows - 0.5}`;
    }
    if (kind === "xiangqi") d += "M3.5 .5L5.5 2.5M5.5 .5L3.5 2.5M3.5 7.5L5.5 9.5M5.5 7.5L3.5 9.5";
    group.append(svg("path", { d, class: "line" }));
  };

  /** @param {SVGElement} group */
  const drawCells = (group) => {
    const { columns, rows } = points, chess = game.family === "chess";
    if (!chess) group.append(svg("rect", { width: columns, height: rows, class: game.placement ? "cells" : "ground" }));
    for (let y = 0; chess && y < rows; y++) for (let x = 0; x < columns; x++) group.append(svg("rect", { x, y, width: 1, height: 1, class: (x + y) % 2 ? "odd" : "even" }));
    let d = "";
    for (let y = 0; y <= rows; y++) d += `M0 ${y}H${columns}`;
    for (let x = 0; x <= columns; x++) d += `M${x} 0V${rows}`;
    if (!chess) group.append(svg("path", { d, class: "line" }));
  };

  /** @param {SVGElement} group */
  const drawNames = (group) => {
    const { columns, rows, kind } = points, shift = kind === "hexagons" ? 0.35 : 0, size = Math.min(0.5, 0.0375 * (kind === "hexagons" ? columns + rows / 2 : Math.max(columns, rows)));
    for (let x = 0; x < columns; x++) {
      const at = kind === "piles" ? (rows - 1) * columns + x : flipped ? columns * rows - 1 - x : x;
      const [cx] = kind === "hexagons" ? [x + 0.5 - 0.2] : centre(kind === "piles" ? at : flipped ? columns - 1 - x + (rows - 1) * columns : x);
      group.append(svg("text", { x: cx, y: kind === "hexagons" ? -0.25 : -0.15, class: "name", "font-size": size }, points.name(x).replace(/\d/g, "")));
    }
    if (kind === "piles") return;
    for (let y = 0; y < rows; y++) {
      const [cx, cy] = centre(flipped && kind !== "hexagons" ? y * columns + columns - 1 : y * columns);
      group.append(svg("text", { x: cx - 0.5 - 0.7 * size - shift, y: cy + 0.35 * size, class: "name", "font-size": size }, points.name(y * columns).slice(1)));
    }
  };

  const drawSpots = () => {
    const group = svg("g", {});
    spots = points.men.map((_, point) => {
      const held = point >= points.columns * points.rows, half = held ? 0.28 : points.kind === "hexagons" ? 0.43 : 0.48;
      const [x, y] = centre(point), spot = svg("rect", { x: x - 0.48, y: y - half, width: 0.96, height: 2 * half, rx: 0.1, class: "point", role: "button", tabindex: -1 });
      spot.addEventListener("click", () => { focus(point, false); pick(point); });
      spot.addEventListener("focus", () => focus(point, false));
      return spot;
    });
    group.append(...spots);
    return group;
  };

  /** @param {number} point @param {boolean} now */
  const focus = (point, now) => {
    spots[current]?.setAttribute("tabindex", "-1");
    current = Math.min(point, spots.length - 1);
    spots[current]?.setAttribute("tabindex", "0");
    if (now) spots[current]?.focus();
  };

  const drawGround = () => {
    root.toggleAttribute("hidden", points.kind === "none");
    const ground = svg("g", {}), { columns, rows, kind, hands } = points;
    const right = kind === "hexagons" ? columns + rows / 2 : columns, below = kind === "hexagons" ? rows * 0.866 + 0.3 : rows;
    root.setAttribute("viewBox", `${kind === "hexagons" ? "-1.1 -0.7" : "-0.7 -0.6"} ${right + (kind === "hexagons" ? 0.4 : 0) + 1 + (hands ? 0.7 : 0)} ${below + 0.9}`);
    if (kind === "hexagons") drawHexagons(ground);
    else if (kind === "lines" || kind === "xiangqi") drawLines(ground);
    else if (kind === "cells") drawCells(ground);
    drawNames(ground);
    const had = root.contains(document.activeElement);
    root.replaceChildren(ground, ...(game.family === "lgame" ? [men, marks] : [marks, men]), drawSpots()); // the L-game's pieces fill their points
    focus(current, had);
  };

  // The nearest point in the arrow's direction.
  /** @param {number} dx @param {number} dy */
  const step = (dx, dy) => {
    const [x, y] = centre(current);
    let best = current, least = Infinity;
    for (let point = 0; point < spots.length; point++) {
      const [px, py] = centre(point), along = (px - x) * dx + (py - y) * dy, aside = Math.abs((px - x) * dy) + Math.abs((py - y) * dx);
      if (along > 0.3 && along + 3 * aside < least) [best, least] = [point, along + 3 * aside];
    }
    focus(best, true);
  };
  root.addEventListener("keydown", (event) => {
    /** @type {Record<string, [number, number]>} */
    const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    if (arrows[event.key]) step(...arrows[event.key]);
    else if (event.key === "Enter" || event.key === " ") pick(current);
    else return;
    event.preventDefault();
  });

  /** @param {string} name @param {number} point */
  const mark = (name, point) => {
    const [cx, cy] = centre(point);
    const dot = name === "may" && !points.men[point];
    marks.append(svg("circle", { cx, cy, r: dot ? 0.13 : name === "picked" || name === "hinted" ? 0.47 : 0.46, class: name === "may" && !dot ? "take" : name }));
  };

  return {
    /** Shows what the points have. @param {Points} next @param {boolean} turned */
    show(next, turned) {
      const nextKey = `${next.kind} ${next.columns} ${next.rows} ${turned}`;
      points = next;
      flipped = turned && next.kind !== "hexagons";
      if (key !== nextKey) drawGround();
      key = nextKey;
      men.replaceChildren(...points.men.flatMap((man, point) => {
        if (!man) return [];
        const group = svg("g", { transform: `translate(${centre(point).join(" ")})${point >= points.columns * points.rows ? " scale(0.55)" : ""}` });
        group.append(pieceShape(game.family, man.piece, man.side, flipped));
        if ((man.count ?? 1) > 1) group.append(svg("text", { x: 0.5, y: 0.4, class: "small" }, `×${man.count}`));
        return [group];
      }));
    },
    /** Marks points: {moved, may, picked, hinted, warned}. @param {Record<string, number[]>} lists */
    mark(lists) {
      marks.replaceChildren();
      for (const name in lists) for (const point of lists[name]) mark(name, point);
      spots.forEach((spot, point) => {
        const more = [["may", "mayMove"], ["moved", "lastMove"]].filter(([name]) => lists[name]?.includes(point)).map(([, key]) => word(key));
        spot.setAttribute("aria-label", [`${points.name(point)} ${manWords(game, points.men[point])}`, ...more].join(", "));
      });
    },
    focus,
  };
}
