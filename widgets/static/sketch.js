// What is drawn corner by corner in a plane: by clicks, or by a cross that arrows move and Enter.
// A region closes at its first corner, by Enter, or stays open by Esc; rows leave no dents, so a
// corner that would make one is refused. A triplet is three points of the picture, one after the
// other. Loaded once a picture has something to draw.

import { Brush } from "./aim.js";
import { button, node, say } from "./dom.js";
import { nearest } from "./hover.js";
import { ink } from "./ink.js";
import { arrowOf, consume, hasModifier, keepKeys } from "./shortcuts.js";
import { Spray } from "./spray.js";
import { short } from "./text.js";
import { clamp, holds } from "./values.js";

/** @import { Plane } from "./plane.js" */
/** @import { Tools } from "./tools.js" */
/** @import { Place, Theme } from "./types.js" */

const REACH = { mouse: 12, touch: 24 }; // pixels around the first corner that close the loop
const MOVES = 4; // pixels that a click may move
const FLAT = 4; // pixels by which a corner leaves the line of its neighbours at least
const NARROW = 620; // pixels of a stage, as in stage.css
const INSET = "4px 4px auto auto"; // in the plot
const STEP = 1 / 40; // of the plot, for each press of an arrow
const PICTURE_WITHIN = 1500; // ms until what was drawn has its picture
const DENT = "That would make a dent, and ≤ rows leave none: go on in the shading, beyond the dashed line.";
const TRIPLET = [
  "Click a point, then one that shall be near to it, then one that shall be far.",
  "Now the one that shall be near to it.", "Now the one that shall be far from it.",
];
const KEYS = "arrows move a cross, Enter sets it, Esc ends";

/** @typedef {[number, number]} Point */

/** Twice the area of a triangle, signed. @param {Point} a @param {Point} b @param {Point} c */
const cross = (a, b, c) => (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);

/** @param {Point} a @param {Point} b */
const apart = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]);

/**
 * Whether a loop of points, in pixels, turns one way at each corner, and clearly.
 * @param {Point[]} loop
 */
export function isRound(loop) {
  const many = loop.length;
  const turns = loop.map((b, i) => {
    const [a, c] = [loop[(i + many - 1) % many], loop[(i + 1) % many]];
    return cross(a, b, c) / Math.max(apart(a, c), 1);
  });
  return turns.every((turn) => turn >= FLAT) || turns.every((turn) => turn <= -FLAT);
}

/**
 * The part of a convex `shape` on one side of each line through `from` and `to`.
 * @param {Point[]} shape @param {[Point, Point][]} sides @param {number} sign of `cross` there
 */
export function cut(shape, sides, sign) {
  return sides.reduce((left, [from, to]) => left.flatMap((p, i) => {
    const q = left[(i + 1) % left.length];
    const [here, next] = [p, q].map((point) => sign * cross(from, to, point));
    const share = here / (here - next);
    /** @type {Point} */
    const meeting = [p[0] + share * (q[0] - p[0]), p[1] + share * (q[1] - p[1])];
    return [...(here >= 0 ? [p] : []), ...(here < 0 !== next < 0 ? [meeting] : [])];
  }), shape);
}

export class Sketch {
  /** @type {Plane | undefined} */
  plane; // in which the user draws
  /** @type {Point[]} */
  corners = []; // in drawn coordinates
  /** @type {Point[]} */
  gone = []; // those that Undo has removed
  /** @type {Point | null} */
  at = null; // where the pointer or the cross is
  byKeys = false; // whether arrows have moved the cross to a place that is no corner yet
  closed = false; // whether the loop is
  refused = false; // whether the last place was
  /** @type {unknown} */
  sent = null; // the picture that still shows what was before
  hold = new AbortController();
  spoken = node("span", { role: "status" });
  close = button({ class: "cl-tool" }, "Close the loop", () => this.finish(true));
  leave = button({ class: "cl-tool" }, "Leave it open", () => this.finish(false));
  bar = node("div", "cl-sketch", this.spoken, this.close, this.leave);

  /** @param {Tools} tools */
  constructor(tools) {
    this.tools = tools;
    this.spray = new Spray(tools);
    keepKeys(this.close, this.leave);
    Object.assign(this.bar.style, {
      position: "absolute", zIndex: 3, maxWidth: "min(94%, 640px)", display: "flex",
      flexWrap: "wrap", gap: "4px 6px", alignItems: "center", padding: "3px 7px", borderRadius: "6px",
      background: "var(--cl-paper)", border: "1px solid var(--cl-main)", font: "inherit",
      fontSize: "12.5px", pointerEvents: "none", // what is below can be clicked
    });
    for (const one of [this.close, this.leave]) one.style.pointerEvents = "auto";
  }

