// Layout of labels: a coarse grid of what is drawn in a plane, and the places that it leaves.

/** @import { Box, Data, Style, Place, Trace } from "./types.js" */

const CELL = 3; // pixels
/** What a label costs for each cell it covers: of a faint line, a line, a marker, other words. */
export const COSTS = { faint: 1, line: 4, marker: 8, words: 60 };
const COST_PER_RANK = 0.3; // more for each place further down the list
const COST_PER_PIXEL = 0.1; // more for each pixel between a point and its label
const CROWDED_COST = 14; // a place that costs more covers a line
const MAX_DISTANCE = 120; // pixels from a point within which its label stays
const SEARCH_STEP = 8; // pixels between the places that are tried
const LINE_HEIGHT = 1.15; // the height of a line of words, in their size
const GLYPH_HEIGHT = 0.8; // the height of its letters
const MARK_DISTANCES = [12, 24]; // pixels from a point to a marker, and a line, its label names
const COMPARE_DISTANCE = 60; // pixels around a label in which marks are compared
const MIN_MARGIN = 5; // pixels by which the mark that a label names is nearer than others

/** @typedef {{ kind: number, bit: number }} Owner markers (0) or lines (1), and their bits */
/** @typedef {[number, number, number, number]} Rect left, top, width, height */
/** @typedef {{ own: number[], others: number[] }} Cells the middles of cells: x, y, x, y, ... */

export class Occupancy {
  /** @type {{ x: number, y: number, colour: string }[]} */
  labelPoints = []; // the points of all labels

  /**
   * @param {Box} box @param {Uint8Array} [costs] of covering each cell
   * @param {Uint32Array[]} [owners] the markers, and the lines, in each cell: a bit for each style
   * @param {string[][]} [styles] the colour and the rest of each, of markers and of lines
   */
  constructor(box, costs, owners, styles) {
    this.box = box;
    this.columns = Math.max(1, Math.ceil(box.width / CELL));
    this.rows = Math.max(1, Math.ceil(box.height / CELL));
    this.costs = costs ?? new Uint8Array(this.columns * this.rows);
    this.owners = owners ?? [0, 1].map(() => new Uint32Array(this.columns * this.rows));
    this.styles = styles ?? [[], []];
  }

  copy() {
    const owners = this.owners.map((one) => one.slice());
    return new Occupancy(this.box, this.costs.slice(), owners, this.styles.map((one) => [...one]));
  }

  /** @param {number} x @param {number} y @param {number} cost @param {Owner} [owner] */
  mark(x, y, cost, owner) {
    const column = Math.floor((x - this.box.x) / CELL);
    const row = Math.floor((y - this.box.y) / CELL);
    if (column < 0 || row < 0 || column >= this.columns || row >= this.rows) return;
    const i = row * this.columns + column;
    if (this.costs[i] < cost) this.costs[i] = cost;
    if (owner) this.owners[owner.kind][i] |= owner.bit;
  }

  // The owner of the cells of a mark: of markers (0) or lines (1) of this style.
  /** @param {Style} style @param {number} kind @returns {Owner} */
  owner({ color, name = "", dash = "" }, kind) {
    const all = this.styles[kind];
    const style = `${colourOf(color)}\n${name}\n${dash}`;
    if (!all.includes(style)) all.push(style);
    return { kind, bit: 1 << (all.indexOf(style) % 31) };
  }

  /**
   * @param {ArrayLike<number>} px @param {ArrayLike<number>} py @param {number} cost
   * @param {Owner} [owner]
   */
  line(px, py, cost, owner) {
    for (let i = 1; i < px.length; i++) {
      const piece = clipped(px[i - 1], py[i - 1], px[i], py[i], this.box);
      if (!piece) continue;
      const [x0, y0, x1, y1] = piece;
      const steps = Math.ceil(Math.max(Math.abs(x1 - x0), Math.abs(y1 - y0)) / CELL) || 1;
      for (let k = 0; k <= steps; k++) {
        this.mark(x0 + ((x1 - x0) * k) / steps, y0 + ((y1 - y0) * k) / steps, cost, owner);
      }
    }
  }

  /**
   * @param {number} x @param {number} y @param {number} radius @param {number} cost
   * @param {Owner} [owner]
   */
  disc(x, y, radius, cost, owner) {
    for (let dy = -radius; dy <= radius; dy += CELL) {
      const half = Math.sqrt(radius * radius - dy * dy);
      for (let dx = -half; dx <= half; dx += CELL) this.mark(x + dx, y + dy, cost, owner);
      this.mark(x + half, y + dy, cost, owner);
    }
  }

