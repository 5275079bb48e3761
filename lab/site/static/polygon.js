// A linear program that the reader draws: a polygon, an arrow, the best corner, and the two prices
// that prove it best. Arithmetic on the corners is enough; no solver is needed.

/** @typedef {[number, number]} Point */

const TINY = 1e-9;

/** @param {Point} o @param {Point} a @param {Point} b twice the area of the triangle, signed */
const turn = (o, a, b) => (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0]);

/**
 * The corners of the smallest convex polygon around some points, counterclockwise.
 * @param {Point[]} points @returns {Point[]}
 */
export function hull(points) {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  /** @param {Point[]} all */
  const chain = (all) => {
    /** @type {Point[]} */
    const found = [];
    for (const p of all) {
      while (found.length > 1 && turn(found.at(-2) ?? p, found.at(-1) ?? p, p) <= TINY) found.pop();
      found.push(p);
    }
    return found.slice(0, -1);
  };
  return sorted.length < 2 ? sorted : [...chain(sorted), ...chain([...sorted].reverse())];
}

/**
 * The best corner of a polygon along `c`, and the multipliers of the two sides that meet there.
 * A side is a'x <= b, its normal `a` of length 1. Null where the corners span no area.
 * @param {Point[]} corners counterclockwise @param {Point} c
 */
export function best(corners, c) {
  const n = corners.length;
  if (n < 3) return null;
  const values = corners.map(([x, y]) => c[0] * x + c[1] * y);
  const k = values.indexOf(Math.max(...values));
  /** @param {number} i the side from corner i to the next */
  const side = (i) => {
    const [p, q] = [corners[i % n], corners[(i + 1) % n]];
    const length = Math.hypot(q[0] - p[0], q[1] - p[1]);
    const a = [(q[1] - p[1]) / length, (p[0] - q[0]) / length];
    return { a, b: a[0] * p[0] + a[1] * p[1], ends: [p, q] };
  };
  const sides = [side(k + n - 1), side(k)];
  const [u, v] = sides.map(({ a }) => a);
  const det = u[0] * v[1] - u[1] * v[0];
  const prices = [(c[0] * v[1] - c[1] * v[0]) / det, (u[0] * c[1] - u[1] * c[0]) / det]
    .map((price) => (Math.abs(price) < TINY ? 0 : price));
  const bound = prices[0] * sides[0].b + prices[1] * sides[1].b;
  return { corner: corners[k], value: values[k], sides, prices, bound };
}

const SVG = "http://www.w3.org/2000/svg";
const [SIZE, EDGE, STEP] = [10, 0.35, 0.25]; // of the plane, of its margin, of an arrow key
/** @type {Point[]} */
const START = [[1.5, 2], [7, 1], [8.5, 4.5], [5.5, 8], [2, 6]];

/** @param {string} name @param {Record<string, unknown>} given */
function drawn(name, given) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(given)) made.setAttribute(key, String(value));
  return made;
}

/** @param {number} v */
const shown = (v) => v.toFixed(2).replace("-", "−");

export class Polygon {
  angle = 60;
  points = START;
  /** @type {SVGSVGElement} */
  svg;

  /** @param {HTMLElement} root @param {(words: string) => void} say */
  constructor(root, say) {
    this.say = say;
    this.svg = /** @type {any} */ (root.querySelector("svg"));
    this.svg.addEventListener("pointerdown", (event) => this.press(event));
    this.svg.addEventListener("keydown", (event) => this.key(event));
    root.querySelector("[data-act=add]")?.addEventListener("click", () => {
      this.points = [...this.points, /** @type {Point} */ ([5, 5])];
      this.draw(this.points.length - 1);
    });
    root.querySelector("[data-act=clear]")?.addEventListener("click", () => this.put([]));
    root.querySelector("[data-act=first]")?.addEventListener("click", () => this.put(START));
    this.draw();
  }

  /** @param {Point[]} points */
  put(points) {
    this.points = points;
    this.draw();
  }

  /** @param {number} angle in degrees */
  turn(angle) {
    this.angle = angle;
    this.draw();
  }

  /** @param {PointerEvent} event @returns {Point} */
  place(event) {
    const box = this.svg.getBoundingClientRect();
    /** @param {number} share */
    const inside = (share) => Math.min(SIZE - EDGE, Math.max(EDGE, share * SIZE));
    return [inside((event.clientX - box.left) / box.width),
      inside(1 - (event.clientY - box.top) / box.height)];
  }

