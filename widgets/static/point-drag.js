// A stroke that begins at a point of a plane and drags it.

import { node } from "./dom.js";
import { nearest } from "./hover.js";
import { whenReleased } from "./release.js";
import { clamp } from "./values.js";

/** @import { Plane } from "./plane.js" */
/** @import { Trace } from "./types.js" */

const GRAB_DISTANCE = { mouse: 10, touch: 22 }; // pixels from the pointer to the point it takes
const CLICK_DISTANCE = 4; // pixels that a click may move
const REPORT_EVERY = 80; // ms between two reports while the stroke lasts
const PICTURE_WITHIN = 600; // ms from when Python has received a stroke to its picture

/**
 * `drags` says whether points may be dragged; `stroke` gets where one came from and where it is,
 * and returns the name of the message.
 * @typedef {{
 *   drags(): boolean, follows(): boolean,
 *   stroke(from: number[], to: number[], id: string): string,
 * }} DragHandlers
 */

let count = 0;

export class PointDrag {
  /** @type {{ id: string, pointer: number, from: number[], at: number[], live: boolean } | null} */
  stroke = null;
  reportedAt = 0;
  due = 0; // the report that waits
  left = ""; // the name of the message of a stroke that has ended, until its picture is there
  isReceived = false; // whether Python has received that
  fading = 0;
  gone = new AbortController();

  /** @param {Plane} plane @param {DragHandlers} handlers */
  constructor(plane, handlers) {
    this.plane = plane;
    this.handlers = handlers;
    this.ring = node("div", "cl-grab");
    this.ring.hidden = true;
    const { box } = plane;
    box.append(this.ring);
    // In the capturing phase, so before the handlers that move the view.
    box.addEventListener("pointerdown", (e) => this.press(e), true);
    box.addEventListener("pointermove", (e) => this.move(e), true);
    whenReleased((e) => this.drop(e), this.gone.signal);
    // A finger on a point takes it, and does not scroll the page.
    box.addEventListener("touchstart", (e) => {
      const [touch] = e.touches;
      if (e.touches.length === 1 && this.pointUnder(touch, GRAB_DISTANCE.touch)) e.preventDefault();
    }, { passive: false });
  }

  /** @param {MouseEvent | Touch} event @param {number} reach */
  pointUnder(event, reach) {
    const { plane } = this;
    if (!plane.panel || !this.handlers.drags()) return null;
    if (/** @type {Element} */ (event.target).closest?.("button")) return null;
    // A point, or an arrow anywhere along its length.
    /** @param {Trace} trace */
    const isHeld = ({ style }) => style.kind === "points" || Boolean(style.dots || style.grip);
    const [px, py] = plane.panZoom.pointAt(event);
    return nearest(plane.visible.filter(isHeld), px, py, reach);
  }

  /** @param {PointerEvent} event */
  press(event) {
    if (this.stroke) {
      event.stopPropagation(); // a second finger does not move the view under the point
      return;
    }
    if (event.button || event.shiftKey) return;
    const reach = event.pointerType === "touch" ? GRAB_DISTANCE.touch : GRAB_DISTANCE.mouse;
    const found = this.pointUnder(event, reach);
    if (!found) return;
    event.stopPropagation();
    const from = this.plane.numbersAt(found.px, found.py);
    const at = [event.clientX, event.clientY];
    this.letGo();
    this.stroke = {
      id: `${Date.now()}-${(count += 1)}`, pointer: event.pointerId, from, at, live: false,
    };
    this.plane.pressed = [event.clientX, event.clientY];
  }

  /** @param {PointerEvent} event */
  move(event) {
    const { stroke } = this;
    if (!stroke) return;
    event.stopPropagation();
    if (event.pointerId !== stroke.pointer) return;
    if (!event.buttons) { this.drop(event); return; } // released outside of the window
    if (!stroke.live) {
      const far = Math.hypot(event.clientX - stroke.at[0], event.clientY - stroke.at[1]);
      if (far <= CLICK_DISTANCE) return;
      stroke.live = true;
      this.plane.hold();
      this.plane.box.setPointerCapture(event.pointerId);
      this.plane.tip.hidden = true;
    }
    this.show(event);
    if (this.handlers.follows()) this.reportSoon(event);
  }

  end() {
    this.gone.abort();
    this.rest();
  }

  rest() {
    clearTimeout(this.due);
    this.letGo();
  }

  // The place of the release is shown until the picture follows.
  letGo() {
    clearTimeout(this.fading);
    this.left = "";
    this.ring.hidden = true;
  }

  // Python has received a stroke; not each has a picture.
  /** @param {string} call */
  received(call) {
    if (call !== this.left || !call) return;
    this.isReceived = true;
    this.fading = window.setTimeout(() => this.letGo(), PICTURE_WITHIN);
  }

  // The plane shows another picture.
  follow() { if (this.left && this.isReceived) this.letGo(); }

  // Where the pointer pauses is sent as well.
  /** @param {PointerEvent} event */
  reportSoon(event) {
    clearTimeout(this.due);
    const wait = this.reportedAt + REPORT_EVERY - performance.now();
    if (wait <= 0) this.report(event);
    else this.due = window.setTimeout(() => this.report(event), wait);
  }

  /** @param {PointerEvent} event */
  drop(event) {
    const { stroke } = this;
    if (!stroke || event.pointerId !== stroke.pointer) return;
    this.stroke = null;
    this.rest();
    const isTouch = event.pointerType === "touch";
    if (stroke.live && event.type === "pointerup") this.leave(event, stroke);
    else if (isTouch && event.type === "pointerup") this.plane.click(event); // no click will come
    if (!stroke.live) return;
    this.plane.release();
    this.plane.pressed = [-Infinity, -Infinity]; // the click that follows is ignored
  }

  // The last place of a stroke.
  /** @param {PointerEvent} event @param {{ id: string, from: number[] }} stroke */
  leave(event, stroke) {
    [this.left, this.isReceived] = [this.report(event, stroke), false];
    if (this.left) this.show(event);
  }

  /** @param {PointerEvent} event @param {{ id: string, from: number[] } | null} [stroke] */
  report(event, stroke = this.stroke) {
    this.reportedAt = performance.now();
    if (!stroke) return "";
    const to = this.plane.numbersAt(...this.inside(event));
    return this.handlers.stroke(stroke.from, to, stroke.id);
  }

  // The pointer's place, in the plot.
  /** @param {PointerEvent} event @returns {[number, number]} */
  inside(event) {
    const { box } = this.plane.layout().place;
    const [px, py] = this.plane.panZoom.pointAt(event);
    return [clamp(px, box.x, box.x + box.width), clamp(py, box.y, box.y + box.height)];
  }

  /** @param {PointerEvent} event */
  show(event) {
    const [px, py] = this.inside(event);
    this.ring.hidden = false;
    this.ring.style.transform = `translate(${px}px, ${py}px)`;
  }
}
