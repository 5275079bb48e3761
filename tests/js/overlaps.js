// Reads packed scenes as JSON from the input, paints their panels by the stage's own modules on
// canvases that record the words, and writes as JSON where words lie on each other, on markers, on
// lines, or beyond the plot; and next to which row words are in panels whose rows are methods.
import { readFileSync } from "node:fs";

const LETTER = 0.54; // the width of a letter, in its size
const CAPITALS = 0.8; // the height of words, in their size
// A hero, one of two, and a small panel, in pixels; "--widths" takes those of five windows.
const PANELS = process.argv.includes("--widths") ? [
  [[985, 750], [774, 660], [566, 330]], // 1920
  [[457, 390], [470, 400], [262, 130]], // 1400
  [[435, 390], [453, 400], [250, 115]], // 1366
  [[451, 390], [466, 400], [260, 115]], // 1000
  [[342, 308], [342, 390], [342, 180]], // 390
] : [[[560, 420], [430, 396], [310, 170]]];
const written = []; // { text, x, y, width, height, turned }, y in the middle

function context() {
  const own = { at: [0, 0], turned: false, saved: [], font: "12px sans" };
  const size = () => parseFloat(own.font);
  const acts = {
    measureText: (text) => ({ width: LETTER * size() * text.length }),
    save() { own.saved.push([own.at, own.turned]); },
    restore() { [own.at, own.turned] = own.saved.pop(); },
    translate(x, y) { own.at = [own.at[0] + x, own.at[1] + y]; },
    rotate() { own.turned = true; },
    lineTo(x, y) { own.lead = [x, y]; },
    fillText(text, x, y) {
      if (!text) return;
      const { lead } = own;
      own.lead = null;
      const { width } = acts.measureText(text);
      const left = { left: 0, center: -width / 2, right: -width }[own.textAlign ?? "left"];
      const down = { top: 0.5, middle: 0, bottom: -0.5 }[own.textBaseline ?? "middle"] * size();
      const at = { x: x + own.at[0] + left, y: y + own.at[1] + down };
      written.push({ text, ...at, width, height: CAPITALS * size(), turned: own.turned, lead });
    },
  };
  return new Proxy(own, { get: (o, name) => acts[name] ?? o[name] ?? (() => {}) });
}

// As much of a page as a plane needs.
const element = (more = {}) => ({
  append() {}, addEventListener() {}, setAttribute() {}, closest: () => null,
  style: {}, dataset: {}, ...more,
});
Object.assign(globalThis, {
  cancelAnimationFrame() {},
  window: { addEventListener() {}, removeEventListener() {}, devicePixelRatio: 1 },
  devicePixelRatio: 1,
  ResizeObserver: class { observe() {} disconnect() {} },
  getComputedStyle: () => ({ fontSize: "13px" }),
  document: {
    createElement() {
      const ctx = context();
      return element({ getContext: () => ctx });
    },
  },
  ImageData: class { constructor(w, h) { this.data = new Uint8ClampedArray(4 * w * h); } },
});
const { Plane } = await import("../../widgets/static/plane.js");
const { decodeAll, read: readFrame } = await import("../../widgets/static/recipes.js");

const meet = (a, b) => a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];
const boxOf = ({ x, y, width, height }, by = 0) => (
  [x + by, y - height / 2 + by, x + width - by, y + height / 2 - by]
);

// How much of a piece lies in a rectangle, in pixels.
function inside(x0, y0, x1, y1, [left, top, right, low]) {
  const [dx, dy] = [x1 - x0, y1 - y0];
  let [from, to] = [0, 1];
  for (const [p, q] of [[-dx, x0 - left], [dx, right - x0], [-dy, y0 - top], [dy, low - y0]]) {
    if (p === 0 && q < 0) return 0;
    if (p < 0) from = Math.max(from, q / p);
    if (p > 0) to = Math.min(to, q / p);
  }
  return Math.max(0, to - from) * Math.hypot(dx, dy) || 0;
}

const isStrong = ({ style, ghost }) => (
  !ghost && (style.opacity ?? 1) >= 0.5 && style.color !== "@faint"
);

// The lines and markers that words cover.
function covered(own, traces) {
  const found = [];
  const box = boxOf(own, 1.5);
  for (const trace of traces.filter(({ style }) => ["line", "points"].includes(style.kind))) {
    const { style, painted: { px, py } = { px: [], py: [] }, read } = trace;
    if (style.kind === "line" && style.width && isStrong(trace)) {
      let sum = 0;
      for (let i = 1; i < px.length; i++) sum += inside(px[i - 1], py[i - 1], px[i], py[i], box);
      if (sum > 3) found.push(`the line ${style.name}`);
    }
    if (style.kind === "points" || style.dots) {
      const sizes = read?.data.size;
      const under = Array.from(px).some((x, i) => {
        const r = (sizes?.[i] ?? style.dots ?? style.size ?? 8) / 2 - 1;
        return r > 0 && meet(box, [x - r, py[i] - r, x + r, py[i] + r]);
      });
      if (under) found.push(`a marker ${style.name}`);
    }
  }
  return found;
}

