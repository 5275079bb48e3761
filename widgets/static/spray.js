// Points that are sprayed: while the tool adds points, a stroke from an empty place adds many.

import { whenReleased } from "./release.js";
import { consume } from "./shortcuts.js";
import { clamp, holds } from "./values.js";

/** @import { Plane } from "./plane.js" */
/** @import { Tools } from "./tools.js" */

const APART = 13; // pixels of the stroke from point to point
const WIDE = 15; // pixels around it in which they lie
const BEGINS = 5; // pixels after which it is no click
const REPORT_EVERY = 120; // ms between two reports while it lasts
const MOST = 60; // points of one stroke

export class Spray {
  /** @type {Plane | undefined} */
  plane;
  /** @type {{ id: string, what: any, pointer: number, at: number[], places: number[][] } | null} */
  stroke = null;
  reportedAt = 0;
  /** @type {number | undefined} */
  due; // the report that waits
  hold = new AbortController();

  /** @param {Tools} tools */
  constructor(tools) { this.tools = tools; }

  /** @param {Plane | undefined} plane in which the tool that is chosen adds points */
  follow(plane) {
    if (plane === this.plane) return;
    this.end();
    this.hold.abort();
    if (this.plane) this.plane.panZoom.setTouchAction();
    this.plane = plane;
    if (!plane) return;
    const { box } = plane;
    this.hold = new AbortController();
    /** @param {string} name @param {(event: any) => void} act */
    const on = (name, act) => (
      box.addEventListener(name, act, { capture: true, signal: this.hold.signal }));
    on("pointerdown", (e) => this.press(e));
    on("pointermove", (e) => this.move(e));
    whenReleased((e) => this.drop(e), this.hold.signal);
    box.style.touchAction = "none"; // a finger sprays
  }

  /** @param {PointerEvent} event */
  press(event) {
    const plane = /** @type {Plane} */ (this.plane);
    // A stroke from a point drags that point.
    if (event.button || event.shiftKey || plane.pointDrag.stroke || plane.aim.isOpen) return;
    const at = plane.panZoom.pointAt(event);
    if (!holds(plane.layout().place.box, ...at)) return;
    event.stopPropagation();
    if (this.stroke) return; // a second finger
    plane.pressed = [event.clientX, event.clientY];
    const what = this.tools.tool?.what;
    this.stroke = { id: `spray-${Date.now()}`, what, pointer: event.pointerId, at, places: [] };
  }

  /** @param {PointerEvent} event */
  move(event) {
    const { stroke, plane } = this;
    if (!stroke || !plane || event.pointerId !== stroke.pointer) return;
    event.stopPropagation();
    if (!event.buttons) { this.end(); return; } // released outside of the window
    const at = plane.panZoom.pointAt(event);
    const { at: from, places } = stroke;
    const far = Math.hypot(at[0] - from[0], at[1] - from[1]);
    if (far < (places.length ? APART : BEGINS) || places.length >= MOST) return;
    if (!places.length) {
      plane.box.setPointerCapture(event.pointerId);
      plane.hold();
    }
    const steps = Math.max(Math.floor(far / APART), 1);
    for (let k = 1; k <= steps && places.length < MOST; k++) {
      this.add(from.map((v, i) => v + (k / steps) * (at[i] - v)));
    }
    stroke.at = at;
    plane.tip.hidden = true;
    this.reportSoon();
  }

  // A point near a place of the stroke.
  /** @param {number[]} at in pixels */
  add(at) {
    const plane = /** @type {Plane} */ (this.plane);
    const { box } = plane.layout().place;
    const [turn, far] = [2 * Math.PI * Math.random(), WIDE * Math.sqrt(Math.random())];
    const px = clamp(at[0] + far * Math.cos(turn), box.x, box.x + box.width);
    const py = clamp(at[1] + far * Math.sin(turn), box.y, box.y + box.height);
    this.stroke?.places.push(plane.numbersAt(px, py));
  }

  // The picture follows during the stroke.
  reportSoon() {
    clearTimeout(this.due);
    const wait = this.reportedAt + REPORT_EVERY - performance.now();
    if (wait <= 0) this.report();
    else this.due = window.setTimeout(() => this.report(), wait);
  }

  report(stroke = this.stroke) {
    clearTimeout(this.due);
    const { plane, tools } = this;
    if (!stroke?.places.length || !plane) return;
    this.reportedAt = performance.now();
    const { id, what, places } = stroke;
    tools.send({ do: "spray", what, panel: plane.panel.key, places, id });
  }

  /** @param {PointerEvent} event */
  drop(event) {
    const { stroke, plane } = this;
    if (!stroke || !plane || event.pointerId !== stroke.pointer) return;
    if (!this.end()) return; // a click
    consume(event);
    plane.pressed = [-Infinity, -Infinity]; // the click that follows is ignored
  }

  // Report what the stroke has placed; whether it was one.
  end() {
    const { stroke } = this;
    this.stroke = null;
    if (!stroke?.places.length) return false;
    this.report(stroke);
    this.plane?.release();
    return true;
  }
}
