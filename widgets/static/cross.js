// The cross of a plane whose axes are knobs: it is at their values, and moved by pressing, by
// dragging and by keys.

import { cellWords } from "./hover.js";
import { ink } from "./ink.js";
import { arrowOf, consume } from "./shortcuts.js";
import { clamp, holds } from "./values.js";

/** @import { Place, Theme } from "./types.js" */
/** @import { Plane } from "./plane.js" */

const REPORT_EVERY = 50; // ms between two reports while the student drags

export class Cross {
  /** @type {[number, number] | null} */
  at = null; // in drawn coordinates; null where the panel has none
  announced = "";
  reportedAt = -Infinity;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  waiting;

  /** @param {Plane} plane */
  constructor(plane) {
    this.plane = plane;
    const { box } = plane;
    box.addEventListener("pointermove", (e) => this.drag(e));
    for (const end of /** @type {const} */ (["pointerup", "pointercancel"])) {
      box.addEventListener(end, () => this.release());
    }
    box.addEventListener("keydown", (e) => this.key(e));
  }

  /** @type {number | undefined} */
  pointer; // the pointer that drags it
  /** @type {number[] | undefined} */
  pending; // where it was put meanwhile

  // A new scene: the cross stays where it is if there is one already.
  load() {
    const { panel, box } = this.plane;
    const here = Boolean(panel.cross);
    box.parentElement?.classList.toggle("cl-crossed", here);
    if (!here) this.at = null;
    else if (this.at) this.announce();
    else this.put(/** @type {number[]} */ (panel.cross));
  }

  // The user releases it: where knobs have stops, it goes to their values.
  release() {
    this.pointer = undefined;
    if (this.pending) this.put(this.pending);
    this.pending = undefined;
  }

  // Data coordinates; while the user drags it, they apply after the release.
  /** @param {number[]} point */
  put(point) {
    if (!this.plane.panel.cross) return;
    if (this.pointer !== undefined) {
      this.pending = point;
      return;
    }
    this.move(point.map((v, i) => (this.plane.panel.axes[i].log ? Math.log10(v) : v)));
  }

  /** @param {number[]} point in drawn coordinates */
  move(point) {
    const ends = this.plane.home;
    const [x, y] = point.map((v, i) => this.snapped(v, i, ends[i]));
    this.at = [x, y];
    this.plane.paintMoving();
    this.announce();
  }

  // Within the axis; where that has words for its values, at the nearest of them.
  /** @param {number} value @param {number} i @param {number[]} ends */
  snapped(value, i, ends) {
    const { ticks } = this.plane.panel.axes[i];
    const v = clamp(value, Math.min(...ends), Math.max(...ends));
    if (!ticks?.at.length) return v;
    return ticks.at.reduce((best, one) => (Math.abs(one - v) < Math.abs(best - v) ? one : best));
  }

  // What the picture has there, in words.
  announce() {
    const found = this.at && this.plane.cell(this.at);
    const words = found ? cellWords(found, this.plane.panel) : [];
    const text = words.length ? `Here: ${words.join(" — ")}` : "";
    if (text !== this.announced) this.plane.say(text);
    this.announced = text;
  }

  // Whether a press moves the cross; Shift moves the view instead.
  /** @param {PointerEvent} event */
  takes(event) {
    const { plane } = this;
    if (!plane.panel?.cross || event.shiftKey) return false;
    const { box } = plane.layout().place;
    const [px, py] = plane.panZoom.pointAt(event);
    if (!holds(box, px, py)) return false;
    this.pointer = event.pointerId;
    plane.box.setPointerCapture(event.pointerId);
    this.follow(event);
    return true;
  }

  /** @param {PointerEvent} event */
  drag(event) {
    if (this.pointer !== event.pointerId) return;
    if (event.buttons) this.follow(event);
    else this.release();
  }

  /** @param {PointerEvent} event */
  follow(event) {
    this.move(this.plane.layout().place.back(...this.plane.panZoom.pointAt(event)));
    this.report();
  }

  // At most one place in REPORT_EVERY ms, and always the last.
  report() {
    clearTimeout(this.waiting);
    const rest = REPORT_EVERY - (performance.now() - this.reportedAt);
    if (rest > 0) {
      this.waiting = setTimeout(() => this.report(), rest);
      return;
    }
    this.reportedAt = performance.now();
    if (this.at) this.plane.reportClick(this.at, false);
  }

  // Arrows go from cell to cell.
  /** @param {KeyboardEvent} event */
  key(event) {
    const arrow = arrowOf(event);
    if (!arrow || !this.at) return;
    consume(event);
    const found = this.plane.cell(this.at);
    if (!found) return;
    const { data, cell } = found;
    const next = [data.x, data.y].map((centres, i) => {
      const k = clamp(cell[i] + arrow[i], 0, centres.length - 1);
      return arrow[i] ? centres[k] : /** @type {[number, number]} */ (this.at)[i];
    });
    this.move(next);
    this.report();
  }

  /** @param {CanvasRenderingContext2D} ctx @param {Place} place @param {Theme} theme */
  paint(ctx, { x, y, box }, theme) {
    if (!this.at) return;
    const [px, py] = [x(this.at[0]), y(this.at[1])];
    for (const [wide, colour] of /** @type {const} */ ([[3, "@paper/0.7"], [1.2, "@ink"]])) {
      ctx.fillStyle = ink(colour, theme);
      ctx.fillRect(px - wide / 2, box.y, wide, box.height);
      ctx.fillRect(box.x, py - wide / 2, box.width, wide);
    }
    ctx.beginPath();
    ctx.arc(px, py, 5, 0, 2 * Math.PI);
    ctx.fillStyle = ink("@now", theme);
    ctx.strokeStyle = ink("@ink", theme);
    ctx.lineWidth = 1.4;
    ctx.fill();
    ctx.stroke();
  }

  end() { clearTimeout(this.waiting); }
}
