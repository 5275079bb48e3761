// Between two pictures: points, lines and outlines that are the same marks in both move from where
// they are to where they belong. Words and numbers never do, nor does a chart: only in a plane with
// one unit is a place between two places meaningful.

import { read } from "./recipes.js";

/** @import { Arrays, Data, Panel, Recipe, Trace } from "./types.js" */

export const MAX_MS = 80;
const FIRST_SHARE = 1 / 3; // the share of the way that is done at once: the user is waiting
const KINDS = ["line", "points"];
const COORDINATES = ["x", "y"];

/** @typedef {{ panel: Panel, arrays: Arrays, position: number }} Shown */

// How a recipe reads its arrays, without their names.
/** @param {Recipe} e @returns {unknown} */
function recipeKind({ how, of, klass, is, each, half, foot, axis }) {
  return [how, (of ?? []).map(recipeKind), klass && recipeKind(klass), is, each, half, foot, axis];
}

// What a trace is, whatever value its name has: the line f = 0.77 becomes the line f = 0.8.
/** @param {Trace} t */
function identity({ style, mark, moving, bind: { x, y } }) {
  const name = String(style.name).split("=")[0];
  return JSON.stringify([{ ...style, name }, mark, moving, recipeKind(x), recipeKind(y)]);
}

// Whether both have the same number of places, and gaps at the same indices.
/** @param {ArrayLike<number>} a @param {ArrayLike<number>} b */
function sameGaps(a, b) {
  let same = a.length === b.length;
  for (let i = 0; same && i < a.length; i++) same = Number.isFinite(a[i]) === Number.isFinite(b[i]);
  return same;
}

/** @param {ArrayLike<number>} a @param {ArrayLike<number>} b */
function differ(a, b) {
  for (let i = 0; i < a.length; i++) if (Number.isFinite(b[i]) && a[i] !== b[i]) return true;
  return false;
}

// Whether both axes have equal units, and a mark is drawn at the same place in both panels.
/** @param {Panel} a @param {Panel} b */
const isSamePlane = (a, b) => b.equal && a.key === b.key && a.traces.length === b.traces.length
  && !b.axes.some((axis, i) => axis.log || a.axes[i].log || axis.title !== a.axes[i].title);

export class Transition {
  /** @type {Map<Trace, Data>} */
  from = new Map();

  /**
   * From what is shown to what is wanted; `before` may be in transition itself.
   * @param {Shown} before @param {Transition | null} running @param {Shown} after
   * @param {number} start @param {number} span in ms
   */
  constructor(before, running, after, start, span) {
    this.start = start;
    this.span = span;
    if (!isSamePlane(before.panel, after.panel)) return;
    after.panel.traces.forEach((trace, i) => {
      const old = before.panel.traces[i];
      if (!KINDS.includes(trace.style.kind)) return;
      if (identity(old) !== identity(trace)) return;
      const there = read(old, before.arrays, before.position);
      const data = running?.at(old, there, start) ?? there;
      const wanted = read(trace, after.arrays, after.position);
      if (!COORDINATES.every((p) => sameGaps(data[p], wanted[p]))) return;
      if (COORDINATES.some((p) => differ(data[p], wanted[p]))) this.from.set(trace, data);
    });
  }

  /** @param {number} now */
  isOver(now) { return !this.from.size || now - this.start >= this.span; }

  /** Whether a trace is on its way. @param {Trace} trace */
  moves(trace) { return this.from.has(trace); }

  /**
   * The data of a trace at that time of the transition.
   * @param {Trace} trace @param {Data} wanted @param {number} now @returns {Data}
   */
  at(trace, wanted, now) {
    const from = this.from.get(trace);
    if (!from || this.isOver(now)) return wanted;
    const share = FIRST_SHARE + (1 - FIRST_SHARE) * Math.max((now - this.start) / this.span, 0);
    const between = { ...wanted };
    for (const p of COORDINATES) {
      between[p] = Float64Array.from(wanted[p], (v, i) => from[p][i] + share * (v - from[p][i]));
    }
    return between;
  }
}