  // Before any is placed, the points of all labels are known.
  /** @param {Style} style @param {Data} data @param {Place} place */
  addLabelPoints(style, { x, y, text = style.text }, place) {
    for (let i = 0; i < x.length; i++) {
      const one = { x: place.x(x[i]), y: place.y(y[i]), colour: colourOf(style.color) };
      if (text[i] && style.anchor !== "row") this.labelPoints.push(one);
    }
  }

  // The first and last columns, and rows, of the cells that a rectangle touches.
  /** @param {Rect} rect */
  cellsOf([left, top, width, height]) {
    const { box, columns, rows } = this;
    return [
      Math.max(0, Math.floor((left - box.x) / CELL)),
      Math.min(columns - 1, Math.floor((left + width - box.x) / CELL)),
      Math.max(0, Math.floor((top - box.y) / CELL)),
      Math.min(rows - 1, Math.floor((top + height - box.y) / CELL)),
    ];
  }

  /**
   * Each owner that is near a rectangle, with its distance from there.
   * @param {Rect} rect @param {number} kind @param {number} radius
   * @param {(bits: number, distance: number) => void} visit
   */
  forOwnersNear([left, top, width, height], kind, radius, visit) {
    const { box, columns } = this;
    const [first, last, low, high] = this.cellsOf([
      left - radius, top - radius, width + 2 * radius, height + 2 * radius,
    ]);
    for (let row = low; row <= high; row++) {
      const y = box.y + (row + 0.5) * CELL;
      for (let column = first; column <= last; column++) {
        const bits = this.owners[kind][row * columns + column];
        if (!bits) continue;
        const x = box.x + (column + 0.5) * CELL;
        const distance = distanceToRect([left, top, width, height], x, y);
        if (distance < radius) visit(bits, distance);
      }
    }
  }

  // The mark that a label of a colour at a point names: the markers there, else the lines.
  /** @param {number} x @param {number} y @param {string} colour @returns {Owner | null} */
  markOf(x, y, colour) {
    for (const [kind, radius] of MARK_DISTANCES.entries()) {
      const sameColour = this.styles[kind].reduce((all, style, i) => (
        style.startsWith(`${colour}\n`) ? all | (1 << (i % 31)) : all
      ), 0);
      let [nearest, bit] = [Infinity, 0];
      /** @type {Rect} */
      const point = [x, y, 0, 0];
      this.forOwnersNear(point, kind, radius, (bits, distance) => {
        if (bits & sameColour) nearest = Math.min(nearest, distance);
      });
      this.forOwnersNear(point, kind, radius, (bits, distance) => {
        if (distance <= nearest + CELL) bit |= bits & sameColour;
      });
      if (bit) return { kind, bit };
    }
    return null;
  }

  // The cells of the mark that a label at a point names, and of the others of its kind, wherever
  // the label may come near them. Found once for all the places that are tried.
  /**
   * @param {number} x @param {number} y @param {number} width @param {number} height
   * @param {Owner} mark @returns {Cells}
   */
  cellsOfMarks(x, y, width, height, { kind, bit }) {
    const { box, columns } = this;
    const [across, up] = [width, height].map((v) => v + MAX_DISTANCE + COMPARE_DISTANCE);
    const [first, last, low, high] = this.cellsOf([x - across, y - up, 2 * across, 2 * up]);
    /** @type {Cells} */
    const found = { own: [], others: [] };
    for (let row = low; row <= high; row++) {
      for (let column = first; column <= last; column++) {
        const bits = this.owners[kind][row * columns + column];
        if (!bits) continue;
        const cells = bits & bit ? found.own : found.others;
        cells.push(box.x + (column + 0.5) * CELL, box.y + (row + 0.5) * CELL);
      }
    }
    return found;
  }

  // Whether a label is nearer to its point, and to the mark that it names, than to other marks of
  // that kind and to the points of labels in its colour.
  /**
   * @param {Rect} rect @param {number} x @param {number} y @param {Cells | null} marks
   * @param {string} colour
   */
  isUnambiguous(rect, x, y, marks, colour) {
    const far = distanceToRect(rect, x, y) + MIN_MARGIN;
    for (const other of this.labelPoints) {
      if (other.colour !== colour || Math.hypot(other.x - x, other.y - y) < CELL) continue;
      if (distanceToRect(rect, other.x, other.y) < far) return false;
    }
    if (!marks) return true;
    const own = distanceToCells(rect, marks.own, 0);
    if (!(own < COMPARE_DISTANCE)) return false;
    const wanted = Math.min(own + MIN_MARGIN, COMPARE_DISTANCE);
    return distanceToCells(rect, marks.others, wanted) >= wanted;
  }

