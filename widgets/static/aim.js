// A question that is answered by a click in a plane: where does it land? A line leads from where it
// is to the pointer, or to a cursor that arrows move; Enter answers. Afterwards both are shown.

import { ink, writeOnHalo } from "./ink.js";
import { arrowOf, consume, hasModifier } from "./shortcuts.js";
import { short } from "./text.js";
import { clamp } from "./values.js";

/** @import { Place, Secret, Theme } from "./types.js" */
/** @import { Plane } from "./plane.js" */

const MIN_COSINE = 0.8; // a click at least this aligned with the step goes in the right direction
const COVERED = 130; // pixels at the top of the plot that a question may cover
const RING_RADIUS = 9; // pixels
const KEY_STEP = 1 / 50; // of the plot, for each press of an arrow
const CLICK_RADIUS = 5; // pixels, of a click of a class
/** The styles of the clicks of a class in its first and in its second vote. */
export const VOTES = [
  { words: "before talking", tone: "@ink", corners: false },
  { words: "after talking", tone: "@rival1", corners: true },
];
const KEY_LINE = 18; // pixels

/**
 * The index of the verdict on a click, as `Aim.judge` of widgets/questions.py has it; both are held
 * by tests/js/aim-cases.json.
 * @param {{ start: number[], target: number[], within: number[] }} aim @param {number[]} point
 */
export function judge({ start, target, within }, point) {
  const used = [0, 1].filter((i) => within[i] > 0);
  const click = used.map((i) => (point[i] - start[i]) / within[i]);
  const step = used.map((i) => (target[i] - start[i]) / within[i]);
  if (Math.hypot(...click.map((v, i) => v - step[i])) <= 1) return 0;
  const [far, whole] = [Math.hypot(...click), Math.hypot(...step)];
  if (click.reduce((sum, v, i) => sum + v * step[i], 0) <= MIN_COSINE * far * whole) return 3;
  return far < whole ? 1 : 2;
}

/** @param {Pick<Secret, "target" | "within">} truth @param {number[]} point */
const distance = ({ target, within }, point) => (
  Math.hypot(...target.map((v, i) => (within[i] > 0 ? v - point[i] : 0))));

export class Aiming {
  /** @type {number[] | null} */
  start = null; // where it is; null where nothing is asked
  /** @type {number[] | null} */
  at = null; // where the pointer or the cursor is
  /** @type {number[][]} */
  tries = [];
  /** @type {Pick<Secret, "target" | "within"> | null} */
  truth = null; // where it landed, once that is shown
  /** @type {number[][][]} */
  cloud = []; // where a class tapped, in its first and second vote
  votesElsewhere = false; // a class answers on phones: clicks here do not count
  pending = 0;
  /** @type {(point: number[]) => void} */
  answered = () => {};
  /** @type {(point: number[]) => void} */
  moved = () => {};

  /** @param {Plane} plane */
  constructor(plane) {
    this.plane = plane;
    const { box } = plane;
    box.addEventListener("pointermove", (e) => this.track(e));
    box.addEventListener("pointerleave", () => { if (this.isOpen) this.setCursor(null); });
    // In the capturing phase, so before the keys that move the view.
    box.addEventListener("keydown", (e) => this.key(e), true);
  }

  get isOpen() { return this.start !== null && this.truth === null && !this.votesElsewhere; }

  /** Whether anything of it is on the picture. */
  get isAsked() { return this.start !== null; }

  /**
   * @param {number[]} start
   * @param {Pick<Aiming, "answered" | "moved"> | null} handlers null for a class elsewhere
   */
  open(start, handlers) {
    Object.assign(this, { start, ...handlers, at: null, tries: [], truth: null });
    [this.cloud, this.votesElsewhere] = [[], !handlers];
    this.show();
    // A student who plays by keys can continue by keys.
    const { box } = this.plane;
    if (box.closest(".cl-stage")?.contains(document.activeElement)) box.focus({ preventScroll: true });
  }

  // Show where it landed, together with the click; if that is outside the view, at the view of the
  // start.
  /** @param {Pick<Secret, "target" | "within">} truth */
  reveal(truth) {
    if (!this.start) return;
    [this.truth, this.at] = [truth, null];
    const inside = /** @type {number[]} */ (truth.target).every((v, i) => {
      const [low, high] = this.plane.layout().ranges[i];
      return (v - low) * (high - v) >= 0;
    });
    if (!inside) this.plane.show(null);
    this.show();
  }

  // How far the last click was from where it landed, along the axes that count.
  get apart() {
    const { truth, tries } = this;
    const at = tries[tries.length - 1];
    return truth && at ? ` Your click was ${short(distance(truth, at), 2)} away.` : "";
  }

  // Whether a point is where words at the top of the plot would cover it.
  /** @param {number[]} point */
  isHigh([, y]) {
    const { box, y: up } = this.plane.layout().place;
    return up(y) < box.y + COVERED;
  }

