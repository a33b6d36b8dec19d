// Questions to the engine's worker. A search cannot be interrupted, so a worker that thinks is given up for a new one.
import { word } from "./words.js";

/** @typedef {import("./engine.js").Thought} Thought */

// Seconds until the engine is given up: a plug-in's code may never end. Thinking is ended by "Move now".
const PATIENCE = 10, PATIENCE_TO_BEGIN = 60;

/** The bytes of base64. @param {string} text */
export function bytesOf(text) {
  const letters = atob(text), bytes = new Uint8Array(letters.length);
  for (let i = 0; i < letters.length; i++) bytes[i] = letters.charCodeAt(i);
  return bytes;
}

/** @param {string} source the worker's @param {Uint8Array} engine @param {(thought: Thought) => void} hear */
export function startTalk(source, engine, hear) {
  /** @type {Worker | null} */ let worker = null;
  /** @typedef {{ number: number, question: string, values: any[] }} Question */
  /** @type {Map<number, { asked: Question, answer: (answer: any) => void }>} */ let waiting = new Map();
  /** @type {(Uint8Array | null)[]} */ const seats = [null, null];
  let number = 0, timer = 0;

  /** Gives the question that the worker has now its time. */
  const watch = () => {
    clearTimeout(timer);
    const [now] = waiting.values();
    if (!now || now.asked.question === "think") return;
    const seconds = ["start", "seat", "again"].includes(now.asked.question) ? PATIENCE_TO_BEGIN : PATIENCE;
    const texts = now.asked.values.filter((value) => typeof value === "string").join(" ");
    timer = setTimeout(() => take(now.asked.number, { error: word("silent", String(seconds), texts) }, true), 1000 * seconds);
  };

  /** @param {Question} asked @param {(answer: any) => void} answer */
  const send = (asked, answer) => {
    waiting.set(asked.number, { asked, answer });
    worker?.postMessage(asked);
    if (waiting.size === 1) watch();
  };

  /** @param {string} question @param {...any} values @returns {Promise<any>} */
  const ask = (question, ...values) => new Promise((resolve) => send({ number: ++number, question, values }, resolve));

  /** @returns {Promise<any>} */
  const begin = () => {
    const url = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
    worker = new Worker(url);
    waiting = new Map();
    worker.onmessage = ({ data }) => data.thought ? hear(data.thought) : take(data.number, data.answer, data.failed);
    worker.onerror = (event) => { for (const { answer } of waiting.values()) answer({ error: event.message || "the engine failed" }); };
    return ask("start", engine);
  };

  /** A worker in place of this one, with the same players; the questions that waited. */
  const renew = () => {
    worker?.terminate();
    const before = [...waiting.values()], started = begin();
    seats.forEach((bytes, player) => { if (bytes) ask("again", player, bytes); });
    return { before, started };
  };

  /** An answer, or what stands for it where the engine has failed. @param {number} number @param {any} answer @param {boolean} failed */
  const take = (number, answer, failed) => {
    const question = waiting.get(number);
    waiting.delete(number);
    if (failed && !mending.has(question?.asked.question ?? "")) fail(answer);
    else watch();
    question?.answer(answer);
  };

  /** The engine has failed, as a plug-in's code can. @param {any} why */
  const fail = (why) => { for (const { answer } of renew().before) answer(why); };
  const mending = new Set(["start", "again"]); // would fail again

  return {
    ask, begin,
    /** Seats a player by a weight file or packed weights. @param {number} player @param {Uint8Array} bytes */
    async seat(player, bytes) {
      const answer = await ask("seat", player, bytes);
      if (!answer.error) seats[player] = bytes;
      return answer;
    },
    /** Ends what is under way: only a player that waits for a seat gets an answer. */
    async restart() {
      const { before, started } = renew();
      for (const { asked, answer } of before) if (asked.question === "seat") send(asked, answer);
      return started;
    },
  };
}
