// Paints scatter traces on a canvas: lines, fills, markers, arrow heads, words.

const DASHES = {
  solid: [], dash: [7, 5], dot: [1.5, 3.5], dashdot: [8, 4, 2, 4], longdash: [13, 6],
};

// "@tone" is the theme's colour, "@tone/0.3" lets 30 % of it through, "@tone%0.3" mixes 30 % of it
// into the paper (opaque: plotly stacks the fills of contours).
export function ink(token, theme) {
  if (typeof token !== "string" || token[0] !== "@") return token;
  const [, tone, how, share] = token.match(/^@(\w+)(?:([/%])(.+))?$/);
  const rgb = channels(theme.colours[tone]);
  if (!how) return theme.colours[tone];
  if (how === "/") return `rgba(${rgb.join()},${share})`;
  const paper = channels(theme.colours.paper);
  return `rgb(${rgb.map((c, i) => Math.round(share * c + (1 - share) * paper[i])).join()})`;
}

function channels(hex) {
  return [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16));
}

// Fills every "@tone" of a plotly template.
export function inked(value, theme) {
  if (Array.isArray(value)) return value.map((v) => inked(v, theme));
  if (value && typeof value === "object") {
    return Object.fromEntries(Object.entries(value).map(([k, v]) => [k, inked(v, theme)]));
  }
  return ink(value, theme);
}

function tracePolyline(ctx, px, py, close) {
  ctx.beginPath();
  let open = false;
  for (let i = 0; i < px.length; i++) {
    if (!(Number.isFinite(px[i]) && Number.isFinite(py[i]))) {
      if (open && close) ctx.closePath();
      open = false;
    } else if (open) {
      ctx.lineTo(px[i], py[i]);
    } else {
      ctx.moveTo(px[i], py[i]);
      open = true;
    }
  }
  if (open && close) ctx.closePath();
}

const STROKES = {
  "/": [[0, 8, 8, 0], [-2, 2, 2, -2], [6, 10, 10, 6]],
  "\\": [[0, 0, 8, 8], [-2, 6, 2, 10], [6, -2, 10, 2]],
  x: [[0, 0, 8, 8], [0, 8, 8, 0]],
  "-": [[0, 4, 8, 4]],
  "|": [[4, 0, 4, 8]],
  "+": [[0, 4, 8, 4], [4, 0, 4, 8]],
  ".": [[3.5, 4, 4.5, 4]],
};

function hatching(ctx, hatch, colour) {
  const tile = document.createElement("canvas");
  tile.width = tile.height = 8;
  const t = tile.getContext("2d");
  t.strokeStyle = colour;
  t.lineWidth = hatch === "." ? 2 : 1.6;
  for (const [x0, y0, x1, y1] of STROKES[hatch]) {
    t.beginPath();
    t.moveTo(x0, y0);
    t.lineTo(x1, y1);
    t.stroke();
  }
  return ctx.createPattern(tile, "repeat");
}

function paintFill(ctx, template, px, py, theme) {
  tracePolyline(ctx, px, py, true);
  if (template.hatch) {
    ctx.fillStyle = hatching(ctx, template.hatch, ink(template.line.color, theme));
  } else {
    ctx.fillStyle = ink(template.fillcolor, theme);
  }
  ctx.fill();
}

function paintLine(ctx, template, px, py, theme) {
  const { color, width, dash } = template.line;
  if (!width) return;
  ctx.strokeStyle = ink(color, theme);
  ctx.lineWidth = width;
  ctx.lineJoin = "round";
  ctx.lineCap = dash === "dot" ? "round" : "butt";
  ctx.setLineDash((DASHES[dash] ?? []).map((v) => v * Math.max(1, width / 2)));
  tracePolyline(ctx, px, py, false);
  ctx.stroke();
  ctx.setLineDash([]);
}

function paintHeads(ctx, template, px, py, theme) {
  ctx.fillStyle = ink(template.line.color, theme);
  const size = 4 + 2 * template.line.width;
  for (let i = 0; i + 1 < px.length; i += 3) {
    const [dx, dy] = [px[i + 1] - px[i], py[i + 1] - py[i]];
    const length = Math.hypot(dx, dy);
    if (!(length > 0.5)) continue;
    const [ux, uy] = [(dx / length) * size, (dy / length) * size];
    ctx.beginPath();
    ctx.moveTo(px[i + 1], py[i + 1]);
    ctx.lineTo(px[i + 1] - ux - 0.45 * uy, py[i + 1] - uy + 0.45 * ux);
    ctx.lineTo(px[i + 1] - ux + 0.45 * uy, py[i + 1] - uy - 0.45 * ux);
    ctx.fill();
  }
}

