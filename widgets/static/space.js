// A panel in space: the walls of its box, what three draws of its traces, and words over all, on
// one canvas.

import { letterOf } from "./aim.js";
import { node } from "./dom.js";
import { nearest, tipLines } from "./hover.js";
import { ink, writeOnHalo } from "./ink.js";
import { read } from "./recipes.js";
import { keepKeys } from "./shortcuts.js";
import { axesFont, paintNames, paintWalls, spaceAxes } from "./space-axes.js";
import { cameraOf, HOME, placingOf, projecting, sidesOf } from "./space-camera.js";
import { Drawing, held, leaveCard, takeCard } from "./space-gl.js";
import { Shaping } from "./space-shapes.js";
import { paintFlat } from "./space-flat.js";
import { SpaceTurn } from "./space-turn.js";
import { clamp, same } from "./values.js";

/** @import { Arrays, Panel, Question, Theme, Trace } from "./types.js" */

const HOVER_DISTANCE = 12; // pixels between the pointer and a point that it means
const RING = 9; // pixels, the radius of a ring around a point that is asked about
const GAP = 6; // between a point and its words
const NO_CARD = "This browser has no WebGL: the picture is drawn more plainly.";
const LOST = "The graphics card was lost: the picture stands still until it is back.";

/**
 * Where words begin, relative to their point.
 * @type {Record<string, [CanvasTextAlign, number, number]>}
 */
const ANCHORS = {
  right: ["left", GAP, 0], left: ["right", -GAP, 0], above: ["center", 0, -GAP - 6],
  below: ["center", 0, GAP + 6], center: ["center", 0, 0], row: ["left", GAP, 0],
};

// Drawn pixels for each of the page's: as many as the screen has.
const sharpness = () => clamp(globalThis.devicePixelRatio ?? 1, 1, 2);

export class Space {
  /** @type {Panel} */
  panel;
  /** @type {Arrays} */
  arrays;
  /** @type {Theme} */
  theme;
  /** @type {number} */
  position;
  /** @type {Question | null} */
  asked = null;
  /** @type {number[] | null} */
  camera = null; // eye, centre and up; null at home
  size = { width: 0, height: 0 };
  canvas = node("canvas", "cl-canvas");
  tip = node("div", "cl-tip");
  notice = node("p", { class: "cl-no-card", role: "status" });
  drawing = new Drawing();
  /** @type {Shaping | undefined} */
  shaped;
  axesKey = ""; // what the axes depend on, as one word
  /** @type {import("./space-axes.js").Axes} */
  found; // the axes
  /** @type {number[]} */
  sides; // of the box
  /** @type {number[][]} */
  placing; // of its axes
  /** @type {import("./space-camera.js").Project} */
  project;
  pending = 0;

  /**
   * @param {HTMLElement} box @param {() => void} onView called when the viewpoint changes
   */
  constructor(box, onView = () => {}) {
    this.box = box;
    this.onView = onView;
    this.tip.hidden = this.notice.hidden = true;
    box.append(this.canvas, this.tip, this.notice);
    box.tabIndex = 0;
    box.setAttribute("role", "group");
    box.setAttribute("aria-roledescription", "Plot in space");
    keepKeys(box);
    this.follow = () => this.paintSoon();
    this.card = takeCard(this.follow);
    this.turning = new SpaceTurn(this);
    this.onMove = (/** @type {PointerEvent} */ e) => this.hover(e);
    this.onLeave = () => { this.tip.hidden = true; };
    box.addEventListener("pointermove", this.onMove);
    box.addEventListener("pointerleave", this.onLeave);
    this.measure();
    this.observer = new ResizeObserver(() => this.resize());
    this.observer.observe(box);
  }

  /** @param {Panel} panel @param {Arrays} arrays @param {Theme} theme @param {number} position */
  load(panel, arrays, theme, position) {
    if (this.panel && this.panel.key !== panel.key) this.camera = null;
    [this.panel, this.arrays, this.theme, this.position] = [panel, arrays, theme, position];
    this.sides = sidesOf(panel);
    this.placing = placingOf(panel);
    const names = panel.axes.map(({ title }, i) => title || "xyz"[i]).join(", ");
    this.box.setAttribute("aria-label", `Plot in space, ${names}. Arrows turn it, plus and minus `
      + "zoom, 0 goes back.");
    this.shape();
  }

  /** @param {Question | null} question */
  hide(question) {
    this.asked = question;
    if (this.panel) this.shape();
  }

  /** @param {number} position @param {boolean} [_whole] */
  draw(position, _whole = false) {
    this.position = position;
    this.shape();
  }

  // While a question is open, the future is not shown.
  get visible() { return this.panel.traces.filter((t) => !(this.asked && t.future)); }

