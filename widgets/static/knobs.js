// The knobs of a dashboard as a page knows them: how they stand, and what hands do to them. All
// views of a dashboard in a page share them.

import { uniqueId } from "./dom.js";
import { Pending } from "./pending.js";
import { Shared } from "./shared.js";
import { PrefetchCache } from "./prefetch.js";

/** @import { KnobSpec, Model, KnobState, Turn } from "./types.js" */

/** @typedef {{ show(): void }} Follower */


/** @extends {Shared<Follower>} */
export class Knobs extends Shared {
  /** @type {Record<string, KnobState>} */
  states = {};
  /** @type {Map<string, string>} */
  sent = new Map(); // knob -> what names its newest value that the kernel has not answered

  /** @param {Model} model */
  constructor(model) {
    super(model);
    this.cache = PrefetchCache.of(model);
    this.pending = Pending.of(model);
    this.receive(model.get("states") ?? {});
  }

  // How the kernel says that they stand; of one whose newest value it has not heard yet, the hand
  // knows better.
  /** @param {Record<string, KnobState>} given */
  receive(given) {
    const before = this.states;
    this.states = Object.fromEntries(Object.entries(given).map(([name, one]) => {
      if (this.sent.has(name) && this.sent.get(name) !== one.turn) {
        const { value, error } = before[name];
        return [name, { ...one, value, error }];
      }
      this.pending.heard(this.sent.get(name) ?? "");
      this.sent.delete(name);
      return [name, one];
    }));
    this.showAll();
  }

  showAll() { for (const view of this.views) view.show(); }

  // A hand turns a knob, or it was turned elsewhere: the cache shows what it holds of that. How far
  // that is from this value, as `PrefetchCache.turn` has it.
  /** @param {Turn} turn */
  turn(turn) {
    // A page without a kernel has its pictures at hand.
    return this.model.get("solved") === undefined ? this.cache.turn(turn) : Infinity;
  }

  // The kernel is to take a value.
  /** @param {string} knob @param {unknown} value @param {boolean} dragging */
  send(knob, value, dragging) {
    const turn = uniqueId("turn");
    this.sent.set(knob, turn);
    this.states[knob] = { ...this.states[knob], value };
    this.showAll();
    this.model.send({ kind: "turn", knob, value, dragging, turn });
    this.pending.reported(turn);
  }

  // Whether the newest value of a knob waits for Python, and has for long.
  /** @param {string} knob */
  waits(knob) { return this.pending.words !== "" && this.sent.has(knob); }

  // A slider is pointed at, with the values at which it may stand, the first to be made first.
  /** @param {string} knob @param {() => unknown[]} values */
  prefetch(knob, values) { this.cache.prefetch({ knob, values }); }
}

// How many wait behind the button that unfolds them: those with an effect that are not in sight.
/**
 * @param {{ primary: boolean, kind: string, name: string }[]} specs
 * @param {Record<string, KnobState>} states
 */
export function foldedCount(specs, states) {
  return specs.filter(({ primary, kind, name }) => (
    !primary && kind !== "edits" && !states[name]?.idle)).length;
}

const QUICK = 2; // knobs that stay live where all are folded to one line

// Those knobs: the first that slide, else the first from which one chooses.
/** @param {KnobSpec[]} specs @param {Record<string, KnobState>} states */
export function quickOnes(specs, states) {
  const first = specs.filter(({ primary, name }) => primary && !states[name]?.idle);
  /** @param {string[]} kinds */
  const of = (...kinds) => first.filter(({ kind }) => kinds.includes(kind));
  return [...of("linear", "log", "integer"), ...of("choice")].slice(0, QUICK);
}
