// The pictures that a page has of one knob: those that came while it was dragged, and those that
// the kernel has computed ahead of the drag. A drag over one of their values is answered at once.

import { partsOf, pointOf } from "./lattice.js";
import { Shared } from "./shared.js";
import { same } from "./values.js";

/** @import { Prefetch, Part, Picture, Turn } from "./types.js" */

/** @typedef {{ value: unknown, picture: Picture, bytes: number }} Held */
/** @typedef {{ show(): void }} View */

export const MAX_BYTES = 8e6;
const ASK_WITHIN = 3000; // ms after the last touch in which the kernel may be asked
const ASK_EVERY = 250; // ms between two requests

/** @extends {Shared<View>} */
export class PrefetchCache extends Shared {
  /** @type {Map<string, Held>} */
  held = new Map(); // the value in JSON -> its picture; the most recently used is last
  /** @type {Map<string, Part>} */
  parts = new Map();
  bytes = 0;
  knob = ""; // whose values they are
  others = ""; // the values of the other knobs, in JSON
  id = "";
  /** @type {Turn | null} */
  drag = null;
  /** @type {Picture | null} */
  shown = null; // in place of what the kernel sent last
  released = false; // whether the user has released a knob whose last picture is still to come
  /** @type {Record<string, unknown>} */
  values = {}; // of the page's knobs that have been turned
  /** @type {Prefetch | null} */
  slider = null; // the slider that was touched last
  touched = -Infinity;
  asked = -Infinity;

  // The values of all knobs but one, as far as the page knows: those of the last picture, and those
  // that have been set since.
  /** @param {string} knob @param {Record<string, unknown>} at */
  otherKnobs(knob, at) {
    const { [knob]: _, ...others } = at;
    return JSON.stringify(Object.entries(others).sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  // Store pictures of this knob from now on; those of another, or at other settings, are of no use.
  /** @param {string} knob */
  startFor(knob) {
    const others = this.otherKnobs(knob, { ...this.model.get("at"), ...this.values });
    if (knob === this.knob && others === this.others) return;
    this.clear();
    [this.knob, this.others, this.id] = [knob, others, Math.random().toString(36).slice(2)];
  }

  clear() {
    this.held.clear();
    this.parts.clear();
    [this.bytes, this.knob, this.others, this.id, this.asked] = [0, "", "", "", -Infinity];
  }

  // The user is about to turn a knob: the kernel may use the time.
  /** @param {Prefetch} slider */
  prefetch(slider) {
    this.slider = slider;
    this.touched = performance.now();
    this.ask();
  }

  ask() {
    const now = performance.now();
    if (!this.slider || !this.model.get("ahead") || now - this.touched > ASK_WITHIN) return;
    this.startFor(this.slider.knob);
    if (now - this.asked < ASK_EVERY || this.bytes > MAX_BYTES) return;
    const values = this.slider.values().filter((v) => !this.holdsWhole(v));
    if (!values.length) return;
    this.asked = now;
    this.model.send({ kind: "ahead", cache: this.id, knob: this.knob, values });
  }

  // Whether it holds the picture of a value, and not only the part of it that comes first.
  /** @param {unknown} value */
  holdsWhole(value) {
    const one = this.held.get(JSON.stringify(value));
    return Boolean(one && !one.picture.spec.part);
  }

  // A knob was turned; during a drag the nearest picture there is is shown. Returns how far from
  // this value that is, as a share of the range: Infinity where there is none.
  /** @param {Turn} turn */
  turn(turn) {
    this.values[turn.knob] = turn.value;
    if (!turn.dragging) {
      if (this.drag) [this.touched, this.released] = [performance.now(), true];
      this.drag = null;
      // Back where it was: the kernel has nothing to answer.
      if (this.shown && same({ ...this.model.get("at"), ...this.values }, this.model.get("at"))) {
        this.show(null);
      }
      return Infinity;
    }
    this.startFor(turn.knob);
    [this.drag, this.released] = [turn, false];
    const { picture, away } = this.nearest(turn);
    if (picture) this.show(picture);
    return away;
  }

  /** @param {Turn} turn @returns {{ picture?: Picture, away: number }} */
  nearest({ value, share, periodic }) {
    const at = share(value);
    /** @type {{ picture?: Picture, away: number }} */
    let best = { away: Infinity };
    for (const one of this.held.values()) {
      const distance = Math.abs(share(one.value) - at);
      const away = periodic ? Math.min(distance, 1 - distance) : distance;
      if (away < best.away) best = { picture: one.picture, away };
    }
    return best;
  }

  /** @param {Picture | null} picture */
  show(picture) {
    if (picture === this.shown) return;
    this.shown = picture;
    for (const view of this.views) view.show();
  }

  // The kernel has sent a picture: returns what is to be shown now, it or one nearer to the
  // pointer.
  /** @param {Picture} picture @returns {Picture} */
  choose(picture) {
    const { at } = picture;
    const { knob } = this;
    if (knob && this.otherKnobs(knob, { ...at, ...this.values }) !== this.others) this.clear();
    const isMore = !picture.spec.part || !this.holdsWhole(at[knob]);
    if (knob && isMore && this.otherKnobs(knob, at) === this.others) {
      this.put(at[knob], picture, ownBytes(picture));
    }
    // A picture of an earlier value is no answer to the last one.
    const waits = knob in this.values && !same(at[knob], this.values[knob]);
    if (this.drag) this.shown = this.nearest(this.drag).picture ?? null;
    else if (!waits) this.shown = null;
    if (!this.drag) this.ask();
    return this.shown ?? picture;
  }

  // Whether what is shown now is the picture of a release: true once for each release.
  settles() {
    if (!this.released || this.shown) return false;
    this.released = false;
    return true;
  }

  // One that was made ahead.
  /** @param {any} content @param {DataView<ArrayBuffer>[]} buffers */
  receive(content, buffers) {
    if (content.cache !== this.id) return;
    for (const [name, part] of partsOf(buffers[0])) this.parts.set(name, part);
    const point = pointOf(content.head, (name) => /** @type {Part} */ (this.parts.get(name)));
    if (point.error !== undefined) return;
    const { at = {}, ticks } = point.extra;
    if (this.otherKnobs(this.knob, at) !== this.others) return;
    this.put(content.value, { ...point, at, ticks }, buffers[0].byteLength);
    if (this.drag) this.turn(this.drag);
  }

  /** @param {unknown} value @param {Picture} picture @param {number} bytes */
  put(value, picture, bytes) {
    const key = JSON.stringify(value);
    this.bytes += bytes - (this.held.get(key)?.bytes ?? 0);
    this.held.delete(key);
    this.held.set(key, { value, picture, bytes });
    for (const [oldest, { bytes: freed }] of this.held) {
      if (this.bytes <= MAX_BYTES || this.held.size === 1) return;
      this.held.delete(oldest);
      this.bytes -= freed;
    }
  }
}

// The bytes of a picture that no other has.
/** @param {Picture} picture */
function ownBytes({ spec, buffers }) {
  const own = Object.keys(spec.arrays).filter((name) => !name.startsWith("s"));
  return own.reduce((sum, name) => sum + (buffers[name]?.byteLength ?? 0), 0);
}
