// One plot: plotly draws axes, heatmaps and everything in space; in a plane a canvas over it
// carries all else, so that a frame costs one repaint and no layout.

import { node, pen } from "./dom.js";
import { extents } from "./extents.js";
import { nearest, tipLines } from "./hover.js";
import { ink } from "./ink.js";
import { swatch } from "./legend.js";
import { paint } from "./painter.js";
import { builtFor, gridded, layoutOf, moved, plotlyData, STANDOFF } from "./plotly.js";
import { read } from "./recipes.js";

/** @import { Arrays, Panel, Place, Question, Theme, Trace } from "./types.js" */

export class PanelView {
  /** @type {Panel} */
  panel;
  /** @type {Arrays} */
  arrays;
  /** @type {Theme} */
  theme;
  /** @type {number} */
  position;
  built = "";
  /** @type {boolean | undefined} */
  space;
  /** @type {number[][]} */
  at = []; // the ranges that plotly shows
  listening = false;
  moving = false;
  zoomed = false;
  /** @type {[number, number] | undefined} */
  pressed;

  /** @param {any} Plotly @param {(click: object) => void} onClick */
  constructor(Plotly, onClick) {
    this.Plotly = Plotly;
    this.onClick = onClick;
    this.root = node("figure", "cl-panel");
    const caption = this.root.appendChild(node("figcaption"));
    this.title = caption.appendChild(node("strong"));
    this.subtitle = caption.appendChild(node("span", "cl-subtitle"));
    this.legend = caption.appendChild(node("span", "cl-legend"));
    this.box = this.root.appendChild(node("div", "cl-plot"));
    /** @type {any} */
    this.plot = this.box.appendChild(node("div", "cl-plotly"));
    // What stands still is painted once, on a canvas of its own under the moving one.
    this.ground = this.box.appendChild(node("canvas", "cl-canvas"));
    this.canvas = this.box.appendChild(node("canvas", "cl-canvas"));
    this.tip = this.box.appendChild(node("div", "cl-tip"));
    this.tip.hidden = true;
    this.shown = "";
    this.busy = false;
    /** @type {Question | null} */
    this.asked = null; // the open question, from which the future is hidden
    this.observer = new ResizeObserver(() => this.resize());
    this.observer.observe(this.box);
    this.box.addEventListener("pointermove", (e) => this.hover(e));
    this.box.addEventListener("pointerleave", () => { this.tip.hidden = true; });
    // plotly stops these events at its drag layer: listen on the way down.
    this.box.addEventListener("pointerdown", (e) => { this.pressed = [e.clientX, e.clientY]; }, true);
    this.box.addEventListener("click", (e) => this.click(e), true);
  }

  /** @param {Panel} panel @param {Arrays} arrays @param {Theme} theme @param {number} position */
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

  /** @param {Question | null} question */
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
  /** @param {string} recipe @param {Trace[]} own @param {number} position */
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
    this.plot.on("plotly_relayout", (/** @type {object} */ change) => {
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
    const turned = [0, 1].filter((i) => whole || !stays[i]);
    const change = turned.map((i) => moved(`${"xy"[i]}axis`, this.panel.axes[i], this.at[i]));
    const before = this.roomOfWords();
    this.at = wanted;
    this.moving = true;
    try {
      await this.Plotly.relayout(this.plot, Object.assign({}, ...change));
      // A range alone is quick, but leaves the title where it was.
      if (String(this.roomOfWords()) !== String(before)) {
        const titles = turned.map((i) => [`${"xy"[i]}axis.title.standoff`, STANDOFF]);
        await this.Plotly.relayout(this.plot, Object.fromEntries(titles));
      }
    } finally {
      this.moving = false;
    }
  }

  // How high the words at the x axis are and how wide those at the y axis, in pixels.
  roomOfWords() {
    const most = (/** @type {string} */ kind, /** @type {"width" | "height"} */ side) => {
      const words = [...this.plot.querySelectorAll(`.${kind}tick text`)];
      return Math.round(Math.max(0, ...words.map((one) => one.getBoundingClientRect()[side])));
    };
    return [most("x", "height"), most("y", "width")];
  }

  drawLegend() {
    this.legend.replaceChildren(...this.panel.legend.map((entry) => {
      const item = node("span", "cl-entry");
      item.append(swatch(entry, this.theme), document.createTextNode(entry.words));
      return item;
    }));
  }

  // Show a position: the canvas at once, plotly's moving traces when it is free.
  /** @param {number} position */
  async draw(position, force = false) {
    if (position === this.position && !force) return;
    this.position = position;
    if (force) this.paint();
    else this.paintMoving();
    const own = this.panel.traces.filter((t) => !t.over);
    /** @type {[Trace, number][]} */
    const numbered = own.map((t, i) => [t, i]);
    const moving = numbered.filter(([t]) => t.moving);
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
  /** @param {[Trace, number][]} moving @param {number} position @param {boolean} scales */
  async restyle(moving, position, scales) {
    /** @type {Record<string, any>} */
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

  /** @returns {Place} */
  map() {
    const { xaxis, yaxis } = this.plot._fullLayout;
    /** @param {any} a */
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
    /** @param {Trace} t */
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
  /**
   * @param {HTMLCanvasElement} canvas
   * @param {(show: (t: Trace) => void, ctx: CanvasRenderingContext2D, map: Place) => void} draw
   */
  onCanvas(canvas, draw) {
    const map = this.map();
    const { box } = map;
    const ratio = window.devicePixelRatio || 1;
    const [w, h] = [Math.round(box.width * ratio), Math.round(box.height * ratio)];
    if (canvas.width !== w || canvas.height !== h) [canvas.width, canvas.height] = [w, h];
    const [left, top, width, height] = [box.x, box.y, box.width, box.height].map((v) => `${v}px`);
    Object.assign(canvas.style, { left, top, width, height });
    const ctx = pen(canvas, { willReadFrequently: true });
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    ctx.clearRect(0, 0, w, h);
    ctx.setTransform(ratio, 0, 0, ratio, -box.x * ratio, -box.y * ratio);
    draw((t) => paint(ctx, t, read(t, this.arrays, this.position), map, this.theme), ctx, map);
  }

  // The lines x = 0 and y = 0 where the axes ask for them, over the ground and under the marks.
  /** @param {CanvasRenderingContext2D} ctx @param {Place} map */
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

  /** @param {PointerEvent} event */
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

  /** @param {MouseEvent} event */
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
  extents() { return extents(this.panel, this.arrays, this.position); }

  end() {
    this.observer.disconnect();
    this.Plotly.purge(this.plot);
    this.root.remove();
  }
}

