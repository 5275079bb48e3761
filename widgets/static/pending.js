// Messages to Python that it has not answered yet: another cell may be running.

import { kernelOf } from "./kernel.js";
import { Shared } from "./shared.js";
import { uniqueId } from "./dom.js";

/** @import { Model } from "./types.js" */

const [BUSY_AFTER, SLOW_AFTER, POLL_EVERY] = [200, 1000, 50]; // ms
export const BUSY = "Python is busy, perhaps with another cell; this waits.";
export const SLOW = "Python has not answered yet; this waits.";

/** @typedef {{ showWaiting(): void }} Follower */

/** @extends {Shared<Follower>} */
export class Pending extends Shared {
  /** @type {Map<string, number>} */
  calls = new Map(); // the name of a message -> when it was sent
  /** @type {{ status?: string } | null} */
  kernel = null; // without one nothing is known, and nothing is shown
  words = ""; // the message that says what takes long
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  timer;

  /** @param {Model} model */
  constructor(model) {
    super(model);
    kernelOf(model).then((kernel) => { this.kernel = kernel; });
  }

  // Send Python what a user did; returns the name of that message.
  /** @param {object} content */
  send(content) {
    const call = uniqueId("call");
    this.model.send({ ...content, call });
    this.reported(call);
    return call;
  }

  // A message was sent that has a separate name.
  /** @param {string} call */
  reported(call) {
    if (!this.kernel) return;
    this.calls.set(call, performance.now());
    this.poll();
  }

  // Python has answered a message, and so has received all that was sent before.
  /** @param {string} call */
  received(call) {
    if (!this.calls.has(call)) return;
    for (const one of [...this.calls.keys()]) {
      this.calls.delete(one);
      if (one === call) break;
    }
    this.poll();
  }

  // No kernel will answer these messages.
  forget() {
    this.calls.clear();
    this.poll();
  }

  poll() {
    clearTimeout(this.timer);
    const [oldest] = this.calls.values();
    const waited = oldest === undefined ? 0 : performance.now() - oldest;
    const isBusy = waited >= BUSY_AFTER && this.kernel?.status === "busy";
    const isSlow = waited >= SLOW_AFTER;
    const words = isBusy ? BUSY : isSlow ? SLOW : "";
    if (this.calls.size) this.timer = setTimeout(() => this.poll(), POLL_EVERY);
    if (words === this.words) return;
    this.words = words;
    for (const view of this.views) view.showWaiting();
  }

  /** @param {Follower} view */
  leave(view) {
    super.leave(view);
    if (!this.views.size) clearTimeout(this.timer);
  }
}