  get isTriplet() { return this.tools.tool?.what === "triplet"; }

  // Whether corners are there that Undo takes back.
  get isBusy() { return this.corners.length > 0 && !this.sent; }

  // The selected tool draws, or does not; or its plane has changed.
  follow() {
    const { tool, spec } = this.tools;
    this.spray.follow(tool?.do === "add" && spec?.sprays ? this.tools.plane() : undefined);
    const plane = tool?.do === "draw" ? this.tools.plane() : undefined;
    if (plane !== this.plane) {
      this.end();
      if (plane) this.begin(plane);
    }
    // A picture that is empty at first leaves the focus where it is.
    if (plane && this.tools.byUser) plane.box.focus({ preventScroll: true });
    this.tools.byUser = false;
  }

  /** @param {Plane} plane */
  begin(plane) {
    const { box } = plane;
    Object.assign(this, { plane, corners: [], gone: [], at: null, sent: null, closed: false });
    plane.sketch = this;
    this.hold = new AbortController();
    /** @param {string} name @param {(event: any) => void} act */
    const on = (name, act) => box.addEventListener(name, (event) => {
      if (!this.bar.contains(/** @type {Node} */ (event.target))) act(event);
    }, { capture: true, signal: this.hold.signal });
    /** @type {Point} */
    let pressed = [0, 0];
    on("pointerdown", (e) => { pressed = [e.clientX, e.clientY]; });
    on("click", (e) => {
      e.stopImmediatePropagation();
      if (apart(pressed, [e.clientX, e.clientY]) <= MOVES) this.click(e);
    });
    on("dblclick", (e) => e.stopImmediatePropagation());
    this.bar.onpointermove = (e) => e.stopPropagation(); // no hover below the buttons
    on("pointermove", (e) => {
      if (e.buttons || e.pointerType === "touch") return;
      [this.at, this.byKeys] = [this.pointOf(e), false];
      plane.tip.hidden = true;
      e.stopImmediatePropagation();
      this.paintSoon();
    });
    on("pointerleave", () => { if (!this.byKeys) this.at = null; this.paintSoon(); });
    on("keydown", (e) => this.key(e));
    box.classList.add("cl-aiming");
    // In a narrow page the bar would lie over where corners go: there it is below the plot.
    const isNarrow = Number(box.closest(".cl-stage")?.clientWidth) < NARROW;
    this.bar.style.inset = isNarrow ? `${box.offsetTop + box.offsetHeight}px auto auto` : INSET;
    this.bar.style.opacity = isNarrow ? "1" : "0.94"; // what is below it is words, or a plot
    if (isNarrow) box.after(this.bar);
    else box.append(this.bar);
    const first = this.isTriplet ? TRIPLET[0] : "Click the corners one by one.";
    this.announce(`${first} By keys: ${KEYS}.`);
  }

  // What was sent is shown until its picture is there.
  end() {
    const { plane } = this;
    if (!plane) return;
    this.hold.abort();
    plane.box.classList.remove("cl-aiming");
    this.bar.remove();
    this.plane = undefined;
    if (!this.sent) plane.sketch = null;
    else {
      setTimeout(() => {
        if (plane.sketch === this && !this.plane) plane.sketch = null;
        plane.aim.paintSoon();
      }, PICTURE_WITHIN);
    }
    plane.aim.paintSoon();
    this.tools.showUndo();
  }

  paintSoon() { this.plane?.aim.paintSoon(); }

  /** @returns {{ place: Place, ranges: number[][] }} */
  get map() { return /** @type {Plane} */ (this.plane).layout(); }

  /** @param {MouseEvent} event @returns {Point} */
  pointOf(event) {
    const plane = /** @type {Plane} */ (this.plane);
    return /** @type {Point} */ (this.map.place.back(...plane.panZoom.pointAt(event)));
  }

  /** @param {Point} point @returns {Point} */
  pixels([x, y]) { return [this.map.place.x(x), this.map.place.y(y)]; }

  // In few digits: to the power of ten below three pixels.
  /** @param {Point} point */
  tidy(point) {
    const { place: { box }, ranges } = this.map;
    const pixels = [box.width, box.height];
    return /** @type {Point} */ (point.map((v, i) => {
      const pixel = Math.abs(ranges[i][1] - ranges[i][0]) / pixels[i];
      const step = 10 ** Math.floor(Math.log10(3 * pixel));
      return Number((Math.round(v / step) * step).toPrecision(12));
    }));
  }

  /** @param {PointerEvent} event */
  click(event) {
    const plane = /** @type {Plane} */ (this.plane);
    if (!holds(this.map.place.box, ...plane.panZoom.pointAt(event))) return;
    this.byKeys = false;
    this.take(this.pointOf(event), event.pointerType === "touch" ? REACH.touch : REACH.mouse);
  }

