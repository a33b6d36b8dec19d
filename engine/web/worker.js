// The engine beside the page: one question at a time, and meanwhile what it thinks.
import { Fault, inflate, startEngine } from "./engine.js";

/** @type {Awaited<ReturnType<typeof startEngine>> | null} */
let engine = null;

/** What a champion in the page is, or a file that was opened. @param {number} player @param {Uint8Array} bytes */
async function seatBytes(player, bytes) {
  const packed = bytes[0] === 0x1f && bytes[1] === 0x8b;
  return engine?.seat(player, packed ? await inflate(bytes) : bytes);
}

/** @param {{ number: number, question: string, values: any[] }} asked */
async function reply({ number, question, values }) {
  try {
    let answer;
    if (question === "start") engine = await startEngine(await inflate(values[0]), (thought) => postMessage({ thought }));
    else if (question === "seat" || question === "again") answer = await seatBytes(values[0], values[1]);
    else answer = /** @type {any} */ (engine)[question](...values);
    postMessage({ number, answer });
  } catch (error) {
    const failed = error instanceof Fault;
    postMessage({ number, answer: { error: failed ? error.message : String(error) }, failed });
  }
}

// Questions wait for the answer to the one before.
let replied = Promise.resolve();
onmessage = ({ data }) => { replied = replied.then(() => reply(data)); };