  close() {
    if (!this.start) return;
    this.start = this.at = this.truth = null;
    [this.tries, this.cloud] = [[], []];
    this.show();
  }

  // Where a class tapped, in each of its votes.
  /** @param {number[][][]} cloud */
  showVotes(cloud) {
    this.cloud = cloud;
    this.paintSoon();
  }

  show() {
    const { box } = this.plane;
    box.classList.toggle("cl-aiming", this.isOpen);
    box.setAttribute("aria-roledescription", this.isOpen ? "Plot to aim at" : "Plot");
    this.paintSoon();
  }

  paintSoon() {
    this.pending ||= requestAnimationFrame(() => {
      this.pending = 0;
      this.plane.paintMoving();
    });
  }

  /** @param {number[] | null} point */
  setCursor(point) {
    this.at = point;
    this.paintSoon();
  }

  /** @param {PointerEvent} event */
  track(event) {
    if (!this.isOpen || event.buttons || event.pointerType === "touch") return;
    this.setCursor(this.plane.layout().place.back(...this.plane.panZoom.pointAt(event)));
  }

  /** @param {number[]} point */
  answer(point) {
    this.tries.push(point);
    this.setCursor(null);
    this.answered(point);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (!this.isOpen || hasModifier(event) || event.shiftKey) return;
    if (event.target !== this.plane.box) return; // a button in it
    const arrow = arrowOf(event);
    if (!arrow && event.key !== "Enter") return;
    consume(event);
    const at = this.at ?? /** @type {number[]} */ (this.start);
    if (!arrow) {
      if (this.at) this.answer(at);
      return;
    }
    const { ranges, place } = this.plane.layout();
    const side = Math.min(place.box.width, place.box.height);
    const point = at.map((v, i) => {
      const [low, high] = [Math.min(...ranges[i]), Math.max(...ranges[i])];
      const size = i ? place.box.height : place.box.width;
      const step = (arrow[i] * KEY_STEP * side * (ranges[i][1] - ranges[i][0])) / size;
      return clamp(v + step, low, high);
    });
    this.setCursor(point);
    this.moved(point);
  }

  /** @param {CanvasRenderingContext2D} ctx @param {Place} place @param {Theme} theme */
  paint(ctx, place, theme) {
    if (!this.start) return;
    const brush = new Brush(ctx, place, theme);
    const { start, truth } = this;
    if (truth) {
      brush.zone(truth.target, truth.within);
      brush.line(start, truth.target, "@good", []);
    }
    brush.clicks(this.cloud);
    if (this.at) {
      brush.line(start, this.at, "@now", [5, 4]);
      brush.cross(this.at, "@now");
    }
    this.tries.forEach((point, i) => {
      brush.line(start, point, "@rival1", [5, 4]);
      brush.ring(point, this.tries.length > 1 ? String(i + 1) : "");
      if (truth && i === this.tries.length - 1) brush.gap(point, truth);
    });
    brush.dot(start, 6, "@now", true);
    if (truth) brush.dot(truth.target, 6, "@good", false);
  }

  end() { cancelAnimationFrame(this.pending); }
}

/**
 * Rings around the points that a question is about, with the letters of its options.
 * @param {CanvasRenderingContext2D} ctx @param {Place} place @param {Theme} theme
 * @param {number[][]} points
 */
export function paintRings(ctx, place, theme, points) {
  const brush = new Brush(ctx, place, theme);
  points.forEach((point, i) => {
    brush.dot(point, RING_RADIUS, "@ink", true);
    brush.letter(point, letterOf(i));
  });
}

/** @param {number} i */
export const letterOf = (i) => String.fromCharCode(65 + i);

// Strokes with a halo of paper, so that they are visible on any background.
export class Brush {
  /** @param {CanvasRenderingContext2D} ctx @param {Place} place @param {Theme} theme */
  constructor(ctx, place, theme) {
    this.ctx = ctx;
    this.place = place;
    this.theme = theme;
  }

  /** @param {number[]} point */
  pixels([x, y]) { return [this.place.x(x), this.place.y(y)]; }

  /** @param {string} tone @param {number} width @param {() => void} draw */
  stroke(tone, width, draw) {
    const { ctx } = this;
    for (const [colour, wide] of /** @type {const} */ ([["@paper/0.8", width + 3], [tone, width]])) {
      ctx.strokeStyle = ink(colour, this.theme);
      ctx.lineWidth = wide;
      ctx.beginPath();
      draw();
      ctx.stroke();
    }
  }

  /** @param {number[]} from @param {number[]} to @param {string} tone @param {number[]} dash */
  line(from, to, tone, dash) {
    const [[x0, y0], [x1, y1]] = [this.pixels(from), this.pixels(to)];
    this.ctx.setLineDash(dash);
    this.stroke(tone, 1.6, () => { this.ctx.moveTo(x0, y0); this.ctx.lineTo(x1, y1); });
    this.ctx.setLineDash([]);
  }

