// The proof as one thin scale: a jaw of the value above, a jaw of the bound below, the gap between
// them on a logarithmic scale with its numbers, and a notch at what is allowed. widgets/gauge.py
// says where each frame is on it, and in which words.

import { node, say, svg, uniqueId } from "./dom.js";
import { explain, meanings } from "./terms.js";

/** @import { GaugeSpec, Reading, Spec } from "./types.js" */

const HEIGHT = 24; // of the scale with its numbers, in pixels
const BED = [6, 11]; // the upper and lower edge of its bed
const NEAR = 0.4; // the share of a narrow scale that the number at its foot takes

/**
 * A mark at a share of the scale, drawn around 0.
 * @param {number} share @param {string} name @param {string} d
 */
const at = (share, name, d) => (
  svg("svg", { x: percent(share), overflow: "visible" }, svg("path", { class: name, d })));

/** @param {number} share */
const percent = (share) => `${Math.round(1e4 * share) / 100}%`;

/** A bar of the bed. @param {string} name @param {number} from @param {number} to shares */
const bar = (name, from, to) => svg("rect", {
  class: name, x: percent(from), width: percent(Math.max(to - from, 0)),
  y: BED[0], height: BED[1] - BED[0],
});

/** Where a scale has its notch, and its numbers. @param {GaugeSpec} spec */
function ground({ limit, ticks }) {
  /** @type {SVGElement[]} */
  const shapes = [bar("cl-gauge-bed", 0, 1)];
  if (limit !== null) shapes.push(bar("cl-gauge-goal", 0, limit));
  for (const [share, words] of ticks) {
    const anchor = share === 0 ? "start" : share === 1 ? "end" : "middle";
    shapes.push(at(share, "cl-gauge-tick", "M0 11v3"));
    const number = svg("text", {
      class: `cl-gauge-number${share > 0 && share < NEAR ? " cl-gauge-near" : ""}`,
      x: percent(share), y: HEIGHT - 1, "text-anchor": anchor,
      dx: share === 0 ? 7 : 0, // right of the bound's jaw
    });
    number.textContent = words;
    shapes.push(number);
  }
  return shapes;
}

/** @param {GaugeSpec} spec */
const notch = ({ limit }) => (limit === null ? [] : [
  at(limit, "cl-gauge-notch", "M-4 4h8L0 10zM0 10v5"),
]);

/** The jaws, and what is between them. @param {Reading} reading */
function between([style, share, best]) {
  /** @param {number} x */
  const value = (x) => at(x, "cl-gauge-value", "M-5 0h10L0 6z");
  /** @param {number} x */
  const bound = (x) => at(x, "cl-gauge-bound", "M-5 19h10L0 11z");
  /** @type {SVGElement[]} */
  const shapes = [bar("cl-gauge-gap", 0, share)];
  // Where nothing is proved the line is broken, so that colour is not the only sign.
  if (style === "bad" || style === "crossed") {
    const parts = [0.3, 0.42, 0.54, 0.66];
    shapes.push(...parts.map((part) => at(part * share, "cl-gauge-break", "M-2 13L2 4")));
  }
  if (best !== null) shapes.push(at(best, "cl-gauge-best", "M0 4.5l4 4-4 4-4-4z"));
  // The value is right of its bound, by the gap; crossed, left of it.
  if (style === "crossed") shapes.push(value(0), bound(share));
  else if (style === "bad") shapes.push(value(share));
  else shapes.push(value(share), bound(0));
  return shapes;
}

export class Gauge {
  value = node("span", "cl-gauge-over");
  bound = node("span", "cl-gauge-under");
  gap = node("strong", "cl-gauge-within");
  note = node("span", "cl-gauge-note");
  words = node("span", "cl-gauge-words");
  ground = svg("g", {});
  moving = svg("g", {});
  over = svg("g", {});
  /** @type {GaugeSpec | null} */
  spec = null;
  shown = "";
  reserved = [0, 0]; // the letters of the longest words of value and bound, and of gap and note

  constructor() {
    const given = { class: "cl-gauge-scale", height: HEIGHT, "aria-hidden": "true" };
    const scale = svg("svg", given, this.ground, this.moving, this.over);
    this.pair = node("span", "cl-gauge-pair", this.value, this.bound);
    const reported = node("span", "cl-gauge-result", this.gap, this.note);
    const id = uniqueId("cl-means");
    this.means = node("span", { id, hidden: "hidden" });
    const about = { class: "cl-gauge", tabindex: 0, role: "img", "aria-describedby": id };
    this.root = node("div", about, this.pair, scale, reported, this.words, this.means);
    this.root.hidden = true;
  }

  /** The scale of a scene. @param {GaugeSpec | null} spec */
  load(spec) {
    const before = JSON.stringify(this.spec);
    [this.spec, this.shown] = [spec, ""];
    if (!spec || before === JSON.stringify(spec)) return;
    this.ground.replaceChildren(...ground(spec));
    this.over.replaceChildren(...notch(spec));
    this.pair.hidden = !spec.pair;
  }

  /**
   * Its words get the width of the longest, so that nothing moves during play.
   * @param {Spec["chips"]} chips of all frames that are there
   * @param {Reading[] | Record<number, Reading>} readings
   * @param {boolean} grows whether what was reserved before stays
   */
  reserve(chips, readings, grows) {
    this.root.hidden = !this.spec;
    const frames = Object.entries(readings);
    const pairs = frames.flatMap(([k, [, , , , , of]]) => (
      of.slice(0, 2).map((i) => chips[Number(k)][i][0])));
    const reported = frames.flatMap(([, [, , , gap, note]]) => [`✓ gap ${gap}`, note]);
    Object.entries({ pair: pairs, result: reported }).forEach(([name, all], i) => {
      const before = grows ? this.reserved[i] : 0;
      this.reserved[i] = Math.max(before, ...all.map((words) => words.length));
      this.root.style.setProperty(`--cl-${name}`, `${this.reserved[i]}ch`);
    });
  }

  /**
   * Show a frame: its place and the words of its chips; without a reading, that nothing
   * is proved for the present values of the knobs.
   * @param {Reading | null} reading @param {[string, string][]} chips
   */
  show(reading, chips) {
    if (!this.spec) return;
    const words = reading ? reading[5].map((i) => chips[i][0]) : [];
    const now = JSON.stringify([reading, words]);
    if (now === this.shown) return;
    this.shown = now;
    const [value, bound] = reading && this.spec.pair ? words : ["", ""];
    const [style, , , gap, note] = reading ?? ["bad", 1, null, "–", ""];
    const done = note.startsWith("✓") ? " cl-gauge-done" : "";
    this.root.className = `cl-gauge cl-gauge-${reading ? style : "none"}${done}`;
    const said = words.length ? `Proof: ${words.join(", ")}` : "Nothing is proved";
    this.root.setAttribute("aria-label", said);
    say(this.value, value);
    say(this.bound, bound);
    say(this.gap, `${style === "good" ? "✓ " : ""}gap ${gap}`);
    say(this.note, note);
    this.words.replaceChildren(...words.map((one) => node("span", "", one)));
    this.moving.replaceChildren(...(reading ? between(reading) : []));
  }

  // What its words mean, on hover and to screen readers.
  /** @param {Record<string, string>} [terms] */
  explain(terms) {
    for (const place of [this.bound, this.gap, this.note]) explain(place, terms);
    say(this.means, meanings([this.bound, this.gap].map((one) => one.textContent ?? ""), terms));
  }
}
