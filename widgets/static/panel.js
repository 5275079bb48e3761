// One plot: plotly draws axes, heatmaps and everything in space; in a plane a canvas over it carries
// all else, so that a frame costs one repaint and no layout.

import { node } from "./dom.js";
import { ink, inked, paint } from "./painter.js";
import { read } from "./recipes.js";
import { number } from "./text.js";

function axisLayout(axis, theme, shown) {
  const layout = {
    title: { text: escaped(axis.title), font: { size: 13 }, standoff: 6 },
    type: axis.log ? "log" : "linear",
    range: [...axis.range],
    autorange: false,
    gridcolor: ink("@grid", theme),
    zeroline: false,
    tickfont: { size: 12 },
    ticks: "",
    nticks: 7,
    ...shown,
  };
  if (axis.log) {
    Object.assign(layout, { exponentformat: "power", minorloglabels: "none", tickfont: { size: 10 } });
    if (axis.range[1] - axis.range[0] > 1.5) {
      layout.dtick = Math.max(1, Math.ceil((axis.range[1] - axis.range[0]) / 6));
    }
  }
  if (axis.ticks) {
    const words = axis.ticks.words.map(escaped);
    Object.assign(layout, { tickvals: axis.ticks.at, ticktext: words });
  }
  return layout;
}