// Each symbol is drawn around (0, 0) with radius 1.
const SHAPES = {
  circle: (c) => c.arc(0, 0, 1, 0, 2 * Math.PI),
  square: (c) => c.rect(-0.88, -0.88, 1.76, 1.76),
  diamond: (c) => polygon(c, [[0, -1.25], [1.25, 0], [0, 1.25], [-1.25, 0]]),
  "triangle-up": (c) => polygon(c, [[0, -1.2], [1.1, 0.8], [-1.1, 0.8]]),
  "triangle-down": (c) => polygon(c, [[0, 1.2], [1.1, -0.8], [-1.1, -0.8]]),
  cross: (c) => polygon(c, [
    [-0.4, -1.2], [0.4, -1.2], [0.4, -0.4], [1.2, -0.4], [1.2, 0.4], [0.4, 0.4],
    [0.4, 1.2], [-0.4, 1.2], [-0.4, 0.4], [-1.2, 0.4], [-1.2, -0.4], [-0.4, -0.4],
  ]),
  x: (c) => polygon(c, [
    [-1.1, -0.6], [-0.6, -1.1], [0, -0.5], [0.6, -1.1], [1.1, -0.6], [0.5, 0],
    [1.1, 0.6], [0.6, 1.1], [0, 0.5], [-0.6, 1.1], [-1.1, 0.6], [-0.5, 0],
  ]),
};

function polygon(c, corners) {
  corners.forEach(([x, y], i) => (i ? c.lineTo(x, y) : c.moveTo(x, y)));
  c.closePath();
}

function paintMarkers(ctx, template, px, py, sizes, theme) {
  const { color, symbol = "circle", size = 8 } = template.marker;
  const open = symbol.endsWith("-open");
  const shape = SHAPES[open ? symbol.slice(0, -5) : symbol];
  ctx.fillStyle = ctx.strokeStyle = ink(color, theme);
  for (let i = 0; i < px.length; i++) {
    if (!(Number.isFinite(px[i]) && Number.isFinite(py[i]))) continue;
    const radius = (sizes ? sizes[i] : size) / 2;
    if (!(radius > 0)) continue;
    ctx.save();
    ctx.translate(px[i], py[i]);
    ctx.scale(radius, radius);
    ctx.beginPath();
    shape(ctx);
    ctx.lineWidth = (open ? 2 : 1) / radius;
    if (open) {
      ctx.stroke();
    } else {
      ctx.fill();
      ctx.strokeStyle = ink("@paper/0.7", theme);
      ctx.stroke();
    }
    ctx.restore();
    ctx.strokeStyle = ink(color, theme);
  }
}

const PLACES = {
  "middle right": ["left", "middle", 8, 0], "middle left": ["right", "middle", -8, 0],
  "top center": ["center", "bottom", 0, -7], "bottom center": ["center", "top", 0, 7],
  "middle center": ["center", "middle", 0, 0],
};

// Words stay inside the plot and off the words that stand there already.
function roomFor(x, y, width, height, { box, taken }) {
  const left = Math.min(Math.max(x, box.x + 2), box.x + box.width - width - 2);
  const inside = (v) => Math.min(Math.max(v, box.y + 8), box.y + box.height - 8);
  const free = (v) => taken.every((t) => (
    left > t.left + t.width || t.left > left + width || Math.abs(v - t.top) > height + 1
  ));
  const steps = [0, 1, -1, 2, -2].map((k) => inside(y + k * (height + 2)));
  const top = steps.find(free) ?? steps[0];
  taken.push({ left, top, width });
  return [left, top];
}

