// A loop around points of the picture makes them one bag: drawn by a stroke, by clicks, or by keys:
// arrows move a cross, Enter places a corner.

import { Brush } from "./aim.js";
import { ink } from "./ink.js";
import { whenReleased } from "./release.js";
import { consume } from "./shortcuts.js";
import { Sketch } from "./sketch.js";
import { holds } from "./values.js";

/** @import { Plane } from "./plane.js" */
/** @import { Place, Theme } from "./types.js" */
/** @import { Point } from "./sketch.js" */

const BEGINS = 5; // pixels after which a press is no click
const APART = 6; // pixels from place to place of a stroke
const RING = 9; // pixels, of the ring around a point inside
const FIRST = "Draw a loop around points: they become one bag.";

/**
 * Whether a point lies in a loop, whatever its direction and shape, all in pixels.
 * @param {Point[]} loop @param {Point} point
 */
export function isWithin(loop, [x, y]) {
  let within = false;
  loop.forEach(([x1, y1], i) => {
    const [x0, y0] = loop[(i + loop.length - 1) % loop.length];
    if (y0 > y !== y1 > y && x < x0 + ((y - y0) / (y1 - y0)) * (x1 - x0)) within = !within;
  });
  return within;
}

export class Lasso extends Sketch {
  /** @type {{ pointer: number, from: Point, isDrawn: boolean } | null} */
  stroke = null;
  ended = false; // the click that ends a stroke is ignored

  /** @param {Plane} plane */
  begin(plane) {
    super.begin(plane);
    const { box } = plane;
    [this.stroke, this.ended] = [null, false];
    /** @param {string} name @param {(event: any) => void} act */
    const on = (name, act) => (
      box.addEventListener(name, act, { capture: true, signal: this.hold.signal }));
    on("pointerdown", (e) => this.press(e));
    on("pointermove", (e) => this.draw(e));
    whenReleased((e) => this.drop(e), this.hold.signal);
    box.style.touchAction = "none"; // a finger draws
    this.announce(`${FIRST} By keys: arrows move a cross, Enter sets a corner, twice closes.`);
  }

  end() {
    this.plane?.panZoom.setTouchAction();
    super.end();
  }

  /** @param {PointerEvent} event */
  press(event) {
    const plane = /** @type {Plane} */ (this.plane);
    this.ended = false;
    const isInBar = this.bar.contains(/** @type {Node} */ (event.target));
    if (event.button || this.stroke || isInBar) return;
    const from = /** @type {Point} */ (plane.panZoom.pointAt(event));
    if (!holds(this.map.place.box, ...from)) return;
    event.stopImmediatePropagation();
    this.stroke = { pointer: event.pointerId, from, isDrawn: false };
  }

  /** @param {PointerEvent} event */
  draw(event) {
    const { stroke, plane } = this;
    if (!stroke || !plane || event.pointerId !== stroke.pointer) return;
    if (!event.buttons) { this.drop(event); return; } // released outside of the window
    event.stopImmediatePropagation();
    const at = /** @type {Point} */ (plane.panZoom.pointAt(event));
    const far = Math.hypot(at[0] - stroke.from[0], at[1] - stroke.from[1]);
    if (far < (stroke.isDrawn ? APART : BEGINS)) return;
    const { back } = this.map.place;
    if (!stroke.isDrawn) {
      plane.box.setPointerCapture(event.pointerId);
      this.corners = [/** @type {Point} */ (back(...stroke.from))];
      this.at = null;
    }
    this.corners.push(/** @type {Point} */ (back(...at)));
    Object.assign(stroke, { from: at, isDrawn: true });
    [this.gone, this.byKeys, plane.tip.hidden] = [[], false, true];
    this.announce(this.rest);
  }

  /** @param {PointerEvent} event */
  drop(event) {
    const { stroke } = this;
    if (!stroke || event.pointerId !== stroke.pointer) return;
    this.stroke = null;
    if (!stroke.isDrawn) return; // a click
    consume(event);
    this.ended = true;
    if (event.type === "pointerup" && this.corners.length > 2) this.finish();
    else this.forget();
  }

  // Nothing is drawn.
  forget() {
    this.corners = [];
    this.announce(FIRST);
  }

  /** @param {PointerEvent} event */
  click(event) { if (!this.ended) super.click(event); }

  /** @param {Point} corner */
  add(corner) {
    [this.corners, this.gone, this.byKeys] = [[...this.corners, corner], [], false];
    this.announce(`${this.last} ${this.rest}`);
  }

  /** Points of the picture in the loop, in pixels, each place once. @returns {Point[]} */
  get inside() {
    const loop = this.corners.map((one) => this.pixels(one));
    /** @type {Map<string, Point>} */
    const found = new Map();
    for (const { style, painted } of this.plane?.visible ?? []) {
      if (style.kind !== "points" || !painted || !style.hover) continue;
      painted.px.forEach((/** @type {number} */ x, /** @type {number} */ i) => {
        const point = /** @type {Point} */ ([x, painted.py[i]]);
        if (isWithin(loop, point)) found.set(point.map(Math.round).join(), point);
      });
    }
    return [...found.values()];
  }

  get rest() {
    const many = this.inside.length;
    const within = `${many || "No"} ${many === 1 ? "point" : "points"} within.`;
    if (this.stroke) return within;
    if (this.corners.length < 3) return "Set the next corner.";
    return `${within} Corner 1 or Enter closes the loop.`;
  }

  /** @param {string} words */
  announce(words) {
    super.announce(words);
    this.leave.hidden = true;
    this.close.hidden ||= Boolean(this.stroke);
  }

  escape() {
    if (this.corners.length) this.forget();
    else super.escape();
  }

  finish() {
    const { plane, tools, corners, inside } = this;
    if (!plane) return;
    [this.corners, this.gone, this.at, this.byKeys] = [[], [], null, false];
    if (inside.length < 2) {
      this.announce("A bag is of two points at least: draw around more.");
      return;
    }
    const places = corners.map((corner) => plane.numbersOf(corner));
    tools.send({ do: "draw", what: "bag", panel: plane.panel.key, places, closed: true });
    this.announce(`${inside.length} points are one bag. Draw the next loop; Esc ends.`);
  }

  fits() { return true; }

  /**
   * @param {CanvasRenderingContext2D} ctx @param {Place} place @param {Theme} theme
   */
  paint(ctx, place, theme) {
    const { corners, at } = this;
    const brush = new Brush(ctx, place, theme);
    const shown = at && corners.length ? [...corners, at] : corners;
    if (shown.length > 1) {
      const loop = shown.map((one) => brush.pixels(one));
      ctx.fillStyle = ink("@now/0.14", theme);
      ctx.beginPath();
      loop.forEach(([x, y]) => ctx.lineTo(x, y));
      ctx.fill();
      brush.stroke("@now", 2, () => loop.forEach(([x, y]) => ctx.lineTo(x, y)));
      brush.line(shown[shown.length - 1], shown[0], "@now", [3, 4]);
      for (const [x, y] of this.inside) {
        brush.stroke("@now", 2, () => ctx.arc(x, y, RING, 0, 2 * Math.PI));
      }
    }
    if (!this.stroke) corners.forEach((corner, i) => brush.dot(corner, i ? 4 : 6, "@ink", !i));
    if (at) brush.cross(at, "@now");
  }
}