function escaped(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

function layoutOf(panel, theme) {
  const base = {
    paper_bgcolor: "rgba(0,0,0,0)",
    plot_bgcolor: "rgba(0,0,0,0)",
    font: { family: theme.font, size: 12, color: ink("@ink", theme) },
    showlegend: false,
    uirevision: panel.key,
    hoverlabel: { font: { family: theme.font, size: 12 } },
  };
  const [x, y, z] = panel.axes;
  if (!panel.space) {
    const equal = panel.equal ? { scaleanchor: "x", constrain: "range" } : {};
    return {
      ...base,
      margin: { l: 56, r: 14, t: 8, b: 44 },
      dragmode: "pan",
      hovermode: panel.traces.some((t) => t.template.type === "heatmap") ? "closest" : false,
      xaxis: axisLayout(x, theme, {}),
      yaxis: axisLayout(y, theme, equal),
    };
  }
  const wall = { showbackground: false, showspikes: false, gridcolor: ink("@faint", theme) };
  return {
    ...base,
    margin: { l: 0, r: 0, t: 0, b: 0 },
    scene: {
      uirevision: panel.key,
      // "data" would follow the data of each frame: the ranges are fixed, and so is the box.
      aspectmode: "manual",
      aspectratio: boxOf(panel),
      xaxis: axisLayout(x, theme, wall),
      yaxis: axisLayout(y, theme, wall),
      zaxis: axisLayout(z, theme, wall),
      camera: { eye: { x: 1.75, y: 1.5, z: 0.95 }, center: { x: 0, y: 0, z: -0.12 } },
    },
  };
}

// Sides of the box in space, the longest 1: by the ranges where units are equal, else a cube.
function boxOf(panel) {
  const sides = panel.axes.map(({ range: [low, high] }) => (panel.equal ? high - low : 1));
  const [x, y, z] = sides.map((side) => side / Math.max(...sides));
  return { x, y, z };
}

// plotly wants data coordinates and rows of a grid; recipes give flat drawn coordinates.
function plotlyData(trace, arrays, position, theme, panel) {
  const data = read(trace, arrays, position);
  const out = { ...inked(trace.template, theme) };
  delete out.hover;
  for (const [name, values] of Object.entries(data)) {
    setPath(out, name, gridded(trace, name, values, arrays, panel));
  }
  return out;
}

function gridded(trace, name, values, arrays, panel) {
  const axis = panel.axes["xyz".indexOf(name)];
  const flat = axis?.log ? values.map((v) => 10 ** v) : values;
  const shape = arrays[trace.bind[name]?.a]?.shape ?? [];
  const grid = trace.bind[name]?.how === "static" ? shape : shape.slice(1);
  if (grid.length !== 2) return flat;
  return Array.from({ length: grid[0] }, (_, i) => flat.subarray(i * grid[1], (i + 1) * grid[1]));
}

function setPath(object, path, value) {
  const parts = path.split(".");
  const last = parts.pop();
  const target = parts.reduce((o, p) => (o[p] ??= {}), object);
  target[last] = value;
}

// What a plot is built for: without the values and the ends of a colour scale, which are restyled.
function builtFor(traces) {
  const still = (bind) => Object.entries(bind).filter(([, e]) => e.how === "static");
  const bare = (template) => ({ ...template, zmin: null, zmax: null });
  return traces.map((t) => (t.moving
    ? { ...t, bind: still(t.bind), template: bare(t.template) }
    : t));
}

export class PanelView {
  constructor(Plotly, onClick) {
    this.Plotly = Plotly;
    this.onClick = onClick;
    this.root = node("figure", "cl-panel");
    const caption = this.root.appendChild(node("figcaption"));
    this.title = caption.appendChild(node("strong"));
    this.subtitle = caption.appendChild(node("span", "cl-subtitle"));
    this.legend = caption.appendChild(node("span", "cl-legend"));
    this.box = this.root.appendChild(node("div", "cl-plot"));
    this.plot = this.box.appendChild(node("div", "cl-plotly"));
    // What stands still is painted once, on a canvas of its own under the moving one.
    this.ground = this.box.appendChild(node("canvas", "cl-canvas"));
    this.canvas = this.box.appendChild(node("canvas", "cl-canvas"));
    this.tip = this.box.appendChild(node("div", "cl-tip"));
    this.tip.hidden = true;
    this.shown = "";
    this.busy = false;
    this.asked = null; // the open question, from which the future is hidden
    this.observer = new ResizeObserver(() => this.resize());
    this.observer.observe(this.box);
    this.box.addEventListener("pointermove", (e) => this.hover(e));
    this.box.addEventListener("pointerleave", () => { this.tip.hidden = true; });
    // plotly stops these events at its drag layer: listen on the way down.
    this.box.addEventListener("pointerdown", (e) => { this.pressed = [e.clientX, e.clientY]; }, true);
    this.box.addEventListener("click", (e) => this.click(e), true);
  }

  async load(panel, arrays, theme, position) {
    [this.panel, this.arrays, this.theme] = [panel, arrays, theme];
    this.title.textContent = panel.title;
    this.subtitle.textContent = panel.subtitle;
    this.drawLegend();
    this.root.dataset.key = panel.key;
    this.root.classList.toggle("cl-space", panel.space);
    this.canvas.hidden = this.ground.hidden = panel.space;
    const own = panel.traces.filter((t) => !t.over);
    const bare = panel.axes.map((axis) => ({ ...axis, range: null }));
    const recipe = JSON.stringify([bare, panel.equal, panel.space, theme.name, builtFor(own)]);
    if (recipe !== this.shown || panel.space) await this.rebuild(recipe, own, position);
    else if (!this.zoomed) await this.home();
    await this.draw(position, true);
    await this.veil();
  }

  hide(question) {
    if (question === this.asked) return;
    this.asked = question;
    if (!this.built) return;
    this.paint();
    this.veil();
  }

  // While a question is open a panel is blank if the question says so, else without the future.
  async veil() {
    const blank = Boolean(this.asked?.hides.includes(this.panel.key));
    this.root.classList.toggle("cl-blank", blank);
    const own = this.panel.traces.filter((t) => !t.over);
    const later = own.flatMap((t, i) => (t.future ? [i] : []));
    if (later.length) await this.Plotly.restyle(this.plot, { visible: !this.asked }, later);
  }

  get visible() { return this.panel.traces.filter((t) => !(this.asked && t.future)); }

  // New axes or new traces of plotly's own.
  async rebuild(recipe, own, position) {
    const { panel, arrays, theme } = this;
    if (recipe + JSON.stringify(panel.axes) === this.built) return;
    [this.shown, this.built] = [recipe, recipe + JSON.stringify(panel.axes)];
    const data = own.map((t) => plotlyData(t, arrays, position, theme, panel));
    if (panel.space !== this.space) this.Plotly.purge(this.plot);
    this.space = panel.space;
    this.at = panel.axes.slice(0, 2).map((axis) => [...axis.range]);
    const config = { displayModeBar: false, responsive: false, doubleClick: false };
    await this.Plotly.react(this.plot, data, layoutOf(panel, theme), config);
    if (this.listening) return;
    this.listening = true;
    this.plot.on("plotly_relayouting", () => { this.zoomed = true; this.paint(); });
    this.plot.on("plotly_relayout", (change) => {
      if (!this.moving && Object.keys(change).some((k) => k.includes("axis"))) this.zoomed = true;
    });
    this.plot.on("plotly_afterplot", () => this.paint());
    this.plot.on("plotly_doubleclick", () => { this.zoomed = false; this.home(true); });
  }

  // Only the ranges are new: plotly moves its ticks, which costs a third of a new plot.
  async home(force = false) {
    const wanted = this.panel.axes.map((axis) => [...axis.range]);
    const stays = wanted.map((range, i) => String(range) === String(this.at[i]));
    if (stays.every(Boolean) && !force) return;
    const whole = force || this.panel.equal;
    const update = {};
    if (whole || !stays[0]) update["xaxis.range"] = wanted[0];
    if (whole || !stays[1]) update["yaxis.range"] = wanted[1];
    this.at = wanted;
    this.moving = true;
    try {
      await this.Plotly.relayout(this.plot, update);
    } finally {
      this.moving = false;
    }
  }

  drawLegend() {
    this.legend.replaceChildren(...this.panel.legend.map((entry) => {
      const item = node("span", "cl-entry");
      item.append(swatch(entry, this.theme), document.createTextNode(entry.words));
      return item;
    }));
  }

  // Show a position: the canvas at once, plotly's moving traces when it is free.
  async draw(position, force = false) {
    if (position === this.position && !force) return;
    this.position = position;
    if (force) this.paint();
    else this.paintMoving();
    const own = this.panel.traces.filter((t) => !t.over);
    const moving = own.map((t, i) => [t, i]).filter(([t]) => t.moving);
    if (!moving.length || (this.busy && !force)) return;
    this.busy = true;
    try {
      await this.restyle(moving, position, force);
    } finally {
      this.busy = false;
    }
    if (this.position !== position) await this.draw(this.position, true);
  }

  // With `scales` the ends of colour scales too, which are the same in all frames of a scene.
  async restyle(moving, position, scales) {
    const update = {};
    for (const [trace] of moving) for (const name of Object.keys(trace.bind)) update[name] = [];
    for (const [trace] of moving) {
      const data = read(trace, this.arrays, position);
      for (const name of Object.keys(update)) {
        const values = data[name];
        update[name].push(values && gridded(trace, name, values, this.arrays, this.panel));
      }
    }
    if (scales && moving.some(([trace]) => "zmin" in trace.template)) {
      for (const end of ["zmin", "zmax"]) update[end] = moving.map(([t]) => t.template[end]);
    }
    await this.Plotly.restyle(this.plot, update, moving.map(([, i]) => i));
  }

  map() {
    const { xaxis, yaxis } = this.plot._fullLayout;
    const scale = (a) => a._length / (a.range[1] - a.range[0]);
    const [sx, sy] = [scale(xaxis), scale(yaxis)];
    return {
      x: (v) => xaxis._offset + (v - xaxis.range[0]) * sx,
      y: (v) => yaxis._offset + yaxis._length - (v - yaxis.range[0]) * sy,
      back: (px, py) => [
        xaxis.range[0] + (px - xaxis._offset) / sx,
        yaxis.range[0] + (yaxis._offset + yaxis._length - py) / sy,
      ],
      box: { x: xaxis._offset, y: yaxis._offset, width: xaxis._length, height: yaxis._length },
      taken: [],
    };
  }

  // All of a panel; a frame alone needs `paintMoving`.
  paint() {
    if (!this.isReady()) return;
    const still = this.visible.filter((t) => t.over && !t.moving);
    const isBand = (t) => t.template.type === "bands";
    this.onCanvas(this.ground, (show, ctx, map) => {
      still.filter(isBand).forEach(show);
      this.paintZeros(ctx, map);
      still.filter((t) => !isBand(t)).forEach(show);
    });
    this.paintMoving();
  }

  paintMoving() {
    if (!this.isReady()) return;
    const moving = this.visible.filter((t) => t.over && t.moving);
    this.onCanvas(this.canvas, (show) => moving.forEach(show));
  }

  isReady() {
    return this.panel && !this.panel.space && this.plot._fullLayout?.xaxis?._length;
  }

  // Clear a canvas and let `draw` paint on it. It covers the axes only: what it does not cover need
  // not be sent to the screen with each frame.
  onCanvas(canvas, draw) {
    const map = this.map();
    const { box } = map;
    const ratio = window.devicePixelRatio || 1;
    const [w, h] = [Math.round(box.width * ratio), Math.round(box.height * ratio)];
    if (canvas.width !== w || canvas.height !== h) [canvas.width, canvas.height] = [w, h];
    const [left, top, width, height] = [box.x, box.y, box.width, box.height].map((v) => `${v}px`);
    Object.assign(canvas.style, { left, top, width, height });
    const ctx = canvas.getContext("2d", { willReadFrequently: true });
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    ctx.clearRect(0, 0, w, h);
    ctx.setTransform(ratio, 0, 0, ratio, -box.x * ratio, -box.y * ratio);
    draw((t) => paint(ctx, t, read(t, this.arrays, this.position), map, this.theme), ctx, map);
  }

  // The lines x = 0 and y = 0 where the axes ask for them, over the ground and under the marks.
  paintZeros(ctx, { x, y, box }) {
    const [across, up] = this.panel.axes;
    ctx.fillStyle = ink("@ink", this.theme);
    if (across.zero) ctx.fillRect(x(0) - 0.6, box.y, 1.2, box.height);
    if (up.zero) ctx.fillRect(box.x, y(0) - 0.6, box.width, 1.2);
  }

  resize() {
    if (!this.panel || !this.box.clientWidth || !this.plot._fullLayout) return;
    const size = { width: this.box.clientWidth, height: this.box.clientHeight };
    const layout = this.plot._fullLayout;
    if (layout.width === size.width && layout.height === size.height) return;
    this.Plotly.relayout(this.plot, size).then(() => this.paint());
  }

  hover(event) {
    if (!this.panel || this.panel.space || event.buttons) return;
    const rect = this.box.getBoundingClientRect();
    const at = nearest(this.visible, event.clientX - rect.left, event.clientY - rect.top, 12);
    this.tip.hidden = !at;
    if (!at) return;
    this.tip.replaceChildren(...tipLines(at, this.panel, this.arrays, this.position));
    const left = Math.min(at.px + 12, rect.width - this.tip.offsetWidth - 4);
    this.tip.style.transform = `translate(${left}px, ${Math.max(at.py - 40, 2)}px)`;
  }

  click(event) {
    const [x0, y0] = this.pressed ?? [event.clientX, event.clientY];
    if (!this.panel || this.panel.space) return;
    if (Math.hypot(event.clientX - x0, event.clientY - y0) > 4) return;
    const rect = this.box.getBoundingClientRect();
    const [px, py] = [event.clientX - rect.left, event.clientY - rect.top];
    const map = this.map();
    const { box } = map;
    if (px < box.x || px > box.x + box.width || py < box.y || py > box.y + box.height) return;
    const [x, y] = map.back(px, py).map((v, i) => (this.panel.axes[i].log ? 10 ** v : v));
    this.onClick({ kind: "click", panel: this.panel.key, x, y, shift: event.shiftKey });
  }

  // What each trace shows now: [mark, low and high along each axis], in data coordinates.
  extents() {
    const names = this.panel.space ? ["x", "y", "z"] : ["x", "y"];
    return this.panel.traces.filter((t) => !t.ghost).map((trace) => {
      const data = read(trace, this.arrays, this.position);
      const cells = trace.template.type === "heatmap";
      const grid = cells || trace.template.type === "bands";
      const known = (v, i) => grid || names.every((name) => Number.isFinite(data[name][i]));
      const ends = names.map((name, axis) => {
        const values = Array.from(data[name]);
        const drawn = cells ? borders(values) : values.filter(known);
        const real = this.panel.axes[axis].log ? drawn.map((v) => 10 ** v) : drawn;
        return real.length ? [Math.min(...real), Math.max(...real)] : null;
      });
      return [trace.mark, ...ends];
    });
  }

  end() {
    this.observer.disconnect();
    this.Plotly.purge(this.plot);
    this.root.remove();
  }
}

// The outer borders of cells around their rising centres.
function borders(c) {
  const [first, last] = c.length > 1 ? [c[1] - c[0], c.at(-1) - c.at(-2)] : [1, 1];
  return [c[0] - first / 2, c.at(-1) + last / 2];
}

function nearest(traces, x, y, within) {
  let best = null;
  let least = within * within;
  for (const trace of traces) {
    if (!trace.painted || !(trace.template.name || trace.template.hover)) continue;
    const { px, py } = trace.painted;
    for (let i = 0; i < px.length; i++) {
      const d = (px[i] - x) ** 2 + (py[i] - y) ** 2;
      if (d < least) [least, best] = [d, { trace, i, px: px[i], py: py[i] }];
    }
  }
  return best;
}

function tipLines({ trace, i }, panel, arrays, position) {
  const data = read(trace, arrays, position);
  const lines = [node("strong")];
  const host = document.createElement("textarea");
  host.innerHTML = trace.template.hover?.[i] ?? trace.template.name; // decodes entities only
  lines[0].textContent = host.value;
  for (const [j, name] of ["x", "y"].entries()) {
    const axis = panel.axes[j];
    const value = axis.log ? 10 ** data[name][i] : data[name][i];
    const line = node("div");
    line.textContent = `${axis.title || name} ${number(value)}`;
    lines.push(line);
  }
  return lines;
}

function swatch(entry, theme) {
  const canvas = node("canvas", "cl-swatch");
  [canvas.width, canvas.height] = [52, 24];
  const ctx = canvas.getContext("2d");
  ctx.scale(2, 2);
  const map = { x: (v) => v, y: (v) => v, box: { x: 0, y: 0, width: 26, height: 12 } };
  const colour = `@${entry.tone}`;
  const template = entry.symbol
    ? { mode: "markers", marker: { color: colour, symbol: entry.symbol, size: 9 } }
    : { mode: "lines", line: { color: colour, width: 2, dash: entry.dash } };
  const data = entry.symbol ? { x: [13], y: [6] } : { x: [1, 25], y: [6, 6] };
  paint(ctx, { template }, data, map, theme);
  return canvas;
}
