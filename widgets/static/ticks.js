// Where an axis has ticks, and their words: as many as find space side by side.

import { powerTick, tick, ticks as wordsOf } from "./text.js";
import { ticks } from "./vendor/d3.js";

/** @import { Axis, Tick } from "./types.js" */

const MOST = 7; // ticks that come without being asked for

/**
 * The ticks of an axis over a range of its drawn coordinate, which may run down; of the lists that
 * it may have, the longest whose words `fit`.
 * @param {Pick<Axis, "log" | "ticks">} axis @param {number[]} range
 * @param {(found: Tick[]) => boolean} fit
 * @returns {Tick[]}
 */
export function ticksOf(axis, range, fit) {
  const [low, high] = [Math.min(...range), Math.max(...range)];
  let last = /** @type {Tick[]} */ ([]);
  for (const found of choices(axis, low, high)) {
    const inside = found.filter(({ at }) => at >= low && at <= high);
    if (inside.length && fit(inside)) return inside;
    if (inside.length) last = inside.slice(0, 1);
  }
  return last;
}

/** @param {Pick<Axis, "log" | "ticks">} axis @param {number} low @param {number} high */
function choices(axis, low, high) {
  if (axis.ticks) return worded(axis.ticks);
  if (!(high > low)) return [];
  return axis.log ? logarithmic(low, high) : linear(low, high);
}

// Words that the scene gives, at drawn coordinates: all, every second, every third ...
/** @param {{ at: number[], words: string[] }} own */
function* worded({ at, words }) {
  const all = at.map((v, i) => ({ at: v, words: words[i] }));
  for (let step = 1; step <= all.length; step++) yield all.filter((_, i) => i % step === 0);
}

/** @param {number} low @param {number} high */
function* linear(low, high) {
  yield* round(low, high, (v) => v);
}

// Two to seven powers of ten; where there are fewer, 1, 2 and 5 times a power; and on what is
// shorter still, round numbers.
/** @param {number} low @param {number} high */
function* logarithmic(low, high) {
  const decades = high - low;
  if (Math.floor(high) > Math.ceil(low) && decades > 1.5) {
    for (let step = Math.max(1, Math.ceil(decades / (MOST - 1))); step <= decades; step++) {
      yield powers(low, high, step, [1]);
    }
  } else if (decades > 0.7) {
    yield powers(low, high, 1, [1, 2, 5]);
    yield powers(low, high, 1, [1, 3]);
    yield powers(low, high, 1, [1]);
  }
  yield* round(10 ** low, 10 ** high, Math.log10);
}

/** @param {number} low @param {number} high @param {number} step @param {number[]} digits */
function powers(low, high, step, digits) {
  const found = [];
  for (let k = step * Math.floor(low / step); k <= high; k += step) {
    // 10 ** -5 is not what "1e-5" reads as.
    for (const digit of digits) found.push({ at: k + Math.log10(digit), value: Number(`${digit}e${k}`) });
  }
  const inside = found.filter(({ at }) => at >= low && at <= high);
  const values = inside.map(({ value }) => value);
  const words = digits.length === 1 ? values.map(powerTick) : wordsOf(values);
  return inside.map(({ at }, i) => ({ at, words: words[i] }));
}

// Round numbers, from many to one; without those whose words are of another number, as happens
// where few digits do not separate neighbours.
/**
 * @param {number} low @param {number} high @param {(v: number) => number} place
 */
function* round(low, high, place) {
  for (let many = MOST; many > 0; many--) {
    const at = ticks(low, high, many);
    if (at.length > MOST + 1) continue;
    const step = at.length > 1 ? at[1] - at[0] : high - low;
    /** @param {number} v */
    const isReported = (v) => Math.abs(Number(tick(v).replace("−", "-")) - v) < 1e-3 * step;
    const retained = at.filter(isReported);
    const words = wordsOf(retained);
    yield retained.map((v, i) => ({ at: place(v), words: words[i] }));
  }
}
