// A panel in the plane, on two canvases: axes and all that does not move are on the lower one, the
// ground, which is painted again only where something on it changes; above it is what moves with
// the frame, or is in transition from the picture before.

import { Aiming, paintRings } from "./aim.js";
import { axesOf, heatOf, paintEdges, paintGrid, described } from "./axes.js";
import { node, pen } from "./dom.js";
import { Cross } from "./cross.js";
import { Transition, MAX_MS } from "./transition.js";
import { PointDrag } from "./point-drag.js";
import { paintHatch, paintHeat, topCell } from "./heat.js";
import { cellLines, nearest, tipLines } from "./hover.js";
import { ink } from "./ink.js";
import { boxOf, paintLens, through, trailOf } from "./lens.js";
import { cover, paint } from "./painter.js";
import { read } from "./recipes.js";
import { Occupancy } from "./occupancy.js";
import { keepKeys } from "./shortcuts.js";
import { meanings } from "./terms.js";
import { isCalm } from "./theme.js";
import { holds } from "./values.js";
import { PanZoom } from "./pan-zoom.js";

/** @import { DragHandlers } from "./point-drag.js" */
/** @import { Sketch } from "./sketch.js" */
/** @import { Arrays, Axes, Panel, Place, Question, Size, Theme, Trace } from "./types.js" */

const HOVER_DISTANCE = 12; // pixels between the pointer and a point that it means
const CLICK_DISTANCE = 4; // pixels that a click may move
const SETTLES_AFTER = 150; // ms: during a drag, marks in transition do not change their canvas

/** @param {Trace} t */
const isHeat = (t) => t.style.kind === "heatmap";
/** @param {Trace} t */
const isHatch = (t) => t.style.kind === "hatch";
/** @param {Trace} t */
const isBand = (t) => t.style.kind === "bands";
/** @param {Trace} t */
const isWords = (t) => t.style.kind === "words";

const NO_HANDLERS = { say() {}, onView() {} };

export class Plane {
  /** @type {Panel} */
  panel;
  /** @type {Arrays} */
  arrays;
  /** @type {Theme} */
  theme;
  /** @type {Axes | undefined} */
  axes;
  /** @type {Size | undefined} */
  size; // of the box; an observer reports changes, so that painting lays nothing out
  position = 0;
  /** @type {Question | null} */
  asked = null;
  /** @type {number[][] | null} */
  view = null; // the ranges that the user has selected; null at home
  /** @type {number[][] | null} */
  held = null; // the ranges while the user drags a point
  ground = node("canvas", "cl-canvas");
  canvas = node("canvas", "cl-canvas");
  tip = node("div", "cl-tip");
  /** @type {Record<string, string> | undefined} */
  terms; // what words mean
  /** @type {Trace[]} */
  still = []; // the traces that the ground shows
  /** @type {Set<Trace>} */
  risen = new Set(); // those that left it for a transition
  painted = ""; // what the ground shows, as one word
  framed = ""; // its axes
  /** @type {Occupancy | undefined} */
  occupancy; // the cells that it covers
  lens = true; // whether short steps are shown larger
  /** @type {{ trail: { x: number, y: number }, place: Place, times: number } | null} */
  magnified = null; // what it shows, and where
  pending = 0;
  /** @type {Sketch | null} */
  sketch = null; // what is being drawn
  /** @type {Transition | null} */
  transition = null; // from the picture before
  now = 0; // its time
  loaded = -Infinity;
  transitionRequest = 0;
  settling = 0; // the timer until the marks of a transition are on the ground again
  /** @type {[number, number] | undefined} */
  pressed;

  /**
   * @param {HTMLElement} box @param {(x: number, y: number, shift: boolean) => void} onClick
   * @param {DragHandlers} drag
   * @param {{ say: (words: string) => void, onView: () => void }} [handlers] called with the
   *   words of the cross, and when the view changes
   */
  constructor(box, onClick, drag, { say, onView } = NO_HANDLERS) {
    this.box = box;
    this.onClick = onClick;
    this.say = say;
    this.onView = onView;
    this.tip.hidden = true;
    box.append(this.ground, this.canvas, this.tip);
    box.tabIndex = 0;
    box.setAttribute("role", "group");
    keepKeys(box);
    this.cross = new Cross(this);
    this.aim = new Aiming(this);
    this.panZoom = new PanZoom(this);
    const drags = () => !this.aim.isOpen && drag.drags();
    this.pointDrag = new PointDrag(this, { ...drag, drags });
    box.addEventListener("pointermove", (e) => this.hover(e));
    box.addEventListener("pointerleave", () => { this.tip.hidden = true; });
    box.addEventListener("pointerdown", (e) => { this.pressed = [e.clientX, e.clientY]; });
    box.addEventListener("click", (e) => this.click(e));
    this.observer = new ResizeObserver(() => {
      this.measure();
      this.paint();
    });
    this.observer.observe(box);
  }

