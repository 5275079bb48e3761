// Which part of a plane is shown: moved by dragging, by wheel, by two fingers and by keys.

import { whenReleased } from "./release.js";
import { consume, hasModifier } from "./shortcuts.js";
import { clamp } from "./values.js";

/** @import { Plane } from "./plane.js" */
/** @import { Place } from "./types.js" */

const [OUT, IN] = [8, 1e-4]; // the limits of a view, in multiples of the ranges at home
const PAUSE = 400; // ms without scrolling, after which the wheel zooms the panel

/**
 * Ranges that were dragged by pixels; `along` says which axes follow.
 * @param {number[][]} ranges @param {Place["box"]} box @param {number} dx @param {number} dy
 * @param {boolean[]} along
 */
export function dragged(ranges, box, dx, dy, along) {
  const shares = [-dx / box.width, dy / box.height];
  return ranges.map(([low, high], i) => {
    const by = along[i] ? shares[i] * (high - low) : 0;
    return [low + by, high + by];
  });
}

/**
 * Ranges `factor` times as long, in which `at` stays where it is on the screen; never much longer
 * or much shorter than those at home.
 * @param {number[][]} ranges @param {number[][]} home @param {number[]} at @param {number} factor
 * @param {boolean[]} along
 */
export function zoomed(ranges, home, at, factor, along) {
  const shares = ranges.map(([low, high], i) => (high - low) / (home[i][1] - home[i][0]));
  const bound = Math.max(...shares.filter((_, i) => along[i]).map((s) => IN / s));
  const limit = Math.min(...shares.filter((_, i) => along[i]).map((s) => OUT / s));
  const by = clamp(factor, bound, limit);
  return ranges.map(([low, high], i) => (along[i]
    ? [at[i] + (low - at[i]) * by, at[i] + (high - at[i]) * by]
    : [low, high]));
}

/**
 * Ranges of the same length, moved so that they stay in what zooming out at home shows.
 * @param {number[][]} ranges @param {number[][]} home
 */
export function within(ranges, home) {
  return ranges.map(([from, to], i) => {
    const [low, high] = [Math.min(from, to), Math.max(from, to)];
    const beyond = ((OUT - 1) / 2) * Math.abs(home[i][1] - home[i][0]);
    const [least, most] = [Math.min(...home[i]) - beyond, Math.max(...home[i]) + beyond];
    // An axis that is longer because of the panel's shape is centred as at home.
    const by = high - low >= most - least ? (least + most - low - high) / 2
      : clamp(0, least - low, most - high);
    return [from + by, to + by];
  });
}

export class PanZoom {
  /** @type {Map<number, [number, number]>} */
  down = new Map(); // the pointers that are down, and where
  along = [true, true];
  scrolledAt = -Infinity; // when the page was last scrolled
  gone = new AbortController();

  /** @param {Plane} plane */
  constructor(plane) {
    const { box } = plane;
    this.box = box;
    this.plane = plane;
    this.setTouchAction();
    box.addEventListener("pointerdown", (e) => this.press(e));
    box.addEventListener("pointermove", (e) => this.move(e));
    whenReleased((e) => this.down.delete(e.pointerId), this.gone.signal);
    box.addEventListener("wheel", (e) => this.wheel(e), { passive: false });
    box.addEventListener("dblclick", () => this.plane.show(null));
    box.addEventListener("keydown", (e) => this.key(e));
    window.addEventListener("scroll", this.scrolled, { capture: true, passive: true });
  }

  // At home a finger's stroke scrolls the page; a changed view is moved by it.
  setTouchAction() { this.box.style.touchAction = this.plane.view ? "none" : "pan-y"; }

  end() {
    this.gone.abort();
    window.removeEventListener("scroll", this.scrolled, { capture: true });
  }

  scrolled = () => { this.scrolledAt = performance.now(); };

  // Where a pointer is, in units of the plane.
  /** @param {MouseEvent | Touch} event @returns {[number, number]} */
  pointAt(event) {
    const rect = this.box.getBoundingClientRect();
    const { magnify } = this.plane;
    return [(event.clientX - rect.left) / magnify, (event.clientY - rect.top) / magnify];
  }