  /** @param {number} left @param {number} top @param {number} width @param {number} height */
  cost(left, top, width, height) {
    const { columns, costs } = this;
    const [first, last, low, high] = this.cellsOf([left, top, width, height]);
    let sum = 0;
    for (let row = low; row <= high; row++) {
      for (let column = first; column <= last; column++) sum += costs[row * columns + column];
    }
    return sum;
  }

  /**
   * The best place for a label of this width next to (x, y), which is occupied from then on: its
   * left end and its middle line. Where all places next to the point are occupied, one near it is
   * sought; a label on a "row" retains the height of its point. A label that names a mark is placed
   * nearer to it than to others of its kind; where that is impossible, `isUnambiguous` is false.
   * @param {number} x @param {number} y @param {number} width @param {number} size of the type
   * @param {string} anchor @param {string} [color]
   */
  placeLabel(x, y, width, size, anchor, color) {
    const [height, visible, colour] = [LINE_HEIGHT * size, GLYPH_HEIGHT * size, colourOf(color)];
    const mark = anchor === "row" ? null : this.markOf(x, y, colour);
    const marks = mark && this.cellsOfMarks(x, y, width, height, mark);
    const nowhere = { left: x, middle: y, cost: Infinity, isUnambiguous: anchor === "row" };
    let [best, bestUnambiguous] = [nowhere, nowhere];
    /** @param {number} dx @param {number} dy @param {number} extra */
    const consider = (dx, dy, extra) => {
      const [left, middle] = [this.clampLeft(x + dx, width), this.clampMiddle(y + dy, height)];
      const cost = this.cost(left, middle - height / 2, width, height) + extra;
      if (cost < best.cost) best = { ...nowhere, left, middle, cost };
      if (cost >= bestUnambiguous.cost) return false;
      /** @type {Rect} */
      const rect = [left, middle - visible / 2, width, visible];
      if (anchor !== "row" && !this.isUnambiguous(rect, x, y, marks, colour)) return false;
      bestUnambiguous = { left, middle, cost, isUnambiguous: true };
      return cost <= extra;
    };
    placesAround(anchor, width, size).some(([dx, dy], i) => consider(dx, dy, COST_PER_RANK * i));
    if (bestUnambiguous.cost > CROWDED_COST && anchor !== "row") {
      this.placesNear(x, y, width, height).some(([dx, dy, distance]) => (
        consider(dx, dy, COST_PER_PIXEL * distance)));
    }
    if (bestUnambiguous.cost <= Math.max(best.cost, CROWDED_COST)) best = bestUnambiguous;
    this.coverRect(best.left, best.middle - height / 2, width, height);
    return best;
  }

  // Places all around, as offsets from the point to the left end and the middle line, with their
  // distance;
  // the nearest first.
  /**
   * @param {number} x @param {number} y @param {number} width @param {number} height
   * @returns {[number, number, number][]}
   */
  placesNear(x, y, width, height) {
    const { box } = this;
    /** @type {[number, number, number][]} */
    const found = [];
    for (let left = box.x + 2; left <= box.x + box.width - width; left += SEARCH_STEP) {
      for (let at = box.y + height / 2; at < box.y + box.height - height / 2; at += 0.6 * height) {
        const [dx, dy] = [left - x, at - y];
        const distance = Math.hypot(Math.max(dx, 0, -dx - width), dy);
        if (distance <= MAX_DISTANCE) found.push([dx, dy, distance]);
      }
    }
    return found.sort((a, b) => a[2] - b[2]);
  }

  /** @param {number} left @param {number} width */
  clampLeft(left, width) {
    const { box } = this;
    return Math.max(Math.min(left, box.x + box.width - width - 2), box.x + 2);
  }

  /** @param {number} middle @param {number} height */
  clampMiddle(middle, height) {
    const { box } = this;
    return Math.max(Math.min(middle, box.y + box.height - height / 2 - 1), box.y + height / 2 + 1);
  }

  /** @param {number} left @param {number} top @param {number} width @param {number} height */
  coverRect(left, top, width, height) {
    for (let dy = 1; dy < height; dy += CELL) {
      for (let dx = 0; dx < width; dx += CELL) this.mark(left + dx, top + dy, COSTS.words);
    }
  }
}

/** @type {Record<string, [number, number][]>} */
const SIDES = {
  right: [[1, 0], [1, -1], [1, 1], [-1, 0], [-1, -1], [-1, 1], [0, -1], [0, 1]],
  left: [[-1, 0], [-1, -1], [-1, 1], [1, 0], [1, -1], [1, 1], [0, -1], [0, 1]],
  above: [[0, -1], [1, -1], [-1, -1], [0, 1], [1, 0], [-1, 0], [1, 1], [-1, 1]],
  below: [[0, 1], [1, 1], [-1, 1], [0, -1], [1, 0], [-1, 0], [1, -1], [-1, -1]],
  center: [[0, 0], [0, -1], [0, 1], [1, 0], [-1, 0], [1, -1], [-1, -1], [1, 1], [-1, 1]],
  row: [[1, 0], [-1, 0]],
};