  get home() { return this.panel.axes.map(({ range }) => [...range]); }

  /**
   * @param {Panel} panel @param {Arrays} arrays @param {Theme} theme @param {number} position
   * @param {boolean} [glides] whether marks may move from where they are to where they belong
   */
  load(panel, arrays, theme, position, glides = true) {
    // A view that the user has selected stays while a knob moves, as long as the axes mean the
    // same.
    /** @param {Panel | undefined} p */
    const meaning = (p) => JSON.stringify([p?.key, p?.axes.map((a) => [a.title, a.log]), p?.equal]);
    if (meaning(this.panel) !== meaning(panel)) {
      [this.view, this.held, this.axes] = [null, null, undefined];
    }
    // The same axes keep their ticks.
    /** @param {Panel | undefined} p @param {Theme | undefined} t */
    const frame = (p, t) => JSON.stringify([p?.axes, p?.equal, p && heatOf(p), t?.font]);
    if (frame(this.panel, this.theme) !== frame(panel, theme)) this.axes = undefined;
    if (theme.magnify !== this.theme?.magnify) this.size = this.axes = undefined;
    // What is not visible has no transition.
    if (glides && this.isReady) this.startTransition(panel, arrays, position);
    else this.endTransition();
    [this.panel, this.arrays, this.theme, this.position] = [panel, arrays, theme, position];
    this.cross.load();
    this.paint();
  }

  // Marks that are the same in both pictures move from one to the other.
  /** @param {Panel} panel @param {Arrays} arrays @param {number} position */
  startTransition(panel, arrays, position) {
    const [before, running] = [this.loaded, this.transition];
    this.loaded = this.now = performance.now();
    this.endTransition();
    const isStill = this.asked?.key || isCalm() || document.hidden;
    if (!this.panel || this.panel === panel || isStill) return;
    const from = { panel: this.panel, arrays: this.arrays, position: this.position };
    const span = Math.min(this.now - before, MAX_MS); // no longer than pictures are apart
    const transition = new Transition(from, running, { panel, arrays, position }, this.now, span);
    if (transition.isOver(this.now)) return;
    this.transition = transition;
    this.risen = new Set([...transition.from.keys()].filter((t) => !t.moving));
    this.transitionRequest = requestAnimationFrame(() => this.stepTransition());
  }

  stepTransition() {
    if (!this.transition) return;
    this.now = performance.now();
    if (!this.transition.isOver(this.now)) {
      this.transitionRequest = requestAnimationFrame(() => this.stepTransition());
    } else {
      this.transition = null;
      if (this.risen.size) this.settling = window.setTimeout(() => this.settle(), SETTLES_AFTER);
    }
    this.paintMoving(true);
    this.box.dispatchEvent(new Event("cl-moved", { bubbles: true }));
  }

  settle() {
    this.risen.clear();
    this.paint();
  }

  endTransition() {
    cancelAnimationFrame(this.transitionRequest);
    clearTimeout(this.settling);
    this.transition = null;
    this.risen.clear();
  }

  /** @param {number[][] | null} ranges */
  show(ranges) {
    this.view = ranges;
    this.axes = undefined;
    this.panZoom.setTouchAction();
    this.tip.hidden = true;
    this.onView();
    this.pending ||= requestAnimationFrame(() => { this.pending = 0; this.paint(); });
  }

  // While the user drags a point, axes that fit the newer picture would move the point away from
  // the pointer.
  hold() { this.held = this.layout().ranges; }

  release() {
    [this.held, this.axes] = [null, undefined];
    this.paint();
  }

  /** @param {number} position @param {boolean} [whole] */
  draw(position, whole = false) {
    const isWhole = whole || this.risen.size > 0;
    this.endTransition();
    this.position = position;
    if (isWhole) this.paint();
    else this.paintMoving();
  }