  // Over the words of one axis only that axis follows, unless units are equal.
  /** @param {number} px @param {number} py */
  axesAt(px, py) {
    const { box } = this.plane.layout().place;
    if (this.plane.panel.equal) return [true, true];
    if (py > box.y + box.height) return [true, false];
    return px < box.x ? [false, true] : [true, true];
  }

  /** @param {PointerEvent} event */
  press(event) {
    if (event.button || this.plane.cross.takes(event)) return;
    const at = this.pointAt(event);
    if (!this.down.size) this.along = this.axesAt(...at);
    this.down.set(event.pointerId, at);
  }

  /** @param {PointerEvent} event */
  move(event) {
    const before = this.down.get(event.pointerId);
    if (!before) return;
    if (!event.buttons) { this.down.clear(); return; }
    if (!this.box.hasPointerCapture(event.pointerId)) this.box.setPointerCapture(event.pointerId);
    const fingers = [...this.down.values()];
    const at = this.pointAt(event);
    this.down.set(event.pointerId, at);
    if (this.down.size === 1) this.pull(before, at);
    else if (this.down.size === 2) this.pinch(fingers, [...this.down.values()]);
  }

  /** @param {number[]} from @param {number[]} to */
  pull(from, to) {
    const { ranges, place } = this.plane.layout();
    const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
    this.go(dragged(ranges, place.box, dx, dy, this.along));
  }

  // Two fingers move what is between them, and stretch it.
  /** @param {number[][]} from @param {number[][]} to */
  pinch(from, to) {
    /** @param {number[][]} two */
    const apart = ([a, b]) => Math.max(Math.hypot(a[0] - b[0], a[1] - b[1]), 1);
    /** @param {number[][]} two */
    const middle = ([a, b]) => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
    this.pull(middle(from), middle(to));
    const [px, py] = middle(to);
    this.zoom(apart(from) / apart(to), px, py, [true, true]);
  }

  /** @param {WheelEvent} event */
  wheel(event) {
    const closer = event.deltaY < 0;
    // While the page is being scrolled, a panel that comes under the pointer does not take the
    // wheel.
    const isPages = performance.now() - this.scrolledAt < PAUSE || (!closer && !this.plane.view);
    if (isPages && !event.ctrlKey) return;
    event.preventDefault();
    const lines = [1, 16, 400][event.deltaMode];
    const step = Math.max(-200, Math.min(200, event.deltaY * lines));
    const at = this.pointAt(event);
    this.zoom(Math.exp(step * (event.ctrlKey && Math.abs(step) < 50 ? 0.01 : 0.0016)), ...at,
      this.axesAt(...at));
  }

  /** @param {number} factor @param {number} px @param {number} py @param {boolean[]} along */
  zoom(factor, px, py, along) {
    const { ranges, place } = this.plane.layout();
    this.go(zoomed(ranges, this.plane.home, place.back(px, py), factor, along));
  }

  /** @param {number[][]} ranges */
  go(ranges) { this.plane.show(within(ranges, this.plane.home)); }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (hasModifier(event)) return;
    const { plane } = this;
    const { ranges, place: { box } } = plane.layout();
    const middle = /** @type {const} */ ([box.x + box.width / 2, box.y + box.height / 2]);
    /** @param {number} across @param {number} up */
    const shift = (across, up) => this.go(
      dragged(ranges, box, -across * box.width, up * box.height, [true, true]),
    );
    /** @type {Record<string, () => void>} */
    const acts = {
      "+": () => this.zoom(0.8, ...middle, [true, true]),
      "-": () => this.zoom(1.25, ...middle, [true, true]),
      0: () => plane.show(null),
      ...(event.shiftKey && {
        ArrowLeft: () => shift(-0.1, 0), ArrowRight: () => shift(0.1, 0),
        ArrowUp: () => shift(0, 0.1), ArrowDown: () => shift(0, -0.1),
      }),
    };
    const act = acts[event.key];
    if (!act) return;
    consume(event);
    act();
  }
}
