// Where words find room on a plane: a coarse grid of what is drawn there already.

/** @import { Box, Trace } from "./types.js" */

const CELL = 3; // pixels
/** How much it costs to cover a cell: of a faint line, of a line, of a marker, of other words. */
export const WEIGHTS = { faint: 1, line: 4, marker: 8, words: 60 };
const FURTHER = 0.3; // what each place costs that is further down the list
const FARTHER = 0.1; // what each pixel costs between a point and its words
const CROWDED = 14; // a place that costs more covers a line
const REACH = 120; // pixels from a point within which its words stay
const SLIDE = 8; // pixels between the places that are tried
const HIGH = 1.15; // the height of a line of words, in their size

export class Room {
  /** @param {Box} box @param {Uint8Array} [cells] */
  constructor(box, cells) {
    this.box = box;
    this.columns = Math.max(1, Math.ceil(box.width / CELL));
    this.rows = Math.max(1, Math.ceil(box.height / CELL));
    this.cells = cells ?? new Uint8Array(this.columns * this.rows);
  }

  copy() { return new Room(this.box, this.cells.slice()); }

  /** @param {number} x @param {number} y @param {number} weight */
  mark(x, y, weight) {
    const column = Math.floor((x - this.box.x) / CELL);
    const row = Math.floor((y - this.box.y) / CELL);
    if (column < 0 || row < 0 || column >= this.columns || row >= this.rows) return;
    const i = row * this.columns + column;
    if (this.cells[i] < weight) this.cells[i] = weight;
  }

  /** @param {ArrayLike<number>} px @param {ArrayLike<number>} py @param {number} weight */
  line(px, py, weight) {
    for (let i = 1; i < px.length; i++) {
      const piece = clipped(px[i - 1], py[i - 1], px[i], py[i], this.box);
      if (!piece) continue;
      const [x0, y0, x1, y1] = piece;
      const steps = Math.ceil(Math.max(Math.abs(x1 - x0), Math.abs(y1 - y0)) / CELL) || 1;
      for (let k = 0; k <= steps; k++) {
        this.mark(x0 + ((x1 - x0) * k) / steps, y0 + ((y1 - y0) * k) / steps, weight);
      }
    }
  }

  /** @param {number} x @param {number} y @param {number} radius @param {number} weight */
  disc(x, y, radius, weight) {
    for (let dy = -radius; dy <= radius; dy += CELL) {
      const half = Math.sqrt(radius * radius - dy * dy);
      for (let dx = -half; dx <= half; dx += CELL) this.mark(x + dx, y + dy, weight);
      this.mark(x + half, y + dy, weight);
    }
  }

  /** @param {number} left @param {number} top @param {number} width @param {number} height */
  cost(left, top, width, height) {
    const { box, columns, rows, cells } = this;
    const first = Math.max(0, Math.floor((left - box.x) / CELL));
    const last = Math.min(columns - 1, Math.floor((left + width - box.x) / CELL));
    const low = Math.max(0, Math.floor((top - box.y) / CELL));
    const high = Math.min(rows - 1, Math.floor((top + height - box.y) / CELL));
    let sum = 0;
    for (let row = low; row <= high; row++) {
      for (let column = first; column <= last; column++) sum += cells[row * columns + column];
    }
    return sum;
  }

  /**
   * The best place for words of this width beside (x, y), which is taken from then on: the left
   * end and the middle line. Where all places beside the point are taken, one near it is sought.
   * @param {number} x @param {number} y @param {number} width @param {number} size of the type
   * @param {string} anchor
   */
  place(x, y, width, size, anchor) {
    const height = HIGH * size;
    let best = { left: x, middle: y, cost: Infinity };
    /** @param {number} dx @param {number} dy @param {number} extra */
    const weigh = (dx, dy, extra) => {
      const [left, middle] = [this.across(x + dx, width), this.up(y + dy, height)];
      const cost = this.cost(left, middle - height / 2, width, height) + extra;
      if (cost < best.cost) best = { left, middle, cost };
      return cost <= extra;
    };
    placesOf(anchor, width, size).some(([dx, dy], i) => weigh(dx, dy, FURTHER * i));
    if (best.cost > CROWDED) {
      this.near(x, y, width, height).some(([dx, dy, far]) => weigh(dx, dy, FARTHER * far));
    }
    this.take(best.left, best.middle - height / 2, width, height);
    return best;
  }

  // Places all around, from the point to their left end and their middle, with their distance;
  // the nearest first.
  /**
   * @param {number} x @param {number} y @param {number} width @param {number} height
   * @returns {[number, number, number][]}
   */
  near(x, y, width, height) {
    const { box } = this;
    /** @type {[number, number, number][]} */
    const found = [];
    for (let left = box.x + 2; left <= box.x + box.width - width; left += SLIDE) {
      for (let at = box.y + height / 2; at < box.y + box.height - height / 2; at += 0.6 * height) {
        const [dx, dy] = [left - x, at - y];
        const far = Math.hypot(Math.max(dx, 0, -dx - width), dy);
        if (far <= REACH) found.push([dx, dy, far]);
      }
    }
    return found.sort((a, b) => a[2] - b[2]);
  }

  /** @param {number} left @param {number} width */
  across(left, width) {
    const { x, width: room } = this.box;
    return Math.max(Math.min(left, x + room - width - 2), x + 2);
  }

  /** @param {number} middle @param {number} height */
  up(middle, height) {
    const { y, height: room } = this.box;
    return Math.max(Math.min(middle, y + room - height / 2 - 1), y + height / 2 + 1);
  }

  /** @param {number} left @param {number} top @param {number} width @param {number} height */
  take(left, top, width, height) {
    for (let dy = 1; dy < height; dy += CELL) {
      for (let dx = 0; dx < width; dx += CELL) this.mark(left + dx, top + dy, WEIGHTS.words);
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
};

// Where words may stand beside a point, the best first, then the same further away: from the point
// to their left end and to their middle.
/**
 * @param {string} anchor @param {number} width @param {number} size
 * @returns {[number, number][]}
 */
function placesOf(anchor, width, size) {
  const near = 0.6 * size + 7;
  return [1, 1.9, 3, 4.5, 6.5].flatMap((far) => SIDES[anchor].map(([across, up]) => {
    const aside = across * (up ? Math.max(1, 8 * far - 4) : 8 * far);
    // Words to the left end there, those above and below stand over the point.
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
 * What a trace takes of the room, once it is painted: its lines, arrows and markers.
 * @param {Room} room @param {Trace} trace @param {Float64Array} px @param {Float64Array} py
 * @param {ArrayLike<number> | undefined} sizes of its markers
 */
export function occupy(room, { template, ghost }, px, py, sizes) {
  if (template.mode.includes("lines") && template.line.width) {
    const faint = ghost || (template.opacity ?? 1) < 0.5 || template.line.color === "@faint";
    room.line(px, py, faint ? WEIGHTS.faint : WEIGHTS.line);
  }
  if (!template.mode.includes("markers")) return;
  for (let i = 0; i < px.length; i++) {
    const radius = (sizes ? sizes[i] : template.marker.size ?? 8) / 2;
    if (radius > 0 && Number.isFinite(px[i] + py[i])) {
      room.disc(px[i], py[i], radius + 1, WEIGHTS.marker);
    }
  }
}
