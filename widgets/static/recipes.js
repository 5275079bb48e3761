// From buffers to the numbers of a frame. A recipe says how a frame reads an array; positions are
// fractional, and only "blend" and "moved" interpolate between frames.

/** @import { Arrays, Coded, Numbers, Recipe, Stored, Trace, Data } from "./types.js" */

/** @param {Coded} about @param {DataView} view @returns {Numbers} */
function decode(about, view) {
  // A binary trait may start at any byte: a typed array needs an aligned copy.
  const bytes = view.buffer.slice(view.byteOffset, view.byteOffset + view.byteLength);
  if (about.type === "f4") return Float64Array.from(new Float32Array(bytes));
  if (about.type === "i4") return new Int32Array(bytes);
  const codes = new Int16Array(bytes);
  const out = new Float64Array(codes.length);
  for (let i = 0; i < codes.length; i++) {
    out[i] = codes[i] === -32768 ? NaN : about.offset + about.scale * codes[i];
  }
  return out;
}

/**
 * @param {Record<string, Coded>} about @param {Record<string, DataView>} buffers
 * @param {Arrays} [before] those of the scene before: arrays of one name hold the same numbers
 * @returns {Arrays}
 */
export function decodeAll(about, buffers, before = {}) {
  /** @type {Arrays} */
  const arrays = {};
  for (const [name, one] of Object.entries(about)) {
    const values = before[name]?.values ?? decode(one, buffers[name]);
    arrays[name] = { values, shape: one.shape, log: Boolean(one.log) };
  }
  return arrays;
}

/** @param {Stored} array @param {number} k @returns {Numbers} */
function rowOf(array, k) {
  const n = array.values.length / array.shape[0];
  return array.values.subarray(k * n, (k + 1) * n);
}

/** @param {Stored} array @param {number} position @returns {Numbers} */
function mixed(array, position) {
  const k = Math.floor(position);
  const share = position - k;
  const a = rowOf(array, k);
  if (share === 0) return a;
  const b = rowOf(array, Math.min(k + 1, array.shape[0] - 1));
  return a.map((v, i) => (1 - share) * v + share * b[i]);
}

/** @param {Recipe} e @param {Arrays} arrays @param {number} position */
function affine(e, arrays, position) {
  const { values, shape } = arrays[e.shape];
  const A = mixed(arrays[e.A], position);
  const b = mixed(arrays[e.b], position)[0];
  const d = shape[1];
  const out = new Float64Array(shape[0]);
  for (let i = 0; i < out.length; i++) {
    let sum = b;
    for (let j = 0; j < d; j++) sum += values[i * d + j] * A[j];
    out[i] = sum;
  }
  return out;
}

// Lists of one length; a single number goes with every entry of the others.
/** @param {Numbers[]} lists @returns {Numbers[]} */
function levelled(lists) {
  const n = Math.max(...lists.map((l) => l.length));
  return lists.map((l) => (l.length === 1 && n > 1 ? new Float64Array(n).fill(l[0]) : l));
}

/** @type {Record<string, (lists: Numbers[], e: Recipe) => Float64Array>} */
const COMBINE = {
  // pieces (a, b): a, b, gap
  weave([a, b]) {
    const out = new Float64Array(3 * a.length).fill(NaN);
    a.forEach((v, i) => { out[3 * i] = v; out[3 * i + 1] = b[i]; });
    return out;
  },
  // a polygon for each run without gaps: forward along the low edge, back along the high one
  around([x, low, high], { axis }) {
    /** @type {number[]} */
    const out = [];
    const [there, back] = axis ? [low, high] : [x, x];
    for (let i = 0; i < x.length; i++) {
      let end = i;
      while (end < x.length && Number.isFinite(x[end] + low[end] + high[end])) end++;
      if (end === i) continue;
      out.push(...there.slice(i, end), ...back.slice(i, end).reverse(), NaN);
      i = end;
    }
    return Float64Array.from(out);
  },
  // a bar is five corners and a gap
  sides([x], { half }) {
    const out = new Float64Array(6 * x.length).fill(NaN);
    x.forEach((v, i) => out.set([v - half, v - half, v + half, v + half, v - half], 6 * i));
    return out;
  },
  rise([h], { foot }) {
    const out = new Float64Array(6 * h.length).fill(NaN);
    h.forEach((v, i) => out.set([foot, v, v, foot, foot], 6 * i));
    return out;
  },
};

/** @param {Recipe} e @param {Arrays} arrays @param {number} position */
function only(e, arrays, position) {
  const values = Float64Array.from(numbers(e.of[0], arrays, position));
  const klass = numbers(e.klass, arrays, position);
  for (let i = 0; i < values.length; i++) {
    const own = klass[Math.min(Math.floor(i / e.each), klass.length - 1)];
    if (Math.round(own) !== e.is) values[i] = NaN;
  }
  return values;
}

/** @param {Recipe} e @param {Arrays} arrays @param {number} position @returns {any} */
function numbers(e, arrays, position) {
  const k = Math.floor(position);
  switch (e.how) {
    case "static": return arrays[e.a].values;
    case "prefix": return arrays[e.a].values.subarray(0, arrays[e.upto].values[k] + 1);
    case "rest": return arrays[e.a].values.subarray(arrays[e.upto].values[k]);
    case "row": return rowOf(arrays[e.a], k);
    case "blend": return mixed(arrays[e.a], position);
    case "ragged": {
      const at = arrays[e.offsets].values;
      return arrays[e.a].values.subarray(at[k], at[k + 1]);
    }
    case "moved": return affine(e, arrays, position);
    case "only": return only(e, arrays, position);
    case "words": return [e.words[k]];
  }
  return COMBINE[e.how](levelled(e.of.map((one) => numbers(one, arrays, position))), e);
}

/** @param {Recipe} e @returns {boolean} */
export function blends(e) {
  return e.how === "blend" || (e.of ?? []).some(blends);
}

/** @param {Recipe} e @returns {boolean} */
function steps(e) {
  return e.how !== "blend" && e.how !== "moved" && (e.of ?? []).every(steps);
}

// The numbers of one trace at a position; a trace that steps is not read again within a frame.
/** @param {Trace} trace @param {Arrays} arrays @param {number} position */
export function read(trace, arrays, position) {
  trace.steps ??= Object.values(trace.bind).every(steps);
  const key = trace.moving ? (trace.steps ? Math.floor(position) : position) : 0;
  if (trace.read?.key !== key || trace.read.arrays !== arrays) {
    /** @type {Data} */
    const data = {};
    for (const [name, e] of Object.entries(trace.bind)) data[name] = numbers(e, arrays, position);
    if (["line", "points", "words"].includes(trace.style.kind)) {
      const names = ["x", "y", "z"].filter((name) => name in data);
      levelled(names.map((name) => data[name])).forEach((l, i) => { data[names[i]] = l; });
    }
    trace.read = { key, arrays, data };
  }
  return trace.read.data;
}