// The place of a panel of this size, once it has written its words of a frame.
function write(panel, arrays, frame, [width, height]) {
  const plane = new Plane(element({ clientWidth: width, clientHeight: height }), () => {});
  const colours = new Proxy({}, { get: () => "#000000" });
  written.length = 0;
  plane.load(panel, arrays, { name: "light", font: "sans", colours }, frame);
  return plane.layout().place;
}

// [words, what they meet] in a panel of this size at a frame, and how many words there are.
function check(panel, arrays, frame, [width, height]) {
  const { box } = write(panel, arrays, frame, [width, height]);
  const isLabel = ({ x, y }) => (
    x >= box.x && x < box.x + box.width && y > box.y && y < box.y + box.height
  );
  const found = [];
  written.filter(({ turned }) => !turned).forEach((own, i, all) => {
    const [left, top, right, low] = boxOf(own);
    const meets = (what) => found.push([own.text, what]);
    const home = isLabel(own) ? box : { x: 0, y: 0, width, height: height + 2 };
    if (left < home.x - 1 || top < home.y - 1 || right > home.x + home.width + 1
      || low > home.y + home.height + 1) meets("the edge");
    for (const other of all.slice(0, i)) {
      if (isLabel(own) === isLabel(other) && meet(boxOf(own, 0.5), boxOf(other))) meets(other.text);
    }
    // A lens hides what is below it; other words cannot be placed there.
    if (isLabel(own) && !own.text.startsWith("×")) covered(own, panel.traces).forEach(meets);
  });
  return { found, labels: written.filter(isLabel).length };
}

const AT = { marker: 12, line: 24 }; // pixels between a point and the mark that its words name
const NEARER = 4; // pixels, the grain of the layout, by which another mark may be nearer

// How far a point lies from a rectangle.
const apart = ([left, top, right, low], x, y) => (
  Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - low))
);

// How far a polyline, NaN between its parts, lies from a rectangle, which may be a point.
function fromLine(box, { px, py }) {
  let least = Infinity;
  for (let i = 1; i < px.length; i++) {
    const [x0, y0, dx, dy] = [px[i - 1], py[i - 1], px[i] - px[i - 1], py[i] - py[i - 1]];
    if (!Number.isFinite(x0 + y0 + dx + dy)) continue;
    if (inside(x0, y0, x0 + dx, y0 + dy, box) > 0) return 0;
    least = Math.min(least, apart(box, x0, y0), apart(box, x0 + dx, y0 + dy));
    for (const [x, y] of [[box[0], box[1]], [box[2], box[1]], [box[0], box[3]], [box[2], box[3]]]) {
      const along = ((x - x0) * dx + (y - y0) * dy) / (dx * dx + dy * dy || 1);
      const t = Math.min(Math.max(along, 0), 1);
      least = Math.min(least, Math.hypot(x0 + t * dx - x, y0 + t * dy - y));
    }
  }
  return least;
}

// The style by which lines, and markers, are distinguished.
const keyOf = ({ style }) => [style.color?.split("/")[0], style.name, style.dash].join();
// Whether a line is the vertical one that marks the frame.
const isCursor = ({ moving, style, painted: { px } }) => moving && style.kind === "line"
  && px.every((x) => Number.isNaN(x) || Math.abs(x - px[0]) < 0.5);
const markersOf = ({ style, painted: { px, py }, read }) => Array.from(px, (x, i) => (
  { x, y: py[i], r: (read?.data.size?.[i] ?? style.dots ?? style.size ?? 8) / 2 }
)).filter(({ x, y, r }) => r > 0 && Number.isFinite(x + y));

// How far markers lie from a rectangle.
const fromMarkers = (box, trace) => (
  Math.min(...markersOf(trace).map(({ x, y, r }) => Math.max(0, apart(box, x, y) - r)))
);

