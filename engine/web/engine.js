// The engine's module as an object: texts in, objects out (engine/web/web.h). It runs in a worker and in node.

/** @typedef {{ error?: string }} Refused */
/** @typedef {[text: string, name: string]} Move */
/**
 * @typedef {Object} Game
 * @property {string} name
 * @property {string} family
 * @property {string} first
 * @property {string} second
 * @property {number} columns
 * @property {number} rows
 * @property {boolean} fromTop
 * @property {boolean} hexagons
 * @property {boolean} placement
 * @property {boolean} lines
 * @property {number} turn plies of a turn
 * @property {number} firstTurn
 * @property {string} counted
 * @property {boolean} fen
 * @property {boolean} costly
 * @property {string} record
 */
/** @typedef {Record<string, string | number>} Provenance */
/** @typedef {{ game: Game, weights: Provenance, disc: number, unit: number, spread: number }} Seat */
/**
 * @typedef {Object} Look
 * @property {string} line
 * @property {string} start
 * @property {string} position
 * @property {number} side
 * @property {number} left
 * @property {boolean} over
 * @property {number} margin
 * @property {boolean} check
 * @property {string} stones
 * @property {string} pieces
 * @property {Move[]} moves
 * @property {[text: string, name: string, side: number][]} played
 */
/**
 * @typedef {Object} Thought
 * @property {string} move
 * @property {number} score
 * @property {number} win
 * @property {boolean} proved
 * @property {number} depth
 * @property {number} nodes
 * @property {Move[]} line
 */

/** The engine ended in the middle of an answer: it can give no other. */
export class Fault extends Error {}

/** Undoes gzip, whose last four bytes are the size of what comes. @param {Uint8Array} bytes @returns {Promise<Uint8Array>} */
export async function inflate(bytes) {
  const stream = new Blob([/** @type {BlobPart} */ (bytes)]).stream().pipeThrough(new DecompressionStream("gzip"));
  const out = new Uint8Array(new DataView(bytes.buffer, bytes.byteOffset + bytes.length - 4).getUint32(0, true)), reader = stream.getReader();
  for (let at = 0, part = await reader.read(); !part.done; part = await reader.read()) {
    out.set(part.value, at);
    at += part.value.length;
  }
  return out;
}

// What the C library asks of its system: the time, a place for its last words, and else nothing.
/** @param {WebAssembly.Module} module @param {() => DataView} view */
function system(module, view) {
  const no = 52, bad = 8;
  let said = "";
  /** @type {Record<string, Function>} */
  const calls = {
    clock_time_get: (/** @type {number} */ _id, /** @type {bigint} */ _precision, /** @type {number} */ at) => {
      view().setBigUint64(at, BigInt(Math.round(performance.now() * 1e6)), true);
      return 0;
    },
    environ_sizes_get: (/** @type {number} */ count, /** @type {number} */ size) => {
      view().setUint32(count, 0, true);
      view().setUint32(size, 0, true);
      return 0;
    },
    environ_get: () => 0,
    fd_prestat_get: () => bad,
    fd_write: (/** @type {number} */ _fd, /** @type {number} */ pieces, /** @type {number} */ count, /** @type {number} */ written) => {
      let sum = 0, text = "";
      for (let i = 0; i < count; i++) {
        const at = view().getUint32(pieces + 8 * i, true), size = view().getUint32(pieces + 8 * i + 4, true);
        text += new TextDecoder().decode(new Uint8Array(view().buffer, at, size));
        sum += size;
      }
      said = text.trim() || said;
      view().setUint32(written, sum, true);
      return 0;
    },
    proc_exit: () => { throw new Error(said || "the engine ended"); },
  };
  const names = WebAssembly.Module.imports(module).filter((entry) => entry.module === "wasi_snapshot_preview1");
  return Object.fromEntries(names.map(({ name }) => [name, calls[name] ?? (() => no)]));
}

/**
 * Starts the engine. `tell` hears of each finished depth.
 * @param {BufferSource | WebAssembly.Module} source @param {(thought: Thought) => void} tell
 */
export async function startEngine(source, tell) {
  const module = source instanceof WebAssembly.Module ? source : await WebAssembly.compile(source);
  /** @type {any} */
  let wasm = null;
  const view = () => new DataView(wasm.memory.buffer);
  const text = (/** @type {number} */ at) => {
    const bytes = new Uint8Array(wasm.memory.buffer, at);
    return new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(0)));
  };
  const answer = (/** @type {number} */ at) => JSON.parse(text(at));
  const put = (/** @type {string | Uint8Array} */ given) => {
    const bytes = typeof given === "string" ? new TextEncoder().encode(given) : given;
    const at = wasm.room(bytes.length);
    new Uint8Array(wasm.memory.buffer, at, bytes.length).set(bytes);
    return bytes.length;
  };
  const page = { tell: (/** @type {number} */ at) => tell(answer(at)) };
  const instance = await WebAssembly.instantiate(module, { page, wasi_snapshot_preview1: system(module, view) });
  wasm = instance.exports;
  wasm._initialize();
  /** What ended it: if that was a plug-in's code, its function and, if it can still be written, the position. @param {unknown} error */
  const fault = (error) => {
    for (const position of wasm.fault ? [1, 0] : []) {
      try {
        const told = answer(wasm.fault(position)).error;
        if (told) return `${told} (${error})`;
      } catch { /* the position */ }
    }
    return error instanceof WebAssembly.RuntimeError ? `the engine failed: ${error}` : String(/** @type {Error} */ (error).message ?? error);
  };
  const call = (/** @type {string} */ name, /** @type {number[]} */ ...values) => {
    try {
      return answer(wasm[name](...values));
    } catch (error) {
      throw new Fault(fault(error));
    }
  };
  const joined = wasm.join ? call("join") : {};
  if (joined.error) throw new Error(joined.error);
  return {
    /** @param {number} player @param {string | Uint8Array} weights @returns {Seat & Refused} */
    seat(player, weights) { const size = put(weights); return call("seat", player, size); },
    /** @param {string} line @returns {Look & Refused} */
    look(line) { put(line); return call("look"); },
    /** @param {string} given @returns {Look & Refused} */
    read(given) { put(given); return call("read"); },
    /** @param {string} format @param {string} line @returns {{ text: string } & Refused} */
    write(format, line) { put(`${format} ${line}`); return call("write"); },
    /** @param {number} player @param {string} line @param {number} nodes @param {number} seconds @returns {Thought & Refused} */
    think(player, line, nodes, seconds) { put(line); return call("think", player, nodes, seconds); },
    forget() { wasm.forget(); },
  };
}
