// Where words find room on a plane: a coarse grid of what is drawn there already.

/** @import { Box, Data, Look, Place, Trace } from "./types.js" */

const CELL = 3; // pixels
/** How much it costs to cover a cell: of a faint line, of a line, of a marker, of other words. */
export const WEIGHTS = { faint: 1, line: 4, marker: 8, words: 60 };
const FURTHER = 0.3; // what each place costs that is further down the list
const FARTHER = 0.1; // what each pixel costs between a point and its words
const CROWDED = 14; // a place that costs more covers a line
const REACH = 120; // pixels from a point within which its words stay
const SLIDE = 8; // pixels between the places that are tried
const HIGH = 1.15; // the height of a line of words, in their size
const SEEN = 0.8; // the height of what is seen of them
const NAMED = [12, 24]; // pixels from its point to a marker, and a line, that words name
const SIGHT = 60; // pixels around words in which marks are compared
const APART = 5; // pixels by which the mark that words name is nearer than others

/** @typedef {{ kind: number, bit: number }} Owner markers (0) or lines (1), and their bits */
/** @typedef {[number, number, number, number]} Rect left, top, width, height */

export class Room {
  /** @type {{ x: number, y: number, colour: string }[]} */
  named = []; // the points of all words

  /**
   * @param {Box} box @param {Uint8Array} [cells] what it costs to cover each
   * @param {Uint32Array[]} [owners] the markers, and the lines, in each: a bit for each look
   * @param {string[][]} [looks] the colour and the rest of these
   */
  constructor(box, cells, owners, looks) {
    this.box = box;
    this.columns = Math.max(1, Math.ceil(box.width / CELL));
    this.rows = Math.max(1, Math.ceil(box.height / CELL));
    this.cells = cells ?? new Uint8Array(this.columns * this.rows);
    this.owners = owners ?? [0, 1].map(() => new Uint32Array(this.columns * this.rows));
    this.looks = looks ?? [[], []];
  }

  copy() {
    const owners = this.owners.map((one) => one.slice());
    return new Room(this.box, this.cells.slice(), owners, this.looks.map((one) => [...one]));
  }

  /** @param {number} x @param {number} y @param {number} weight @param {Owner} [owner] */
  mark(x, y, weight, owner) {
    const column = Math.floor((x - this.box.x) / CELL);
    const row = Math.floor((y - this.box.y) / CELL);
    if (column < 0 || row < 0 || column >= this.columns || row >= this.rows) return;
    const i = row * this.columns + column;
    if (this.cells[i] < weight) this.cells[i] = weight;
    if (owner) this.owners[owner.kind][i] |= owner.bit;
  }

  // Whose cells are those of a mark: of markers (0) or lines (1) of this look.
  /** @param {Look} look @param {number} kind @returns {Owner} */
  owner({ color, name = "", dash = "" }, kind) {
    const all = this.looks[kind];
    const look = `${colourOf(color)}\n${name}\n${dash}`;
    if (!all.includes(look)) all.push(look);
    return { kind, bit: 1 << (all.indexOf(look) % 31) };
  }

  /**
   * @param {ArrayLike<number>} px @param {ArrayLike<number>} py @param {number} weight
   * @param {Owner} [owner]
   */
  line(px, py, weight, owner) {
    for (let i = 1; i < px.length; i++) {
      const piece = clipped(px[i - 1], py[i - 1], px[i], py[i], this.box);
      if (!piece) continue;
      const [x0, y0, x1, y1] = piece;
      const steps = Math.ceil(Math.max(Math.abs(x1 - x0), Math.abs(y1 - y0)) / CELL) || 1;
      for (let k = 0; k <= steps; k++) {
        this.mark(x0 + ((x1 - x0) * k) / steps, y0 + ((y1 - y0) * k) / steps, weight, owner);
      }
    }
  }

  /**
   * @param {number} x @param {number} y @param {number} radius @param {number} weight
   * @param {Owner} [owner]
   */
  disc(x, y, radius, weight, owner) {
    for (let dy = -radius; dy <= radius; dy += CELL) {
      const half = Math.sqrt(radius * radius - dy * dy);
      for (let dx = -half; dx <= half; dx += CELL) this.mark(x + dx, y + dy, weight, owner);
      this.mark(x + half, y + dy, weight, owner);
    }
  }

  // Where words stand, those that are to come among them.
  /** @param {Look} look @param {Data} data @param {Place} place */
  name(look, { x, y, text = look.text }, place) {
    for (let i = 0; i < x.length; i++) {
      const one = { x: place.x(x[i]), y: place.y(y[i]), colour: colourOf(look.color) };
      if (text[i] && look.anchor !== "row") this.named.push(one);
    }
  }

  /**
   * Each owner that is near a rectangle, with its distance from there.
   * @param {Rect} rect @param {number} kind @param {number} sight
   * @param {(found: number, far: number) => void} tell
   */
  around([left, top, width, height], kind, sight, tell) {
    const { box, columns, rows } = this;
    const first = Math.max(0, Math.floor((left - sight - box.x) / CELL));
    const last = Math.min(columns - 1, Math.floor((left + width + sight - box.x) / CELL));
    const low = Math.max(0, Math.floor((top - sight - box.y) / CELL));
    const high = Math.min(rows - 1, Math.floor((top + height + sight - box.y) / CELL));
    for (let row = low; row <= high; row++) {
      const y = box.y + (row + 0.5) * CELL;
      for (let column = first; column <= last; column++) {
        const found = this.owners[kind][row * columns + column];
        if (!found) continue;
        const far = away([left, top, width, height], box.x + (column + 0.5) * CELL, y);
        if (far < sight) tell(found, far);
      }
    }
  }