  // A corner here, or the end of the loop where the first or the last one is.
  /** @param {Point} point @param {number} reach in pixels */
  take(point, reach) {
    const { corners } = this;
    if (this.isTriplet) {
      this.choose(point);
      return;
    }
    const near = [corners[0], corners.at(-1)].some((one) => (
      one && apart(this.pixels(one), this.pixels(point)) <= reach));
    if (near && corners.length > 2) this.finish(true);
    else if (near) this.announce(`That is a corner already. ${this.rest}`);
    else this.add(this.tidy(point));
  }

  // The point of the picture that is nearest, as the next of a triplet.
  /** @param {Point} point */
  choose(point) {
    const plane = /** @type {Plane} */ (this.plane);
    const points = plane.visible.filter(({ style }) => style.kind === "points");
    const found = nearest(points, ...this.pixels(point), Infinity);
    if (!found) return;
    const one = /** @type {Point} */ (this.map.place.back(found.px, found.py));
    [this.gone, this.byKeys] = [[], false];
    if (this.corners.some((other) => apart(this.pixels(one), this.pixels(other)) < 1)) {
      this.announce(`That point is of the triplet already. ${this.rest}`);
      return;
    }
    this.corners.push(one);
    if (this.corners.length < 3) {
      this.announce(`${this.last} ${this.rest}`);
      return;
    }
    const places = this.corners.map((corner) => plane.numbersOf(corner));
    this.corners = [];
    this.tools.send({
      do: "draw", what: "triplet", panel: plane.panel.key, places, closed: false,
    });
    this.announce("The triplet is drawn. Click the first point of another; Esc ends.");
  }

  /** @param {Point} corner */
  add(corner) {
    const loop = [...this.corners, corner];
    this.refused = loop.length > 2 && !isRound(loop.map((one) => this.pixels(one)));
    if (this.refused) {
      this.announce(DENT);
      return;
    }
    [this.corners, this.gone, this.byKeys] = [loop, [], false];
    this.announce(`${this.last} ${this.rest}`);
  }

  get last() {
    const { corners } = this;
    return `${this.isTriplet ? "Point" : "Corner"} ${corners.length} at (${corners.at(-1)?.map((v) => short(v, 4)).join(", ")}).`;
  }

  // What can be done next.
  get rest() {
    const many = this.corners.length;
    if (this.isTriplet) return TRIPLET[many];
    if (many < 2) return "Click the next one.";
    return many > 2 ? "Corner 1 or Enter closes the loop; Esc leaves it open."
      : "Shaded: the ≤ side. Go on; Esc leaves one side.";
  }

  /** @param {string} words */
  announce(words) {
    say(this.spoken, words);
    this.close.hidden = this.isTriplet || this.corners.length < 3;
    this.leave.hidden = this.isTriplet || this.corners.length < 2;
    this.tools.showUndo();
    this.paintSoon();
  }

  // Remove the last corner; true where there was one.
  back() {
    const corner = this.isBusy && this.corners.pop();
    if (!corner) return false;
    this.gone.push(corner);
    this.refused = false;
    const many = this.corners.length;
    this.announce(`Taken back. ${many ? `${this.last} ${this.rest}` : "Click the first one."}`);
    return true;
  }

  // The corner that Undo removed last comes back.
  forth() {
    const corner = this.plane && this.gone.pop();
    if (!corner) return false;
    this.corners.push(corner);
    this.announce(`${this.last} ${this.rest}`);
    return true;
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const { key } = event;
    const arrow = arrowOf(event);
    if (hasModifier(event) || event.shiftKey) return;
    if (arrow) this.move(arrow);
    else if (key === "Enter") this.enter();
    else if (key === "Escape") this.escape();
    else if (key !== "Backspace" || !this.back()) return;
    consume(event);
  }

  /** @param {Point} arrow */
  move(arrow) {
    const { ranges, place: { box } } = this.map;
    const from = this.at ?? this.corners.at(-1) ?? ranges.map(([low, high]) => (low + high) / 2);
    const side = Math.min(box.width, box.height);
    this.byKeys = true;
    this.at = /** @type {Point} */ (from.map((v, i) => {
      const [low, high] = [Math.min(...ranges[i]), Math.max(...ranges[i])];
      const share = (arrow[i] * STEP * side) / (i ? box.height : box.width);
      return clamp(v + share * (ranges[i][1] - ranges[i][0]), low, high);
    }));
    this.announce(`Cross at (${this.tidy(this.at).map((v) => short(v, 4)).join(", ")}).`);
  }