// Where words may be next to a point, the best place first, then the same further away: offsets
// from
// the point to their left end and to their middle line.
/**
 * @param {string} anchor @param {number} width @param {number} size
 * @returns {[number, number][]}
 */
function placesAround(anchor, width, size) {
  const near = 0.6 * size + 7;
  const apart = anchor === "row" ? 5 : 0; // from a mark
  return [1, 1.9, 3, 4.5, 6.5].flatMap((far) => SIDES[anchor].map(([across, up]) => {
    const aside = across * (up ? Math.max(1, 8 * far - 4) : 8 * far + apart);
    // Words on the left end there; those above and below are centred on the point.
    const behind = width * (0.5 - 0.5 * across);
    return /** @type {[number, number]} */ ([aside - behind, up * near * far]);
  }));
}

// The part of a piece that lies in the box; nothing where a number is missing or none does.
/**
 * @param {number} x0 @param {number} y0 @param {number} x1 @param {number} y1 @param {Box} box
 * @returns {[number, number, number, number] | null}
 */
export function clipped(x0, y0, x1, y1, box) {
  if (!Number.isFinite(x0 + y0 + x1 + y1)) return null;
  let [from, to] = [0, 1];
  const [dx, dy] = [x1 - x0, y1 - y0];
  for (const [p, q] of [
    [-dx, x0 - box.x], [dx, box.x + box.width - x0],
    [-dy, y0 - box.y], [dy, box.y + box.height - y0],
  ]) {
    if (p === 0 && q < 0) return null;
    if (p < 0) from = Math.max(from, q / p);
    if (p > 0) to = Math.min(to, q / p);
  }
  if (from > to) return null;
  const [left, top] = from > 0 ? [x0 + from * dx, y0 + from * dy] : [x0, y0];
  return to < 1 ? [left, top, x0 + to * dx, y0 + to * dy] : [left, top, x1, y1];
}

/**
 * Mark what a painted trace covers: its lines, arrows and markers.
 * @param {Occupancy} occupancy @param {Trace} trace @param {Float64Array} px
 * @param {Float64Array} py
 * @param {ArrayLike<number> | undefined} sizes of its markers
 */
export function occupy(occupancy, { style, ghost, moving }, px, py, sizes) {
  const pale = (style.opacity ?? 1) < 0.5 || style.color === "@faint";
  const isLine = style.kind === "line";
  const isNamed = style.name && (ghost || !(pale || (isLine && moving && isUpright(px))));
  const owner = isNamed ? occupancy.owner(style, isLine ? 1 : 0) : undefined;
  const cost = ghost || pale ? COSTS.faint : COSTS.line;
  if (isLine && style.width) occupancy.line(px, py, cost, owner);
  if (style.kind !== "points" && !style.dots) return;
  for (let i = 0; i < px.length; i++) {
    const radius = (sizes ? sizes[i] : style.dots ?? style.size ?? 8) / 2;
    if (radius > 0 && Number.isFinite(px[i] + py[i])) {
      occupancy.disc(px[i], py[i], radius + 1, COSTS.marker, owner);
    }
  }
}

// Whether a line is the vertical one that marks the frame: no words name it.
/** @param {Float64Array} px */
function isUpright(px) {
  const known = px.filter(Number.isFinite);
  return known.every((x) => Math.abs(x - known[0]) < 0.5);
}

// A colour without its opacity.
/** @param {string} [color] */
const colourOf = (color = "") => color.split("/")[0];

// How far a point lies from a rectangle.
/** @param {Rect} rect @param {number} x @param {number} y */
const distanceToRect = ([left, top, width, height], x, y) => Math.hypot(
  Math.max(left - x, 0, x - left - width), Math.max(top - y, 0, y - top - height),
);

// How far the nearest of some cells lies from a rectangle; nearer than `enough`, any will do.
/** @param {Rect} rect @param {number[]} cells @param {number} enough */
function distanceToCells([left, top, width, height], cells, enough) {
  const [right, bottom] = [left + width, top + height];
  let least = Infinity;
  for (let i = 0; i < cells.length; i += 2) {
    const [x, y] = [cells[i], cells[i + 1]];
    const dx = x < left ? left - x : x > right ? x - right : 0;
    const dy = y < top ? top - y : y > bottom ? y - bottom : 0;
    const distance = dx * dx + dy * dy;
    if (distance >= least) continue;
    least = distance;
    if (Math.sqrt(least) < enough) break;
  }
  return Math.sqrt(least);
}
