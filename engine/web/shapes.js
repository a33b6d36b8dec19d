// Pieces, drawn about the origin in a square of side 1.

export const SVG = "http://www.w3.org/2000/svg";

/** @param {string} name @param {Record<string, string | number>} attributes @param {string} [text] */
export function svg(name, attributes, text) {
  const element = document.createElementNS(SVG, name);
  for (const key in attributes) element.setAttribute(key, String(attributes[key]));
  if (text !== undefined) element.textContent = text;
  return element;
}

// A foot that all chess pieces stand on.
const foot = "M-.3 .4V.32Q-.3 .25-.2 .25H.2Q.3 .25.3 .32V.4Z";
/** @type {Record<string, string>} */
const chess = {
  p: "M-.17 .25Q-.06 .1-.08-.02H-.14V-.09H-.08A.14 .14 0 1 1 .08-.09H.14V-.02H.08Q.06 .1.17 .25Z",
  r: "M-.19 .25L-.15-.12H-.23V-.36H-.12V-.27H-.05V-.36H.05V-.27H.12V-.36H.23V-.12H.15L.19 .25Z",
  n: "M-.2 .25Q-.19 .05-.02-.06L-.13-.03Q-.22 .03-.28-.03L-.29-.1L-.13-.27L-.12-.38L-.02-.31Q.26-.28.22 .25Z",
  b: "M-.19 .25Q-.1 .15-.11 .08Q-.22-.03-.16-.14Q-.11-.24 0-.32Q.11-.24.16-.14Q.22-.03.11 .08Q.1 .15.19 .25ZM-.05-.36A.05 .05 0 1 1 .05-.36A.05 .05 0 1 1-.05-.36Z",
  q: "M-.21 .25L-.31-.24L-.16-.08L-.15-.33L-.04-.1L0-.38L.04-.1L.15-.33L.16-.08L.31-.24L.21 .25Z",
  k: "M-.2 .25Q-.38 .02-.3-.11Q-.18-.24-.04-.09V-.25H-.12V-.32H-.04V-.4H.04V-.32H.12V-.25H.04V-.09Q.18-.24.3-.11Q.38 .02.2 .25Z",
};
/** @type {Record<string, string>} */
const han = { K: "帥", A: "仕", B: "相", N: "傌", R: "俥", C: "炮", P: "兵", k: "將", a: "士", b: "象", n: "馬", r: "車", c: "砲", p: "卒" };

/** The side of a piece that belongs to neither. */
export const NEITHER = 2;

/** @param {number} side */
function stone(side) {
  return svg("circle", { r: 0.42, class: `stone${side}` });
}

/** @param {string} piece @param {number} side */
function chessman(piece, side) {
  const group = svg("g", { class: `piece${side}` });
  group.append(svg("path", { d: chess[piece.toLowerCase()] ?? "" }), svg("path", { d: foot }));
  return group;
}

/** @param {string} piece @param {number} side */
function xiangqiman(piece, side) {
  const group = svg("g", {});
  group.append(svg("circle", { r: 0.44, class: `disc own${side}` }), svg("text", { y: 0.14, class: `han letter${side}` }, han[piece] ?? piece),
    svg("text", { y: 0.37, class: `small letter${side}` }, piece.toUpperCase()));
  return group;
}

// A stone with a letter.
/** @param {string} piece @param {number} side */
function lettered(piece, side) {
  const group = svg("g", {});
  group.append(stone(side), svg("text", { y: 0.18, class: `letter on${side}` }, piece));
  return group;
}

// A tile that points where its side goes.
/** @param {string} piece @param {number} side @param {boolean} flipped */
function tile(piece, side, flipped) {
  const group = svg("g", {}), up = (side === 0) !== flipped;
  group.append(svg("path", { d: up ? "M-.36 .4V-.2L0-.42L.36-.2V.4Z" : "M-.36-.4V.2L0 .42L.36 .2V-.4Z", class: `tile own${1 - side}`, "stroke-width": 0.05 }),
    svg("text", { y: up ? 0.25 : 0.1, class: `letter letter${1 - side}` }, piece.toUpperCase()));
  return group;
}

/**
 * What stands on a point: a stone's X or O, "*" for a neutral one, "o" for a coin, or a piece's letter.
 * @param {string} family @param {string} piece @param {number} side @param {boolean} flipped
 */
export function pieceShape(family, piece, side, flipped) {
  if (piece === "*") return svg("circle", { r: 0.3, class: "neutral" });
  if (piece === "$") return svg("rect", { x: -0.4, y: -0.2, width: 0.8, height: 0.4, rx: 0.15, class: "coin" });
  if (!piece) return family === "lgame" ? svg("rect", { x: -0.46, y: -0.46, width: 0.92, height: 0.92, rx: 0.1, class: `stone${side}` }) : stone(side);
  if (family === "chess") return chessman(piece, side);
  if (family === "xiangqi") return xiangqiman(piece, side);
  return family === "dobutsu" ? tile(piece, side, flipped) : lettered(piece, side);
}
