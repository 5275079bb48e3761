// What all views of a widget in a page share.

/** @import { Model } from "./types.js" */

/** @type {Map<Function, Map<string, any>>} */
const ALL = new Map(); // class -> uid -> what its views share

/** Made for the first view of a widget, and removed with the last. @template V */
export class Shared {
  /** @type {Set<V>} */
  views = new Set();

  /**
   * That of a widget.
   * @template {Shared<any>} T @this {new (model: Model) => T} @param {Model} model @returns {T}
   */
  static of(model) {
    const made = ALL.get(this) ?? new Map();
    ALL.set(this, made);
    const uid = model.get("uid");
    if (!made.has(uid)) made.set(uid, new this(model));
    return made.get(uid);
  }

  /** @param {Model} model */
  constructor(model) {
    this.model = model;
    this.uid = model.get("uid");
  }

  /** @param {V} view */
  join(view) { this.views.add(view); }

  /** @param {V} view */
  leave(view) {
    this.views.delete(view);
    if (!this.views.size) ALL.get(this.constructor)?.delete(this.uid);
  }
}