  get visible() { return this.panel.traces.filter((t) => !(this.asked && t.future)); }

  get magnify() { return this.theme?.magnify ?? 1; }

  // Its width and height in its units, which are larger than pixels for a lecture.
  get extent() {
    return [this.box.clientWidth, this.box.clientHeight].map((v) => v / this.magnify);
  }

  /** @returns {Size} */
  measure() {
    const [width, height] = this.extent;
    const scale = parseFloat(getComputedStyle(this.box).fontSize) / 13 || 1;
    this.axes = undefined;
    this.size = { width, height, scale };
    return this.size;
  }

  /** The axes as they are now; made again where ranges or the size have changed. */
  layout() {
    const size = this.size ?? this.measure();
    this.axes ??= axesOf(this.panel, this.view ?? this.held ?? this.home, size, (words, px) => {
      return widthOf(words, `${px}px ${this.theme.font}`);
    });
    return this.axes;
  }

  // Whether it is visible.
  get isReady() {
    if (!this.panel || this.box.closest(".cl-behind")) return false;
    const { width, height } = this.size ?? this.measure();
    return Boolean(width && height);
  }

  // All of a panel; a frame alone needs `paintMoving`.
  paint() {
    if (!this.isReady) return;
    this.paintGround();
    this.paintMoving();
  }

  // Whether a heatmap changes from frame to frame: all marks lie over it then, on its canvas.
  get heatMoves() { return this.visible.some((t) => isHeat(t) && t.moving); }

  // What is painted above the ground.
  get above() {
    const { visible, heatMoves, risen } = this;
    return visible.filter((t) => heatMoves || t.moving || risen.has(t));
  }

  paintGround() {
    const axes = this.layout();
    const above = new Set(this.above);
    const still = this.visible.filter((t) => !above.has(t));
    // Names of arrays hold a digest of their numbers: what reads the same looks the same.
    const marks = JSON.stringify(still.map(({ style, bind }) => [style, bind]));
    const frame = JSON.stringify([
      axes.ranges, axes.size, this.panel.axes, axes.heat, this.theme, devicePixelRatio,
    ]);
    if (marks + frame === this.painted) {
      // What a newer picture shares with it stays in place, where the user points at it.
      still.forEach((t, i) => { t.painted ??= this.still[i].painted; });
      return;
    }
    const isFramed = frame === this.framed;
    [this.painted, this.framed, this.still] = [marks + frame, frame, still];
    const { size } = axes;
    const place = { ...axes.place, occupancy: new Occupancy(axes.place.box) };
    const { box } = place;
    // The words around unchanged axes stay: they cost more than lines do.
    const part = isFramed ? box : undefined;
    const ctx = sheet(this.ground, { x: 0, y: 0, ...size }, this.magnify, part);
    paintGrid(ctx, axes, this.theme);
    ctx.save();
    ctx.beginPath();
    ctx.rect(box.x, box.y, box.width, box.height);
    ctx.clip();
    this.paintMarks(ctx, still.filter((t) => !isWords(t)), place);
    ctx.restore();
    this.occupancy = place.occupancy;
    if (isFramed) return;
    paintEdges(ctx, this.panel, axes, this.theme);
    this.box.setAttribute("aria-label", `Plot, ${described(this.panel, axes)}. Plus and minus zoom, Shift and arrows move, 0 goes back.`);
  }

  // The lens and words are placed once a picture, where its marks belong: in transition they stay.
  /** @param {boolean} [keeps] whether they are placed already */
  paintMoving(keeps = false) {
    if (!this.isReady) return;
    const { place } = this.layout();
    const ctx = sheet(this.canvas, place.box, this.magnify);
    const words = this.visible.filter(isWords);
    const occupancy = keeps ? undefined : this.occupancy?.copy() ?? new Occupancy(place.box);
    const free = { ...place, keeps, occupancy };
    const drawn = this.above.filter((t) => !isWords(t));
    if (this.heatMoves) this.paintMarks(ctx, drawn, free);
    else this.paintInTurn(ctx, drawn, free);
    if (occupancy) this.placeLens(place, occupancy);
    this.paintLens(ctx);
    this.cross.paint(ctx, place, this.theme);
    // Words come last: they avoid all that is drawn in this frame.
    for (const t of words) {
      occupancy?.addLabelPoints(t.style, read(t, this.arrays, this.position), place);
    }
    this.paintInTurn(ctx, words, free);
    const { rings } = this.asked ?? {};
    if (rings?.panel === this.panel.key) paintRings(ctx, place, this.theme, rings.places);
    this.aim.paint(ctx, place, this.theme);
    this.sketch?.paint(ctx, place, this.theme, this.panel);
  }

