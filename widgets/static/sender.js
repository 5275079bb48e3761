// What a user does to a knob, sent to the kernel and to the cache of the page.

import { scale } from "./scale.js";

/** @import { KnobSpec, Sender, Turn } from "./types.js" */

/** The kinds of knobs with a slider. @type {Record<string, true>} */
export const RANGES = { linear: true, log: true, integer: true };

const MAX_UNANSWERED = 2; // values: one is computed while the picture of another travels
const MAX_WAIT = 100; // ms to wait for a picture before a newer value is sent during a drag
// During a fast drag it is not visible whether the picture is of the value or of one that is so
// near, as a share of the range; after so many ms in one place it may be.
const NEAR = 1 / 110;
const PAUSE = 60;

/**
 * What a sender needs of `Knobs`.
 * @typedef {{
 *   states: Record<string, { followed?: boolean }>, turn(turn: Turn): number,
 *   send(knob: string, value: unknown, dragging: boolean): void,
 * }} Out
 */

// While the user drags, the newest value is sent when the picture of an earlier one is painted, or
// has taken long. A value whose picture the page has is not sent, one that is near to such a value
// is sent when the pointer pauses, the last value always is.
/** @param {Out} knobs @param {KnobSpec} spec @returns {Sender} */
export function sender(knobs, spec) {
  const { name: knob, periodic } = spec;
  const { share } = spec.kind in RANGES ? scale(spec) : { share: () => 0 };
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let pause;
  /** @type {unknown} */
  let newest;
  /** @type {string[]} */
  let unanswered = []; // the values without an answer, in JSON
  let last = ""; // the value that was answered last, in JSON
  let [held, due, near] = [false, false, false];
  const turn = () => knobs.turn({ knob, value: newest, dragging: held, share, periodic });
  const flush = () => {
    clearTimeout(timer);
    clearTimeout(pause);
    timer = held ? setTimeout(late, MAX_WAIT) : undefined;
    unanswered = held ? [...unanswered, JSON.stringify(newest)] : [];
    due = false;
    knobs.send(knob, newest, held);
  };
  const late = () => {
    unanswered = [];
    if (due && !near) flush();
  };
  return {
    send(value, atOnce = true) {
      [newest, held] = [value, !atOnce];
      const away = turn();
      const wanted = atOnce || Boolean(knobs.states[knob]?.followed);
      due = wanted || away > 0;
      near = !wanted && away <= NEAR;
      clearTimeout(pause);
      if (due && near) pause = setTimeout(flush, PAUSE);
      else if (due && (atOnce || unanswered.length < MAX_UNANSWERED)) flush();
    },
    // It was turned elsewhere, or its own value has come back.
    reset(value) {
      if (held) return;
      newest = value;
      turn();
    },
    // An answer is painted. They come in order: with this one, those before are answered as well.
    // What the kernel made of a value may be another: it answers the oldest. Painted again, as a
    // part and then whole, it answers nothing.
    painted(value) {
      const name = JSON.stringify(value);
      const at = unanswered.indexOf(name);
      if (at >= 0 || name !== last) unanswered.splice(0, Math.max(at, 0) + 1);
      last = name;
      if (due && !near && unanswered.length < MAX_UNANSWERED) flush();
    },
    finish() {
      if (!held) return;
      held = false;
      turn();
      flush();
    },
  };
}