  // What words of a colour at a point name: the markers there, else the lines.
  /** @param {number} x @param {number} y @param {string} colour @returns {Owner | null} */
  meant(x, y, colour) {
    for (const [kind, sight] of NAMED.entries()) {
      const mine = this.looks[kind].reduce((all, look, i) => (
        look.startsWith(`${colour}\n`) ? all | (1 << (i % 31)) : all
      ), 0);
      let [nearest, bit] = [Infinity, 0];
      /** @type {Rect} */
      const point = [x, y, 0, 0];
      this.around(point, kind, sight, (found, far) => {
        if (found & mine) nearest = Math.min(nearest, far);
      });
      this.around(point, kind, sight, (found, far) => {
        if (far <= nearest + CELL) bit |= found & mine;
      });
      if (bit) return { kind, bit };
    }
    return null;
  }

  // Whether words are nearer to their point, and what they name, than to other marks of its kind
  // and to the points of words in their colour.
  /**
   * @param {Rect} rect @param {number} x @param {number} y @param {Owner | null} mark
   * @param {string} colour
   */
  isRight(rect, x, y, mark, colour) {
    const far = away(rect, x, y) + APART;
    for (const other of this.named) {
      if (other.colour !== colour || Math.hypot(other.x - x, other.y - y) < CELL) continue;
      if (away(rect, other.x, other.y) < far) return false;
    }
    if (!mark) return true;
    let [own, other] = [Infinity, Infinity];
    this.around(rect, mark.kind, SIGHT, (found, distance) => {
      if (found & mark.bit) own = Math.min(own, distance);
      else other = Math.min(other, distance);
    });
    return own < SIGHT && own + APART <= other;
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
   * end and the middle line. Where all places beside the point are taken, one near it is sought;
   * words on a "row" keep the height of their point. Words that name a mark come no nearer to
   * others of its kind; where they cannot but, `isRight` is false.
   * @param {number} x @param {number} y @param {number} width @param {number} size of the type
   * @param {string} anchor @param {string} [color]
   */
  place(x, y, width, size, anchor, color) {
    const [height, seen, colour] = [HIGH * size, SEEN * size, colourOf(color)];
    const mark = anchor === "row" ? null : this.meant(x, y, colour);
    const nowhere = { left: x, middle: y, cost: Infinity, isRight: anchor === "row" };
    let [best, right] = [nowhere, nowhere];
    /** @param {number} dx @param {number} dy @param {number} extra */
    const weigh = (dx, dy, extra) => {
      const [left, middle] = [this.across(x + dx, width), this.up(y + dy, height)];
      const cost = this.cost(left, middle - height / 2, width, height) + extra;
      if (cost < best.cost) best = { ...nowhere, left, middle, cost };
      if (cost >= right.cost) return false;
      /** @type {Rect} */
      const rect = [left, middle - seen / 2, width, seen];
      if (anchor !== "row" && !this.isRight(rect, x, y, mark, colour)) return false;
      right = { left, middle, cost, isRight: true };
      return cost <= extra;
    };
    placesOf(anchor, width, size).some(([dx, dy], i) => weigh(dx, dy, FURTHER * i));
    if (right.cost > CROWDED && anchor !== "row") {
      this.near(x, y, width, height).some(([dx, dy, far]) => weigh(dx, dy, FARTHER * far));
    }
    if (right.cost <= Math.max(best.cost, CROWDED)) best = right;
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
  row: [[1, 0], [-1, 0]],
};

// Where words may stand beside a point, the best first, then the same further away: from the point
// to their left end and to their middle.
/**
 * @param {string} anchor @param {number} width @param {number} size
 * @returns {[number, number][]}
 */
function placesOf(anchor, width, size) {
  const near = 0.6 * size + 7;
  const apart = anchor === "row" ? 5 : 0; // beside a mark
  return [1, 1.9, 3, 4.5, 6.5].flatMap((far) => SIDES[anchor].map(([across, up]) => {
    const aside = across * (up ? Math.max(1, 8 * far - 4) : 8 * far + apart);
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
export function occupy(room, { look, ghost, moving }, px, py, sizes) {
  const pale = (look.opacity ?? 1) < 0.5 || look.color === "@faint";
  const isLine = look.kind === "line";
  const isNamed = look.name && (ghost || !(pale || (isLine && moving && isUpright(px))));
  const owner = isNamed ? room.owner(look, isLine ? 1 : 0) : undefined;
  if (isLine && look.width) room.line(px, py, ghost || pale ? WEIGHTS.faint : WEIGHTS.line, owner);
  if (look.kind !== "points" && !look.dots) return;
  for (let i = 0; i < px.length; i++) {
    const radius = (sizes ? sizes[i] : look.dots ?? look.size ?? 8) / 2;
    if (radius > 0 && Number.isFinite(px[i] + py[i])) {
      room.disc(px[i], py[i], radius + 1, WEIGHTS.marker, owner);
    }
  }
}

// Whether a line is the upright one that says where a frame stands: no words name it.
/** @param {Float64Array} px */
function isUpright(px) {
  const known = px.filter(Number.isFinite);
  return known.every((x) => Math.abs(x - known[0]) < 0.5);
}

// A colour without its share.
/** @param {string} [color] */
const colourOf = (color = "") => color.split("/")[0];

// How far a point lies from a rectangle.
/** @param {Rect} rect @param {number} x @param {number} y */
const away = ([left, top, width, height], x, y) => Math.hypot(
  Math.max(left - x, 0, x - left - width), Math.max(top - y, 0, y - top - height),
);