  // The last steps of the path that is followed, larger, where they are short.
  /** @param {Place} map @param {Occupancy} occupancy */
  placeLens(map, occupancy) {
    this.magnified = null;
    const path = this.visible.find((t) => t.follow)?.painted;
    const trail = this.lens && !this.aim.isAsked && path && trailOf(path);
    if (!trail) return;
    const paths = this.visible.filter((t) => t.bind.x?.how === "prefix" && !t.ghost);
    const heads = paths.map(({ painted: one }) => [one?.px.at(-1) ?? NaN, one?.py.at(-1) ?? NaN]);
    const box = boxOf(map.box, trail, path, heads, (...corner) => occupancy.cost(...corner));
    if (!box) return;
    this.magnified = { trail, ...through(map, trail, box) };
    occupancy.coverRect(box.x, box.y, box.width, box.height);
  }

  /** @param {CanvasRenderingContext2D} ctx */
  paintLens(ctx) {
    if (!this.magnified) return;
    const { trail, place, times } = this.magnified;
    paintLens(ctx, place.box, trail, times, this.theme, () => {
      const traces = this.visible.filter((t) => !isWords(t) && !isHeat(t));
      // Copies: where a pointer is, the marks of the whole plot are meant. None is on its way here,
      // where a pixel is a long one.
      this.paintMarks(ctx, traces.map((t) => ({ ...t })), { ...place, settled: true });
    });
  }

  // From below: heatmaps and bands, the lines through zero, all else; what moves at the end.
  /** @param {CanvasRenderingContext2D} ctx @param {Trace[]} traces @param {Place} place */
  paintMarks(ctx, traces, place) {
    /** @param {Trace} t */
    const isGround = (t) => isHeat(t) || isHatch(t) || isBand(t);
    for (const t of traces) if (isGround(t)) this.paintMark(ctx, t, place);
    this.paintZeros(ctx, place);
    this.paintInTurn(ctx, traces.filter((t) => !isGround(t)), place);
  }

  /** @param {CanvasRenderingContext2D} ctx @param {Trace[]} traces @param {Place} place */
  paintInTurn(ctx, traces, place) {
    for (const moving of [false, true]) {
      for (const t of traces) if (Boolean(t.moving) === moving) this.paintMark(ctx, t, place);
    }
  }

  /** @param {CanvasRenderingContext2D} ctx @param {Trace} trace @param {Place} place */
  paintMark(ctx, trace, place) {
    const there = read(trace, this.arrays, this.position);
    const { theme, transition } = this;
    if (isHeat(trace)) paintHeat(ctx, trace, there, place, theme);
    else if (isHatch(trace)) paintHatch(ctx, trace, there, place, theme);
    else if (place.settled || !transition?.moves(trace)) paint(ctx, trace, there, place, theme);
    else {
      const { occupancy } = place;
      const between = transition.at(trace, there, this.now);
      paint(ctx, trace, between, { ...place, occupancy: undefined }, theme);
      if (occupancy) cover(trace, there, { ...place, occupancy });
    }
  }

  // The lines x = 0 and y = 0 where the axes ask for them, over the ground and under the marks.
  /** @param {CanvasRenderingContext2D} ctx @param {Place} map */
  paintZeros(ctx, { x, y, box }) {
    const [across, up] = this.panel.axes;
    ctx.fillStyle = ink("@ink", this.theme);
    if (across.zero) ctx.fillRect(x(0) - 0.6, box.y, 1.2, box.height);
    if (up.zero) ctx.fillRect(box.x, y(0) - 0.6, box.width, 1.2);
  }

  /** @param {MouseEvent} event */
  hover(event) {
    const lines = this.panel && !event.buttons && !this.aim.isOpen && this.hoverTarget(event);
    this.tip.hidden = !lines;
    if (!lines) return;
    const meant = meanings([lines.words[0].textContent ?? ""], this.terms);
    this.tip.replaceChildren(...lines.words, ...(meant ? [node("div", "cl-meaning", meant)] : []));
    const [px, py] = [lines.px * this.magnify, lines.py * this.magnify];
    const left = Math.min(px + 12, this.box.clientWidth - this.tip.offsetWidth - 4);
    this.tip.style.transform = `translate(${left}px, ${Math.max(py - 40, 2)}px)`;
  }

