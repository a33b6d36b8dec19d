// Setting up a position on the board: pieces that can be put on it, and the line that the engine reads them by.

/** @typedef {import("./engine.js").Game} Game */
/** @typedef {import("./board.js").Man} Man */

/** @type {Record<string, string>} */
const kinds = { chess: "KQRBNP", xiangqi: "KABNRCP", dobutsu: "LGECH" };

/** What can be put on a point; none: positions of this game are lines alone. @param {Game} game @returns {Man[]} */
export function setUpMen(game) {
  const letters = kinds[game.family], pieces = letters ? [...letters] : game.placement ? [""] : [];
  return [0, 1].flatMap((side) => pieces.map((piece) => ({ side, piece: side ? piece.toLowerCase() : piece })));
}

// Rows from the top, as FEN has them.
/** @param {Game} game @param {(Man | null)[]} men */
function fenBoard(game, men) {
  const rows = [...Array(game.rows).keys()].map((row) => men.slice(row * game.columns, (row + 1) * game.columns));
  return rows.map((row) => row.map((man) => man?.piece ?? ".").join("").replace(/\.+/g, (empty) => String(empty.length))).join("/");
}

// A king and a rook that stand where they began may castle.
/** @param {(Man | null)[]} men */
function castling(men) {
  const has = (/** @type {number} */ point, /** @type {string} */ piece) => men[point]?.piece === piece;
  const rights = [["K", 60, "K", 63, "R"], ["Q", 60, "K", 56, "R"], ["k", 4, "k", 7, "r"], ["q", 4, "k", 0, "r"]];
  return rights.filter(([, king, kingLetter, rook, rookLetter]) => has(Number(king), String(kingLetter)) && has(Number(rook), String(rookLetter))).map(([right]) => right).join("") || "-";
}

/** The position's line; `before` is that of the position shown before, whose pieces in hand stay. @param {Game} game @param {(Man | null)[]} men @param {number} side @param {string} before */
export function setUpLine(game, men, side, before) {
  if (kinds[game.family]) {
    const mover = (side ? game.second : game.first) === "Black" ? "b" : "w", more = game.family === "chess" ? castling(men) : game.family === "dobutsu" ? before.split(" ")[2] : "";
    return [fenBoard(game, men), mover, more].filter(Boolean).join(" ");
  }
  const points = men.map((man) => ".XO"[man ? man.side + 1 : 0]).join(""), left = men.some(Boolean) ? game.turn : game.firstTurn;
  return `${points} ${"XO"[side]}${game.lines ? left : ""}`;
}
