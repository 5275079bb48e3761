// A widget's model where there is no kernel: names with values, and their listeners.

/** @import { Handler, Model } from "./types.js" */

export class PlainModel {
  /** @type {Map<string, Set<Handler>>} */
  listeners = new Map();

  /**
   * @param {Record<string, unknown>} values
   * @param {{ saved?: () => void, sent?: (content: any) => void }} [handlers] called when
   *   the widget saves what it has set, and with what it sends
   */
  constructor(values, handlers = {}) {
    this.values = values;
    this.handlers = handlers;
  }

  /** @param {string} name @returns {any} */
  get(name) { return this.values[name]; }

  /** @param {string} name @param {unknown} value */
  set(name, value) {
    if (Object.is(this.values[name], value)) return;
    this.values[name] = value;
    this.emit(`change:${name}`);
  }

  save_changes() { this.handlers.saved?.(); }

  /** @param {any} content */
  send(content) { this.handlers.sent?.(content); }

  /** @param {string} event @param {...unknown} given */
  emit(event, ...given) {
    for (const handler of [...(this.listeners.get(event) ?? [])]) handler(...given);
  }

  /** @param {string} event @param {Handler} handler */
  on(event, handler) {
    if (!this.listeners.has(event)) this.listeners.set(event, new Set());
    this.listeners.get(event)?.add(handler);
  }

  /** @param {string} event @param {Handler} handler */
  off(event, handler) { this.listeners.get(event)?.delete(handler); }
}

/**
 * Set a trait, and send it to Python.
 * @param {Model} model @param {string} name @param {unknown} value
 */
export function store(model, name, value) {
  model.set(name, value);
  model.save_changes();
}