  /** The number of the corner under an event, -1 where there is none. @param {Event} event */
  cornerOf(event) {
    const target = /** @type {Element} */ (event.target);
    return Number(target.closest("[data-corner]")?.getAttribute("data-corner") ?? -1);
  }

  /** @param {PointerEvent} event */
  press(event) {
    event.preventDefault();
    let k = this.cornerOf(event);
    if (k < 0) {
      this.points = [...this.points, this.place(event)];
      k = this.points.length - 1;
    }
    this.draw(k);
    const move = (/** @type {PointerEvent} */ one) => this.move(k, this.place(one));
    const end = () => {
      window.removeEventListener("pointermove", move);
      window.removeEventListener("pointerup", end);
      window.removeEventListener("pointercancel", end);
    };
    window.addEventListener("pointermove", move);
    window.addEventListener("pointerup", end);
    window.addEventListener("pointercancel", end);
  }

  /** @param {number} k @param {Point} to */
  move(k, to) {
    this.points = this.points.map((p, i) => (i === k ? to : p));
    this.draw(k);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const k = this.cornerOf(event);
    /** @type {Record<string, Point>} */
    const moves = {
      ArrowLeft: [-STEP, 0], ArrowRight: [STEP, 0], ArrowUp: [0, STEP], ArrowDown: [0, -STEP],
    };
    const by = moves[event.key];
    if (k < 0 || !(by || event.key === "Delete" || event.key === "Backspace")) return;
    event.preventDefault();
    event.stopPropagation();
    if (!by) {
      this.points = this.points.filter((_, i) => i !== k);
      this.draw(Math.min(k, this.points.length - 1));
      return;
    }
    const [x, y] = this.points[k].map((v, i) => Math.min(SIZE - EDGE, Math.max(EDGE, v + by[i])));
    this.move(k, [x, y]);
  }

  get arrow() {
    const turned = (this.angle * Math.PI) / 180;
    return /** @type {Point} */ ([Math.cos(turned), Math.sin(turned)]);
  }

  /** @param {number} [focused] the corner that has the focus */
  draw(focused = -1) {
    const corners = hull(this.points);
    const found = best(corners, this.arrow);
    const parts = [drawn("rect", { class: "ground", width: SIZE, height: SIZE })];
    /** @param {Point[]} all */
    const text = (all) => all.map(([x, y]) => `${x},${SIZE - y}`).join(" ");
    if (corners.length > 1) {
      parts.push(drawn("polygon", { class: "allowed", points: text(corners) }));
    }
    if (found) {
      const [[x, y], [a, b]] = [found.corner, this.arrow];
      const far = 2 * SIZE;
      parts.push(drawn("polyline", {
        class: "level", points: text([[x - far * b, y + far * a], [x + far * b, y - far * a]]),
      }));
      for (const { ends } of found.sides) parts.push(drawn("polyline", { class: "tight", points: text(ends) }));
      parts.push(drawn("circle", { class: "best", cx: x, cy: SIZE - y, r: 0.32 }));
    }
    const [x, y] = corners.length
      ? [0, 1].map((i) => corners.reduce((sum, p) => sum + p[i], 0) / corners.length) : [5, 5];
    const [dx, dy] = this.arrow.map((v) => 1.6 * v);
    const shaft = text([[x, y], [x + dx, y + dy]]);
    parts.push(drawn("polyline", { class: "arrow", "marker-end": "url(#essay-tip)", points: shaft }));
    for (const [k, p] of this.points.entries()) {
      parts.push(drawn("circle", {
        class: "corner", "data-corner": k, cx: p[0], cy: SIZE - p[1], r: 0.2,
        tabindex: 0, role: "button",
        "aria-label": `Corner ${k + 1} at ${p.map(shown).join(", ")}; arrow keys move it, Delete `
          + "takes it away",
      }));
    }
    this.svg.querySelector("g")?.replaceChildren(...parts);
    /** @type {SVGElement | null} */
    const one = this.svg.querySelector(`[data-corner="${focused}"]`);
    one?.focus({ preventScroll: true });
    this.say(this.words(found));
  }

  /** @param {ReturnType<typeof best>} found */
  words(found) {
    if (!found) return "Three corners that are not in one line make a polygon; put one more.";
    const { corner, value, prices, bound } = found;
    return `The best corner is (${corner.map(shown).join(", ")}), at ${shown(value)} along the arrow. `
      + `The prices of its two sides are ${shown(prices[0])} and ${shown(prices[1])}; they prove `
      + `that no place is beyond ${shown(bound)}. Gap ${shown(Math.max(0, bound - value))}: proved best.`;
  }
}