// The words that are nearer to another mark than to the one that they name: the markers, else
// the lines, that have their colour and are nearest to their point; or nearer to the point of
// other words in their colour. Words with a line to their point are unambiguous.
function strays(panel, arrays, frame, size) {
  const { box } = write(panel, arrays, frame, size);
  const traces = panel.traces.filter((t) => (
    t.painted && t.style.name && (t.ghost || isStrong(t)) && !isCursor(t)
  ));
  const kinds = [
    [traces.filter(({ style }) => style.kind === "points"), fromMarkers, AT.marker],
    [traces.filter(({ style }) => style.kind === "line" && style.width > 0),
      (at, t) => Math.min(fromLine(at, t.painted), t.style.dots ? fromMarkers(at, t) : Infinity),
      AT.line],
  ];
  const labels = written.filter(({ x, y, turned, text }) => (
    !turned && !text.startsWith("×") && x >= box.x && x < box.x + box.width
    && y > box.y && y < box.y + box.height
  ));
  const words = [false, true].flatMap((moves) => panel.traces.filter((t) => (
    t.style.kind === "words" && Boolean(t.moving) === moves
  ))).flatMap((trace) => {
    const { px, py } = trace.painted;
    const { text = trace.style.text } = readFrame(trace, arrays, frame);
    const { color, anchor } = trace.style;
    return Array.from(px, (x, i) => ({ x, y: py[i], text: text[i], color, anchor }))
      .filter((one) => one.text && Number.isFinite(one.x + one.y));
  });
  if (words.length !== labels.length) throw new Error(`${panel.key}: words that were not written`);
  const found = { alone: [], led: [] };
  words.forEach(({ x, y, text, color, anchor }, i) => {
    if (anchor === "row") return;
    const [at, point, { lead }] = [boxOf(labels[i]), [x, y, x, y], labels[i]];
    const isLed = lead && Math.hypot(lead[0] - x, lead[1] - y) < 1;
    const tell = (own, other, what) => {
      if (other < own - NEARER) {
        found[isLed ? "led" : "alone"].push([text, what, Math.round(own), Math.round(other)]);
      }
    };
    for (const [all, far, sight] of kinds) {
      const mine = all.filter((t) => keyOf(t).startsWith(`${color},`))
        .map((t) => [keyOf(t), far(point, t)]);
      const nearest = Math.min(...mine.map(([, d]) => d));
      if (!(nearest < sight)) continue;
      const own = new Set(mine.filter(([, d]) => d < nearest + 3).map(([key]) => key));
      const least = Math.min(...all.filter((t) => own.has(keyOf(t))).map((t) => far(at, t)));
      for (const t of all.filter((one) => !own.has(keyOf(one)))) {
        tell(least, far(at, t), t.style.name);
      }
      break;
    }
    for (const other of words) {
      if (other.color !== color || Math.hypot(other.x - x, other.y - y) < 3) continue;
      tell(apart(at, x, y), apart(at, other.x, other.y), other.text);
    }
  });
  return found;
}

const ROWS = ["arrivals", "tracks"]; // the panels whose rows are methods
const SIZES = [[357, 232], [357, 200], [345, 195], [260, 180], [358, 220]]; // at five widths

// [words, row] of the ticks and labels of a panel: their own rows, and the nearest ones.
function rowsOf(panel, arrays, frame, size) {
  const place = write(panel, arrays, frame, size);
  const { ticks } = panel.axes[1];
  const own = ticks.words.map((words, i) => [words, ticks.at[i]]);
  const rows = new Set(ticks.at);
  for (const trace of panel.traces.filter(({ style }) => style.kind === "words")) {
    const { x, y, text = trace.style.text } = readFrame(trace, arrays, frame);
    y.forEach((at, i) => {
      rows.add(at);
      if (text[i] && Number.isFinite(x[i])) own.push([text[i], at]);
    });
  }
  const distance = (y, at) => Math.abs(place.y(at) - y);
  const found = written.filter(({ y, turned }) => !turned && y < place.box.y + place.box.height)
    .map(({ text, y }) => [text, [...rows].sort((a, b) => distance(y, a) - distance(y, b))[0]]);
  return { own: own.sort(), found: found.sort() };
}

function sizesOf(layout, key) {
  const isTwin = layout.twin && [layout.hero, layout.side[0]].includes(key);
  return PANELS.map(([large, twin, small]) => {
    if (isTwin) return twin;
    return key === layout.hero ? large : small;
  });
}

const report = {};
for (const [name, { spec, buffers }] of Object.entries(JSON.parse(readFileSync(0, "utf8")))) {
  const views = Object.fromEntries(Object.entries(buffers).map(([key, text]) => (
    [key, new DataView(Uint8Array.from(Buffer.from(text, "base64")).buffer)]
  )));
  const arrays = decodeAll(spec.arrays, views);
  const last = spec.clock.values.length - 1;
  report[name] = { labels: 0, found: [], rows: [], strays: [], led: [] };
  for (const panel of spec.panels.filter((p) => !p.space)) {
    for (const frame of new Set([0, Math.round(last / 2), last])) {
      for (const size of sizesOf(spec.layout, panel.key)) {
        const { labels, found } = check(panel, arrays, frame, size);
        const { alone, led } = strays(panel, arrays, frame, size);
        const at = [panel.key, frame, ...PANELS.length > 1 ? [size[0]] : []];
        report[name].labels += labels;
        report[name].found.push(...found.map((one) => [...at, ...one]));
        report[name].strays.push(...alone.map((one) => [...at, ...one]));
        report[name].led.push(...led.map((one) => [...at, ...one]));
      }
      if (!ROWS.includes(panel.key)) continue;
      report[name].rows.push(...SIZES.map((one) => rowsOf(panel, arrays, frame, one)));
    }
  }
}
process.stdout.write(JSON.stringify(report));