function paintWords(ctx, template, words, px, py, theme, map) {
  const [align, baseline, dx, dy] = PLACES[template.textposition];
  ctx.font = `${template.textfont.size}px ${theme.font}`;
  ctx.textAlign = "left";
  ctx.textBaseline = baseline;
  for (let i = 0; i < px.length; i++) {
    if (!(words[i] && Number.isFinite(px[i]) && Number.isFinite(py[i]))) continue;
    const width = ctx.measureText(words[i]).width;
    const shift = { left: 0, right: -width, center: -width / 2 }[align];
    const [x, y] = roomFor(px[i] + dx + shift, py[i] + dy, width, template.textfont.size, map);
    ctx.lineWidth = 3;
    ctx.lineJoin = "round";
    ctx.strokeStyle = ink("@paper/0.85", theme);
    ctx.strokeText(words[i], x, y);
    ctx.fillStyle = ink(template.textfont.color, theme);
    ctx.fillText(words[i], x, y);
  }
}

// Where on a rising grid each value lies: a fractional index, NaN outside.
function gridPlaces(grid, values) {
  const last = grid.length - 1;
  let i = 0;
  return values.map((v) => {
    if (!(v >= grid[0] && v <= grid[last])) return NaN;
    while (i < last - 1 && grid[i + 1] <= v) i++;
    while (i > 0 && grid[i] > v) i--;
    return i + (v - grid[i]) / (grid[i + 1] - grid[i]);
  });
}

// Bands between level lines, at half the resolution of the screen; the lines lie over the steps.
function bandImage({ x, y, z }, colours, map) {
  const { box } = map;
  const [w, h] = [Math.max(1, Math.ceil(box.width / 2)), Math.max(1, Math.ceil(box.height / 2))];
  const px = Float64Array.from({ length: w }, (_, i) => map.back(box.x + ((i + 0.5) * box.width) / w, 0)[0]);
  const py = Float64Array.from({ length: h }, (_, j) => map.back(0, box.y + ((j + 0.5) * box.height) / h)[1]);
  const [gx, gy] = [gridPlaces(x, px), gridPlaces(y, py)];
  const image = new ImageData(w, h);
  const pixels = new Uint32Array(image.data.buffer);
  for (let j = 0; j < h; j++) {
    if (!(gy[j] >= 0)) continue;
    const row = Math.min(Math.floor(gy[j]), y.length - 2);
    const v = gy[j] - row;
    for (let i = 0; i < w; i++) {
      if (!(gx[i] >= 0)) continue;
      const column = Math.min(Math.floor(gx[i]), x.length - 2);
      const u = gx[i] - column;
      const at = row * x.length + column;
      const value = (1 - v) * ((1 - u) * z[at] + u * z[at + 1]) +
        v * ((1 - u) * z[at + x.length] + u * z[at + x.length + 1]);
      const band = Math.min(Math.max(Math.floor(value) + 1, 0), colours.length - 1);
      if (value === value) pixels[j * w + i] = colours[band]; // nothing where there is no number
    }
  }
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [w, h];
  canvas.getContext("2d").putImageData(image, 0, 0);
  return canvas;
}

function paintBands(ctx, trace, data, map, theme) {
  const { box } = map;
  const key = JSON.stringify([box, map.back(0, 0), map.back(1, 1), theme.name]);
  if (trace.image?.key !== key || trace.image.data !== data) {
    // One 32-bit word a pixel, in the byte order of the machine.
    const colours = trace.template.colours.map((c) => {
      const rgba = Uint8Array.from([...ink(c, theme).match(/\d+/g), 255]);
      return new Uint32Array(rgba.buffer)[0];
    });
    trace.image = { key, data, canvas: bandImage(data, colours, map) };
  }
  ctx.drawImage(trace.image.canvas, box.x, box.y, box.width, box.height);
}

export function paint(ctx, trace, data, map, theme) {
  const { template } = trace;
  if (template.type === "bands") {
    paintBands(ctx, trace, data, map, theme);
    return;
  }
  const px = Float64Array.from(data.x, map.x);
  const py = Float64Array.from(data.y, map.y);
  ctx.globalAlpha = template.opacity ?? 1;
  if (template.fill) paintFill(ctx, template, px, py, theme);
  if (template.mode.includes("lines")) paintLine(ctx, template, px, py, theme);
  if (template.head) paintHeads(ctx, template, px, py, theme);
  if (template.mode.includes("markers")) {
    paintMarkers(ctx, template, px, py, data["marker.size"], theme);
  }
  if (template.mode === "text") {
    paintWords(ctx, template, data.text ?? template.text, px, py, theme, map);
  }
  ctx.globalAlpha = 1;
  trace.painted = { px, py };
}
