// The scale of a slider: positions to values and back.

import { clamp } from "./values.js";

/** @import { KnobSpec } from "./types.js" */

const STEPS = 240; // positions of a slider that is not one of whole numbers

// The slider's scale: whole positions 0..steps <-> values, and the share of the way at a value.
/** @param {Pick<KnobSpec, "kind" | "low" | "high" | "stops">} spec */
export function scale(spec) {
  return spec.stops ? stopped(even(spec).share, spec.stops) : even(spec);
}

/** @param {Pick<KnobSpec, "kind" | "low" | "high">} spec */
function even({ kind, low, high }) {
  const log = kind === "log";
  const from = log ? Math.log10(low) : low;
  const to = log ? Math.log10(high) : high;
  const steps = kind === "integer" ? Math.round(high - low) : STEPS;
  /** @param {number} value */
  const share = (value) => ((log ? Math.log10(value) : value) - from) / (to - from || 1);
  /** @param {number} position */
  const value = (position) => {
    if (position <= 0) return low;
    if (position >= steps) return high;
    const x = from + ((to - from) * position) / steps;
    if (kind === "integer") return Math.round(x);
    const short = log ? Number((10 ** x).toPrecision(3)) : rounded(x, (to - from) / steps);
    return clamp(short, low, high);
  };
  return { steps, share, value };
}

// The scale of a slider that has some rising values only, evenly spaced.
/** @param {(value: number) => number} place @param {number[]} stops */
function stopped(place, stops) {
  const steps = stops.length - 1;
  const at = stops.map(place);
  /** @param {number} value */
  const share = (value) => {
    const x = place(value);
    if (!(x >= at[0] && x <= at[steps])) return x < at[0] ? -1 : x > at[steps] ? 2 : NaN;
    const i = Math.max(at.findIndex((one) => one >= x), 1);
    return (i - 1 + (x - at[i - 1]) / (at[i] - at[i - 1])) / steps;
  };
  /** @param {number} position */
  const value = (position) => stops[clamp(Math.round(position), 0, steps)];
  return { steps, share: steps ? share : () => 0, value };
}

// x rounded to the decimals that distinguish neighbouring positions.
/** @param {number} x @param {number} step */
function rounded(x, step) {
  const decimals = clamp(Math.ceil(-Math.log10(step)), 0, 12);
  return Number(x.toFixed(decimals));
}