  // The traces have changed: where they lie in the box.
  shape() {
    const panel = { ...this.panel, traces: this.visible };
    const { arrays, position, theme } = this;
    this.shaped = new Shaping(panel, arrays, position, theme, this.sides, this.placing);
    for (const trace of this.panel.traces) trace.painted = undefined;
    this.paint();
  }

  paintSoon() {
    this.pending ||= requestAnimationFrame(() => {
      this.pending = 0;
      this.paint();
    });
  }

  /** The camera, at home too. */
  get nine() { return this.camera ?? HOME; }

  paint() {
    const { width, height } = this.size;
    if (!this.shaped || !width || !height) return;
    cancelAnimationFrame(this.pending);
    this.pending = 0;
    const camera = cameraOf(this.nine, width, height);
    this.project = projecting(camera, width, height);
    this.showNotice();
    if (this.card?.lost) return; // what was drawn last stays
    const ratio = sharpness();
    const [w, h] = [Math.round(width * ratio), Math.round(height * ratio)];
    const { canvas } = this;
    if (canvas.width !== w || canvas.height !== h) [canvas.width, canvas.height] = [w, h];
    const ctx = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
    ctx.clearRect(0, 0, width, height);
    const axes = this.axes(ctx);
    paintWalls(ctx, axes, this.theme);
    this.paintTraces(ctx, camera, w, h);
    ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
    paintNames(ctx, axes, this.theme);
    this.paintWords(ctx);
    this.paintRings(ctx);
  }

  // While a knob is dragged the axes and the camera stay the same: they are computed once.
  /** @param {CanvasRenderingContext2D} ctx */
  axes(ctx) {
    const { width, height } = this.size;
    const { panel: { axes, equal }, theme: { font, magnify }, nine } = this;
    const axesKey = JSON.stringify([axes, equal, width, height, font, magnify, nine]);
    if (axesKey !== this.axesKey) {
      [this.axesKey, this.found] = [axesKey, this.findAxes(ctx, width, height)];
    }
    return this.found;
  }

  /** @param {CanvasRenderingContext2D} ctx @param {number} width @param {number} height */
  findAxes(ctx, width, height) {
    ctx.font = axesFont(this.theme);
    /** @param {string} words */
    const widthOf = (words) => ctx.measureText(words).width;
    return spaceAxes(this.panel, this.project, widthOf, width, height, this.theme.magnify ?? 1);
  }

  /**
   * @param {CanvasRenderingContext2D} ctx @param {any} camera @param {number} w @param {number} h
   */
  paintTraces(ctx, camera, w, h) {
    const { shapes } = /** @type {Shaping} */ (this.shaped);
    const { nine, drawing } = this;
    this.measureDashes(shapes.marks);
    const towards = [3, 4, 5].map((i) => nine[i] - nine[i - 3]);
    if (!this.card) {
      paintFlat(ctx, shapes, this.project, nine.slice(0, 3));
      return;
    }
    drawing.screen.value.set(this.size.width, this.size.height);
    drawing.box.value.set(...this.sides.map((side) => 0.5 * side * (1 + 1e-4)));
    drawing.stroke.value = 1.2 * (this.theme.magnify ?? 1);
    drawing.fill(shapes, nine.slice(0, 3), towards);
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    this.card.draw(ctx, drawing, camera, w, h);
  }

  // Dashes continue from piece to piece, in pixels.
  /** @param {import("./space-shapes.js").Mark[]} marks */
  measureDashes(marks) {
    let [sum, before] = [0, /** @type {number[] | null} */ (null)];
    for (const piece of marks) {
      if (!piece.pattern[1]) continue;
      if (piece.a !== before) sum = 0;
      piece.from = sum;
      const [p, q] = [this.project(...triple(piece.a)), this.project(...triple(piece.b))];
      sum += Math.hypot(q[0] - p[0], q[1] - p[1]) || 0;
      before = piece.b;
    }
  }

  /** @param {CanvasRenderingContext2D} ctx */
  paintWords(ctx) {
    const scale = this.theme.magnify ?? 1;
    const { labels } = /** @type {Shaping} */ (this.shaped).shapes;
    for (const { at, words, trace: { style } } of labels) {
      const [x, y] = this.project(...triple(at));
      const [align, dx, dy] = ANCHORS[style.anchor] ?? ANCHORS.right;
      ctx.font = `${style.size * scale}px ${this.theme.font}`;
      ctx.textAlign = align;
      ctx.textBaseline = "middle";
      writeOnHalo(ctx, words, x + dx * scale, y + dy * scale, style.color, this.theme);
    }
  }