  enter() {
    if (this.byKeys && this.at) this.take(this.at, REACH.mouse / 2);
    else if (this.corners.length > 2) this.finish(true);
    else if (this.isTriplet) this.announce(this.rest);
    else this.announce(`A loop has three corners at least. ${this.rest}`);
  }

  escape() {
    if (this.corners.length > 1 && !this.isTriplet) this.finish(false);
    else {
      this.corners = [];
      this.tools.choose(0);
    }
  }

  /** @param {boolean} closed */
  finish(closed) {
    const { plane, tools, corners } = this;
    if (!plane) return;
    [this.sent, this.closed, this.at] = [plane.panel, closed, null];
    plane.say(`${closed ? "Closed" : "Left open"}: ${corners.length - Number(!closed)} edges.`);
    const places = corners.map((corner) => plane.numbersOf(corner));
    tools.send({ do: "draw", what: tools.tool?.what, panel: plane.panel.key, places, closed });
    tools.choose(0);
    plane.box.focus({ preventScroll: true });
  }

  // Sides that are drawn, and the one to where the pointer is, or back to the first corner.
  /** @param {Point[]} points @returns {[Point, Point][]} */
  sides(points) {
    const last = points.length - Number(!this.closed);
    return points.slice(0, Math.max(last, 0)).map((p, i) => [p, points[(i + 1) % points.length]]);
  }

  /**
   * @param {CanvasRenderingContext2D} ctx @param {Place} place @param {Theme} theme
   * @param {unknown} panel the one that is drawn
   */
  paint(ctx, place, theme, panel) {
    if (this.sent && this.sent !== panel) {
      [this.sent, this.corners] = [null, []];
      return;
    }
    const { corners, at } = this;
    const brush = new Brush(ctx, place, theme);
    const { box } = place;
    if (corners.length) {
      ctx.fillStyle = ink("@paper/0.66", theme);
      ctx.fillRect(box.x, box.y, box.width, box.height);
      if (this.isTriplet && !this.sent) this.paintTriplet(brush);
      else this.paintRegion(ctx, brush, place, theme);
    }
    corners.forEach((corner, i) => {
      brush.dot(corner, i ? 4 : 6, "@ink", !i);
    });
    if (at) brush.cross(at, this.fits(at, brush) ? "@now" : "@rival1");
  }

  /** @param {Point} at @param {Brush} brush */
  fits(at, brush) {
    if (this.isTriplet) return true;
    const loop = /** @type {Point[]} */ ([...this.corners, at].map((one) => brush.pixels(one)));
    const isEnd = this.corners.length > 2 && apart(loop[0], loop[loop.length - 1]) <= REACH.mouse;
    return isEnd || loop.length < 3 || isRound(loop);
  }

  // To the near partner, and dashed to the far one.
  /** @param {Brush} brush */
  paintTriplet(brush) {
    const [first, ...partners] = [...this.corners, ...(this.at ? [this.at] : [])];
    partners.forEach((one, i) => brush.line(first, one, "@ink", i ? [6, 4] : []));
  }

  // The <= side of all sides, of that to the pointer as well.
  /**
   * @param {CanvasRenderingContext2D} ctx @param {Brush} brush @param {Place} place
   * @param {Theme} theme
   */
  paintRegion(ctx, brush, { box }, theme) {
    const { corners, at } = this;
    const fits = at && this.fits(at, brush);
    const shown = at && fits ? [...corners, at] : corners;
    const loop = /** @type {Point[]} */ (shown.map((one) => brush.pixels(one)));
    const [right, foot] = [box.x + box.width, box.y + box.height];
    /** @type {Point[]} */
    const all = [[box.x, box.y], [right, box.y], [right, foot], [box.x, foot]];
    // Left of a single side: on the screen y grows downwards.
    const sign = loop.length > 2 ? Math.sign(cross(loop[0], loop[1], loop[2])) : -1;
    const shape = cut(all, this.sides(loop), sign);
    ctx.fillStyle = ink("@now/0.16", theme);
    ctx.beginPath();
    if (loop.length > 1) shape.forEach(([x, y]) => ctx.lineTo(x, y));
    ctx.fill();
    const drawn = this.sides(corners);
    if (corners.length > 1 && !this.closed) {
      brush.line(corners[corners.length - 1], corners[0], "@muted", [3, 4]);
    }
    drawn.forEach(([from, to], i) => {
      brush.line(from, to, "@ink", []);
      const middle = /** @type {Point} */ (from.map((v, k) => (v + to[k]) / 2));
      brush.letter(middle, String(i + 1));
    });
    const last = corners[corners.length - 1];
    if (at) brush.line(last, at, fits ? "@now" : "@rival1", [6, 4]);
  }
}
