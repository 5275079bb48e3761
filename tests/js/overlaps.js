// Reads packed scenes as JSON from the input, paints their panels by the stage's own modules on
// canvases that keep the words, and writes as JSON where words lie on each other, on markers, on
// lines, or beyond the plot.
import { readFileSync } from "node:fs";

const LETTER = 0.54; // the width of a letter, in its size
const CAPITALS = 0.8; // the height of words, in their size
const [LARGE, TWIN, SMALL] = [[560, 420], [430, 396], [310, 170]]; // panels, in pixels
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
    fillText(text, x, y) {
      if (!text) return;
      const { width } = acts.measureText(text);
      const left = { left: 0, center: -width / 2, right: -width }[own.textAlign ?? "left"];
      const down = { top: 0.5, middle: 0, bottom: -0.5 }[own.textBaseline ?? "middle"] * size();
      const at = { x: x + own.at[0] + left, y: y + own.at[1] + down };
      written.push({ text, ...at, width, height: CAPITALS * size(), turned: own.turned });
    },
  };
  return new Proxy(own, { get: (o, name) => acts[name] ?? o[name] ?? (() => {}) });
}

// As much of a page as a plane asks for.
const element = (more = {}) => ({
  append() {}, addEventListener() {}, setAttribute() {}, closest: () => null,
  style: {}, dataset: {}, ...more,
});
Object.assign(globalThis, {
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
const { decodeAll } = await import("../../widgets/static/recipes.js");

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

const isStrong = ({ template, ghost }) => (
  !ghost && (template.opacity ?? 1) >= 0.5 && template.line?.color !== "@faint"
);

// The lines and markers that lie under words.
function covered(own, traces) {
  const found = [];
  const box = boxOf(own, 1.5);
  for (const trace of traces.filter(({ template }) => /lines|markers/.test(template.mode))) {
    const { template, painted: { px, py } = { px: [], py: [] }, read } = trace;
    if (template.mode.includes("lines") && template.line.width && isStrong(trace)) {
      let sum = 0;
      for (let i = 1; i < px.length; i++) sum += inside(px[i - 1], py[i - 1], px[i], py[i], box);
      if (sum > 3) found.push(`the line ${template.name}`);
    }
    if (template.mode.includes("markers")) {
      const sizes = read?.data["marker.size"];
      const under = Array.from(px).some((x, i) => {
        const r = (sizes?.[i] ?? template.marker.size ?? 8) / 2 - 1;
        return r > 0 && meet(box, [x - r, py[i] - r, x + r, py[i] + r]);
      });
      if (under) found.push(`a marker ${template.name}`);
    }
  }
  return found;
}

// [words, what they meet] in a panel of this size at a frame, and how many words there are.
function check(panel, arrays, frame, [width, height]) {
  const plane = new Plane(element({ clientWidth: width, clientHeight: height }), () => {});
  const colours = new Proxy({}, { get: () => "#000000" });
  written.length = 0;
  plane.load(panel, arrays, { name: "light", font: "sans", colours }, frame);
  const { box } = plane.layout().place;
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
    // A lens hides what lies under it; it takes its room from other words.
    if (isLabel(own) && !own.text.startsWith("×")) covered(own, panel.traces).forEach(meets);
  });
  return { found, labels: written.filter(isLabel).length };
}

function sizeOf(layout, key) {
  if (layout.twin && [layout.hero, layout.side[0]].includes(key)) return TWIN;
  return key === layout.hero ? LARGE : SMALL;
}

const report = {};
for (const [name, { spec, buffers }] of Object.entries(JSON.parse(readFileSync(0, "utf8")))) {
  const views = Object.fromEntries(Object.entries(buffers).map(([key, text]) => (
    [key, new DataView(Uint8Array.from(Buffer.from(text, "base64")).buffer)]
  )));
  const arrays = decodeAll(spec.arrays, views);
  const last = spec.clock.values.length - 1;
  report[name] = { labels: 0, found: [] };
  for (const panel of spec.panels.filter((p) => !p.space)) {
    for (const frame of new Set([0, Math.round(last / 2), last])) {
      const { labels, found } = check(panel, arrays, frame, sizeOf(spec.layout, panel.key));
      report[name].labels += labels;
      report[name].found.push(...found.map((one) => [panel.key, frame, ...one]));
    }
  }
}
process.stdout.write(JSON.stringify(report));