  // The point under the pointer, or else the cell of a heatmap, and its words.
  /** @param {MouseEvent} event */
  hoverTarget(event) {
    const [px, py] = this.panZoom.pointAt(event);
    const shown = [...this.still, ...this.above];
    const at = nearest(shown, px, py, HOVER_DISTANCE);
    if (at) {
      const words = tipLines(at, this.panel, this.arrays, this.position);
      return { px: at.px, py: at.py, words };
    }
    const { place } = this.layout();
    const found = holds(place.box, px, py) && this.cell(place.back(px, py));
    return found && { px, py, words: cellLines(found, this.panel) };
  }

  // The cell of a heatmap at a point of the plane.
  /** @param {[number, number]} point */
  cell(point) {
    const layers = this.visible.filter((t) => isHeat(t) || isHatch(t))
      .map((trace) => ({ trace, data: read(trace, this.arrays, this.position) }));
    return topCell(layers, point);
  }

  /** @param {MouseEvent} event */
  click(event) {
    if (!this.panel) return;
    const [x0, y0] = this.pressed ?? [event.clientX, event.clientY];
    if (Math.hypot(event.clientX - x0, event.clientY - y0) > CLICK_DISTANCE) return;
    if (this.panel.cross) return; // the press has moved it
    const { place } = this.layout();
    const [px, py] = this.panZoom.pointAt(event);
    if (!holds(place.box, px, py)) return;
    if (this.aim.isOpen) this.aim.answer(place.back(px, py));
    else this.reportClick(place.back(px, py), event.shiftKey);
  }

  // Report a click at a point of drawn coordinates.
  /** @param {number[]} point @param {boolean} shift */
  reportClick(point, shift) {
    const [x, y] = this.numbersOf(point);
    this.onClick(x, y, shift);
  }

  // The numbers of a place, in pixels of the box.
  /** @param {number} px @param {number} py */
  numbersAt(px, py) {
    return this.numbersOf(this.layout().place.back(px, py));
  }

  /** @param {number[]} point of drawn coordinates */
  numbersOf(point) {
    return point.map((v, i) => (this.panel.axes[i].log ? 10 ** v : v));
  }

  end() {
    this.endTransition();
    cancelAnimationFrame(this.pending);
    this.cross.end();
    this.aim.end();
    this.observer.disconnect();
    this.panZoom.end();
    this.pointDrag.end();
  }
}

/**
 * A canvas that covers a part of its panel, and what paints on it in the panel's units: clean, or
 * only where the axes have marks and lines.
 * @param {HTMLCanvasElement} canvas @param {Place["box"]} box @param {number} magnify
 * @param {Place["box"]} [inside]
 */
function sheet(canvas, box, magnify, inside) {
  const ratio = (window.devicePixelRatio || 1) * magnify;
  const [w, h] = [Math.round(box.width * ratio), Math.round(box.height * ratio)];
  if (canvas.width !== w || canvas.height !== h) [canvas.width, canvas.height] = [w, h];
  const [left, top, width, height] = [box.x, box.y, box.width, box.height]
    .map((v) => `${v * magnify}px`);
  Object.assign(canvas.style, { left, top, width, height });
  const ctx = pen(canvas);
  ctx.setTransform(1, 0, 0, 1, 0, 0);
  if (!inside) ctx.clearRect(0, 0, w, h);
  ctx.setTransform(ratio, 0, 0, ratio, -box.x * ratio, -box.y * ratio);
  if (inside) ctx.clearRect(inside.x - 1, inside.y - 1, inside.width + 2, inside.height + 2);
  return ctx;
}

/** @type {CanvasRenderingContext2D | undefined} */
let ruler;
/** @type {Map<string, number>} */
const widths = new Map();

/** @param {string} words @param {string} font */
function widthOf(words, font) {
  const key = `${font} ${words}`;
  let width = widths.get(key);
  if (width === undefined) {
    ruler ??= pen(node("canvas"));
    ruler.font = font;
    width = ruler.measureText(words).width;
    if (widths.size > 5000) widths.clear();
    widths.set(key, width);
  }
  return width;
}
