// Scenes solved in advance, as widgets/lattice.py stores them: which point belongs to a setting,
// and its parts, inflated when they are first asked for.

import { bytesOf, inflated } from "./bytes.js";
import { same } from "./values.js";

/** @import { LatticeIndex, Part, PointSpec, Spec } from "./types.js" */

/** @param {Uint8Array<ArrayBuffer>} bytes */
const json = (bytes) => JSON.parse(new TextDecoder().decode(bytes));

/**
 * The parts in a piece of bytes: the length of the list, the list, the parts.
 * @param {DataView<ArrayBuffer>} piece @returns {Map<string, Part>}
 */
export function partsOf({ buffer, byteOffset }) {
  let at = 4 + new DataView(buffer).getUint32(byteOffset, true);
  const listed = json(new Uint8Array(buffer, byteOffset + 4, at - 4));
  return new Map(listed.map((/** @type {[string, number, any]} */ [name, length, about]) => {
    const data = new Uint8Array(buffer, byteOffset + at, length);
    at += length;
    return [name, { data, about }];
  }));
}

/**
 * The point that `head` makes of its parts.
 * @param {any} head @param {(name: string) => Part} part @returns {PointSpec}
 */
export function pointOf(head, part) {
  /** @param {Record<string, string>} names */
  const read = (names) => Object.fromEntries(
    Object.entries(names).map(([role, name]) => [role, json(part(name).data)]),
  );
  const extra = read(head.extra);
  if (head.error) return { error: head.error, extra };
  /** @type {Record<string, any>} */
  const about = {};
  /** @type {Record<string, DataView<ArrayBuffer>>} */
  const buffers = {};
  for (const name of head.arrays) {
    const { data, about: how } = part(name);
    about[name] = how;
    buffers[name] = new DataView(data.buffer, data.byteOffset, data.byteLength);
  }
  const panels = head.panels.map((/** @type {string} */ name) => json(part(name).data));
  const spec = /** @type {Spec} */ (/** @type {unknown} */ (
    { ...read(head.spec), panels, arrays: about }));
  return { spec, buffers, extra };
}

const MAX_INFLATED = 400; // chunks; a page of many settings must not fill the memory

export class Lattice {
  /** @type {Map<number, Promise<Map<string, Part>>>} */
  open = new Map();

  /** @param {LatticeIndex} index @param {string} text the chunks in base64, one after the other */
  constructor(index, text) {
    this.index = index;
    this.text = text;
    let at = 0;
    this.places = index.chunks.map((length) => [at, (at += length)]);
  }

  /** The values that a varied knob takes. @param {string} name */
  values(name) { return this.index.axes.find(([own]) => own === name)?.[1]; }

  /**
   * The number of a setting, -1 where it was not solved.
   * @param {Record<string, unknown>} settings
   */
  place(settings) {
    let k = 0;
    for (const [name, values] of this.index.axes) {
      const i = values.findIndex((one) => same(one, settings[name]));
      if (i < 0) return -1;
      k = k * values.length + i;
    }
    return k;
  }

  /**
   * The values of the varied knobs in setting `k`.
   * @param {number} k @returns {Record<string, unknown>}
   */
  settings(k) {
    /** @type {Record<string, unknown>} */
    const found = {};
    for (const [name, values] of [...this.index.axes].reverse()) {
      found[name] = values[k % values.length];
      k = Math.floor(k / values.length);
    }
    return found;
  }

  /**
   * The point of setting `k`.
   * @param {number} k @returns {Promise<PointSpec>}
   */
  async point(k) {
    const number = this.index.at[k];
    const chunks = await Promise.all(this.index.points[number].map((c) => this.chunk(c)));
    /** @param {string} name */
    const part = (name) => /** @type {Part} */ (chunks.find((c) => c.has(name))?.get(name));
    return pointOf(json(part(`p${number}`).data), part);
  }

  /** @param {number} c @returns {Promise<Map<string, Part>>} */
  chunk(c) {
    const found = this.open.get(c) ?? this.inflate(c);
    this.open.delete(c); // the most recently used is last
    this.open.set(c, found);
    if (this.open.size > MAX_INFLATED) this.open.delete(this.open.keys().next().value ?? c);
    return found;
  }

  /** @param {number} c */
  async inflate(c) {
    const buffer = await inflated(bytesOf(this.text.slice(...this.places[c])), "deflate");
    return partsOf(new DataView(buffer));
  }
}
