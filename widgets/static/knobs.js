// The knobs of a dashboard as a page knows them: their states, and what users do to them. All views
// of a dashboard in a page share them.

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

  // The states that the kernel reports; for a knob whose newest value it has not received yet, the
  // page's own state is newer.
  /** @param {Record<string, KnobState>} given */
  receive(given) {
    const before = this.states;
    this.states = Object.fromEntries(Object.entries(given).map(([name, one]) => {
      if (this.sent.has(name) && this.sent.get(name) !== one.turn) {
        const { value, error } = before[name];
        return [name, { ...one, value, error }];
      }
      this.pending.received(this.sent.get(name) ?? "");
      this.sent.delete(name);
      return [name, one];
    }));
    this.showAll();
  }

  showAll() { for (const view of this.views) view.show(); }

  // A user turns a knob, or another view did: the cache shows the picture it has for that. How far
  // that is from this value, as `PrefetchCache.turn` returns it.
  /** @param {Turn} turn */
  turn(turn) {
    // A page without a kernel has all its pictures.
    return this.model.get("solved") === undefined ? this.cache.turn(turn) : Infinity;
  }

  // Send a value to the kernel.
  /** @param {string} knob @param {unknown} value @param {boolean} dragging */
  send(knob, value, dragging) {
    const turn = uniqueId("turn");
    this.sent.set(knob, turn);
    this.states[knob] = { ...this.states[knob], value };
    this.showAll();
    this.model.send({ kind: "turn", knob, value, dragging, turn });
    this.pending.reported(turn);
  }

  // Whether the newest value of a knob has been waiting for Python for long.
  /** @param {string} knob */
  waits(knob) { return this.pending.words !== "" && this.sent.has(knob); }

  // A slider is pointed at, with the values that it may have, in the order in which to compute
  // them.
  /** @param {string} knob @param {() => unknown[]} values */
  prefetch(knob, values) { this.cache.prefetch({ knob, values }); }
}

// How many the button unfolds: those with an effect that are hidden.
/**
 * @param {{ primary: boolean, kind: string, name: string }[]} specs
 * @param {Record<string, KnobState>} states
 */
export function foldedCount(specs, states) {
  return specs.filter(({ primary, kind, name }) => (
    !primary && kind !== "edits" && !states[name]?.idle)).length;
}

const QUICK = 2; // knobs that stay live where all are folded to one line

// Those knobs: the first sliders, else the first lists of options.
/** @param {KnobSpec[]} specs @param {Record<string, KnobState>} states */
export function quickOnes(specs, states) {
  const first = specs.filter(({ primary, name }) => primary && !states[name]?.idle);
  /** @param {string[]} kinds */
  const of = (...kinds) => first.filter(({ kind }) => kinds.includes(kind));
  return [...of("linear", "log", "integer"), ...of("choice")].slice(0, QUICK);
}