  // The points that a question is about are ringed, with the letters of its options.
  /** @param {CanvasRenderingContext2D} ctx */
  paintRings(ctx) {
    const { rings } = this.asked ?? {};
    if (rings?.panel !== this.panel.key) return;
    const { theme } = this;
    const scale = theme.magnify ?? 1;
    ctx.font = `700 ${17 * scale}px ${theme.font}`;
    [ctx.textAlign, ctx.textBaseline] = ["left", "middle"];
    rings.places.forEach((place, i) => {
      const [x, y] = this.project(...triple(this.inBox(place)));
      ctx.beginPath();
      ctx.arc(x, y, RING * scale, 0, 2 * Math.PI);
      ctx.strokeStyle = ink("@ink", theme);
      ctx.lineWidth = 2;
      ctx.stroke();
      writeOnHalo(ctx, letterOf(i), x + RING * scale, y - (RING + 3) * scale, "@ink", theme, 4);
    });
  }

  /** @param {number[]} place as data have it, where an axis is logarithmic its power */
  inBox(place) {
    return place.map((v, i) => this.placing[i][0] * v + this.placing[i][1]);
  }

  // The user has moved the camera; null for home.
  /** @param {number[] | null} nine */
  turn(nine) {
    this.setCamera(nine);
    this.onView();
  }

  /** @param {number[] | null} nine null for home */
  setCamera(nine) {
    this.camera = nine && !same(nine, HOME) ? [...nine] : null;
    this.tip.hidden = true;
    for (const trace of this.panel?.traces ?? []) trace.painted = undefined;
    this.paintSoon();
  }

  showNotice() {
    const words = this.card ? (this.card.lost ? LOST : "") : NO_CARD;
    this.notice.hidden = !words;
    if (this.notice.textContent !== words) this.notice.textContent = words;
  }

  /** @param {PointerEvent} event */
  hover(event) {
    if (!this.shaped || event.buttons || event.pointerType === "touch") {
      this.tip.hidden = true;
      return;
    }
    const rect = this.box.getBoundingClientRect();
    const magnify = rect.width / this.box.clientWidth || 1;
    const [px, py] = [(event.clientX - rect.left) / magnify, (event.clientY - rect.top) / magnify];
    const found = this.under(px, py);
    this.tip.hidden = !found;
    if (!found) return;
    this.tip.replaceChildren(...found.words);
    const { width, height } = this.size;
    const left = Math.min(found.px + 12, width - this.tip.offsetWidth - 2);
    const above = found.py - this.tip.offsetHeight - 10;
    const top = above < 0 ? Math.min(found.py + 14, height - this.tip.offsetHeight) : above;
    this.tip.style.transform = `translate(${Math.max(left, 0)}px, ${top}px)`;
  }

  // What is under a place of the picture, and its words: a point, a line, or else a face.
  /** @param {number} px @param {number} py */
  under(px, py) {
    const { visible } = this;
    for (const trace of visible) trace.painted ??= this.pixels(trace);
    const at = nearest(visible.filter(isDotted), px, py, HOVER_DISTANCE);
    if (at) {
      const words = tipLines(at, this.panel, this.arrays, this.position);
      return { px: at.px, py: at.py, words };
    }
    const face = visible.find((trace) => trace.style.name && trace.style.kind === "mesh"
      && this.covers(trace, px, py));
    return face && { px, py, words: [node("strong", "", face.style.name)] };
  }

  /** @param {Trace} trace */
  pixels(trace) {
    const { x, y, z } = read(trace, this.arrays, this.position);
    const [px, py] = [new Float64Array(x.length), new Float64Array(x.length)];
    for (let i = 0; i < x.length; i++) {
      [px[i], py[i]] = this.project(...triple(this.inBox([x[i], y[i], z[i]])));
    }
    return { px, py };
  }

  /** @param {Trace} trace @param {number} x @param {number} y */
  covers({ style, painted }, x, y) {
    const { px, py } = /** @type {import("./types.js").Pixels} */ (painted);
    return style.faces.some((/** @type {number[]} */ face) => {
      const sides = face.map((a, k) => {
        const b = face[(k + 1) % 3];
        return (px[b] - px[a]) * (y - py[a]) - (py[b] - py[a]) * (x - px[a]);
      });
      return sides.every((v) => v >= 0) || sides.every((v) => v <= 0);
    });
  }

  measure() {
    this.size = { width: this.box.clientWidth, height: this.box.clientHeight };
    Object.assign(this.canvas.style, { left: "0", top: "0", width: "100%", height: "100%" });
  }

  resize() {
    const { width, height } = this.size;
    this.measure();
    if (this.size.width !== width || this.size.height !== height) this.paint();
  }

  /** What is held for all pictures of the page, for tests. */
  get held() { return held(); }

  end() {
    cancelAnimationFrame(this.pending);
    this.observer.disconnect();
    this.turning.end();
    this.box.removeEventListener("pointermove", this.onMove);
    this.box.removeEventListener("pointerleave", this.onLeave);
    this.drawing.end();
    leaveCard(this.follow);
  }
}

/** @param {Trace} t */
const isDotted = (t) => t.style.kind === "line" || t.style.kind === "points";

/** @param {number[]} list */
const triple = (list) => /** @type {[number, number, number]} */ (list);
