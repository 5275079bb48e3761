// A panel in space: plotly draws all of it.

import { node } from "./dom.js";
import { builtFor, gridded, HOME, layoutOf, pathOf, plotlyData, ringed } from "./plotly.js";
import { read } from "./recipes.js";
import { clamp } from "./values.js";

/** @import { Arrays, Panel, Question, Theme, Trace } from "./types.js" */

const PARTS = ["eye", "center", "up"];
const AXES = /** @type {const} */ (["x", "y", "z"]);

// Drawn pixels for each of the page's: as many as the screen has. plotly's own 2 is four times the
// work on a plain screen, where a card that is emulated takes seconds.
const sharpness = () => clamp(globalThis.devicePixelRatio ?? 1, 1, 2);

export class Space {
  /** @type {Panel} */
  panel;
  /** @type {Arrays} */
  arrays;
  /** @type {Theme} */
  theme;
  /** @type {number | undefined} */
  position;
  /** @type {Question | null} */
  asked = null;
  built = "";
  heard = false;
  veiled = false; // whether the future is hidden
  busy = false;

  /**
   * @param {HTMLElement} box @param {any} Plotly
   * @param {() => void} onView called when it is looked at from elsewhere
   */
  constructor(box, Plotly, onView = () => {}) {
    this.box = box;
    this.onView = onView;
    this.Plotly = Plotly;
    /** @type {any} */
    this.plot = box.appendChild(node("div", "cl-plotly"));
    this.observer = new ResizeObserver(() => this.resize());
    this.observer.observe(box);
  }

  /** @param {Panel} panel @param {Arrays} arrays @param {Theme} theme @param {number} position */
  async load(panel, arrays, theme, position) {
    [this.panel, this.arrays, this.theme] = [panel, arrays, theme];
    const { name, magnify } = theme;
    const looks = [panel.axes, panel.equal, name, magnify, builtFor(panel.traces)];
    const recipe = JSON.stringify(looks);
    if (recipe !== this.built) {
      this.built = recipe;
      const data = panel.traces.map((t) => plotlyData(t, arrays, position, theme, panel));
      const config = { displayModeBar: false, responsive: false, plotGlPixelRatio: sharpness() };
      this.position = position;
      await this.Plotly.react(this.plot, data, layoutOf(panel, theme), config);
      this.veiled = false;
      if (!this.heard) this.plot.on("plotly_relayout", () => this.onView());
      this.heard = true;
      // What is drawn is not drawn again; the player may have moved on meanwhile.
      if (this.position !== position) await this.draw(this.position, true);
    } else {
      await this.draw(position, true);
    }
    if (this.asked || this.veiled) await this.veil();
  }

  /** @param {Question | null} question */
  hide(question) {
    this.asked = question;
    if (this.built) this.veil();
  }

  // While a question is open, the future is not shown, and the points that it is about are ringed.
  async veil() {
    await this.ring();
    const later = this.panel.traces.flatMap((t, i) => (t.future ? [i] : []));
    if (this.veiled === Boolean(this.asked)) return;
    this.veiled = Boolean(this.asked);
    if (later.length) await this.Plotly.restyle(this.plot, { visible: !this.asked }, later);
  }

  async ring() {
    const { rings } = this.asked ?? {};
    const places = rings?.panel === this.panel.key ? rings.places : [];
    const there = this.plot.data.length > this.panel.traces.length;
    if (there) await this.Plotly.deleteTraces(this.plot, -1);
    if (places.length) await this.Plotly.addTraces(this.plot, ringed(places, this.theme));
  }

  // Show a position; plotly follows when it is free.
  /** @param {number} position */
  async draw(position, force = false) {
    this.position = position;
    /** @type {[Trace, number][]} */
    const numbered = this.panel.traces.map((t, i) => [t, i]);
    const moving = numbered.filter(([t]) => t.moving);
    if (!moving.length || (this.busy && !force)) return;
    this.busy = true;
    try {
      await this.restyle(moving, position);
    } finally {
      this.busy = false;
    }
    if (this.position !== position) await this.draw(this.position, true);
  }

  /** @param {[Trace, number][]} moving @param {number} position */
  async restyle(moving, position) {
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
    const named = Object.entries(update).map(([part, values]) => [pathOf(part), values]);
    await this.Plotly.restyle(this.plot, Object.fromEntries(named), moving.map(([, i]) => i));
  }

  // Where it is looked at from: eye, centre and up, nine numbers; null where nobody has turned it.
  get camera() {
    const { camera } = this.plot._fullLayout?.scene ?? {};
    if (!camera || !this.built) return null;
    /** @param {any} from */
    const numbers = (from) => PARTS.flatMap((part) => AXES.map((a) => from[part][a]));
    const [nine, home] = [numbers(camera), numbers(HOME)];
    return nine.every((v, i) => Math.abs(v - home[i]) < 1e-9) ? null : nine;
  }

  /** @param {number[] | null} nine null for home */
  async setCamera(nine) {
    /** @param {number[]} numbers */
    const named = (numbers) => Object.fromEntries(PARTS.map((part, i) => (
      [part, Object.fromEntries(AXES.map((a, j) => [a, numbers[3 * i + j]]))])));
    const camera = nine ? named(nine) : structuredClone(HOME);
    await this.Plotly.relayout(this.plot, { "scene.camera": camera });
  }

  resize() {
    const layout = this.plot._fullLayout;
    const size = { width: this.box.clientWidth, height: this.box.clientHeight };
    if (!size.width || !size.height || !layout) return;
    if (layout.width !== size.width || layout.height !== size.height) {
      this.Plotly.relayout(this.plot, size);
    }
  }

  end() {
    this.observer.disconnect();
    this.Plotly.purge(this.plot);
  }
}