  /** @param {number[]} at @param {string} words */
  ring(at, words) {
    const [x, y] = this.pixels(at);
    this.dot(at, 8, "@rival1", true);
    this.words(words, x + 11, y + 4, 12, "@rival1");
  }

  // From a click to where it landed, and how far that is.
  /** @param {number[]} at @param {Pick<Secret, "target" | "within">} truth */
  gap(at, truth) {
    const end = truth.target.map((v, i) => (truth.within[i] > 0 ? v : at[i]));
    const [[x0, y0], [x1, y1]] = [this.pixels(at), this.pixels(end)];
    this.line(at, end, "@good", [2, 3]);
    this.words(short(distance(truth, at), 2), (x0 + x1) / 2 + 6, (y0 + y1) / 2 - 6, 12, "@good");
  }

  /** @param {number[]} at @param {string} tone */
  cross(at, tone) {
    const { ctx } = this;
    const [x, y] = this.pixels(at);
    this.stroke(tone, 2.2, () => {
      for (const [dx, dy] of [[1, 1], [1, -1]]) {
        ctx.moveTo(x - 6 * dx, y - 6 * dy);
        ctx.lineTo(x + 6 * dx, y + 6 * dy);
      }
    });
  }

  /**
   * @param {string} words @param {number} x @param {number} y @param {number} size
   * @param {string} tone
   */
  words(words, x, y, size, tone) {
    const { ctx } = this;
    ctx.font = `700 ${size}px ${this.theme.font}`;
    writeOnHalo(ctx, words, x, y, tone, this.theme, 4);
  }

  // A letter next to a ring, on the side where there is space.
  /** @param {number[]} at @param {string} words */
  letter(at, words) {
    const [x, y] = this.pixels(at);
    const { box } = this.place;
    const left = x + RING_RADIUS + 16 < box.x + box.width ? x + RING_RADIUS : x - RING_RADIUS - 12;
    const foot = y - RING_RADIUS - 14 > box.y ? y - RING_RADIUS + 2 : y + RING_RADIUS + 11;
    this.words(words, left, foot, 15, "@ink");
  }

  /** @param {number[]} at @param {number} radius @param {string} tone @param {boolean} hollow */
  dot(at, radius, tone, hollow) {
    const { ctx } = this;
    const [x, y] = this.pixels(at);
    this.stroke(tone, 2, () => ctx.arc(x, y, radius, 0, 2 * Math.PI));
    if (hollow) return;
    ctx.fillStyle = ink(tone, this.theme);
    ctx.fill();
  }

  // The clicks of a class, in two shapes for its two votes, and a key with how many they are.
  /** @param {number[][][]} cloud */
  clicks(cloud) {
    const rounds = VOTES.map((style, k) => ({ ...style, points: cloud[k] ?? [] }))
      .filter(({ points }) => points.length);
    const { box } = this.place;
    rounds.forEach((round, k) => {
      for (const point of round.points) this.click(this.pixels(point), round);
      const y = box.y + box.height - KEY_LINE * (rounds.length - k - 0.5);
      this.click([box.x + 14, y], round);
      this.words(`${round.words}: ${round.points.length}`, box.x + 26, y + 4, 13, round.tone);
    });
  }

  // A ring, or a full diamond.
  /** @param {number[]} pixels @param {{ tone: string, corners: boolean }} style */
  click([x, y], { tone, corners }) {
    const { ctx } = this, r = CLICK_RADIUS;
    const ends = [[r, 0], [0, r], [-r, 0], [0, -r], [r, 0]];
    this.stroke(tone, 2, () => {
      if (corners) for (const [dx, dy] of ends) ctx.lineTo(x + dx, y + dy);
      else ctx.arc(x, y, r, 0, 2 * Math.PI);
    });
    if (!corners) return;
    ctx.fillStyle = ink(tone, this.theme);
    ctx.fill();
  }

  // Where a click is right: an ellipse, or a strip where one axis does not count.
  /** @param {number[]} target @param {number[]} within */
  zone(target, within) {
    const { ctx, place } = this;
    const [x, y] = this.pixels(target);
    const [rx, ry] = [
      Math.abs(place.x(target[0] + within[0]) - x), Math.abs(place.y(target[1] + within[1]) - y),
    ];
    ctx.fillStyle = ink("@good/0.16", this.theme);
    ctx.strokeStyle = ink("@good/0.6", this.theme);
    ctx.lineWidth = 1;
    ctx.beginPath();
    const { box } = place;
    if (!within[1]) ctx.rect(x - rx, box.y, 2 * rx, box.height);
    else if (!within[0]) ctx.rect(box.x, y - ry, box.width, 2 * ry);
    else ctx.ellipse(x, y, rx, ry, 0, 0, 2 * Math.PI);
    ctx.fill();
    ctx.stroke();
  }
}
