// A panel in space: plotly draws all of it.

import { node } from "./dom.js";
import { builtFor, gridded, layoutOf, plotlyData } from "./plotly.js";
import { read } from "./recipes.js";

/** @import { Arrays, Panel, Question, Theme, Trace } from "./types.js" */

export class Space {
  /** @type {Panel} */
  panel;
  /** @type {Arrays} */
  arrays;
  /** @type {number | undefined} */
  position;
  /** @type {Question | null} */
  asked = null;
  built = "";
  busy = false;

  /** @param {HTMLElement} box @param {any} Plotly */
  constructor(box, Plotly) {
    this.box = box;
    this.Plotly = Plotly;
    /** @type {any} */
    this.plot = box.appendChild(node("div", "cl-plotly"));
    this.observer = new ResizeObserver(() => this.resize());
    this.observer.observe(box);
  }

  /** @param {Panel} panel @param {Arrays} arrays @param {Theme} theme @param {number} position */
  async load(panel, arrays, theme, position) {
    [this.panel, this.arrays] = [panel, arrays];
    const recipe = JSON.stringify([panel.axes, panel.equal, theme.name, builtFor(panel.traces)]);
    if (recipe !== this.built) {
      this.built = recipe;
      const data = panel.traces.map((t) => plotlyData(t, arrays, position, theme, panel));
      const config = { displayModeBar: false, responsive: false };
      await this.Plotly.react(this.plot, data, layoutOf(panel, theme), config);
    }
    await this.draw(position, true);
    await this.veil();
  }

  /** @param {Question | null} question */
  hide(question) {
    this.asked = question;
    if (this.built) this.veil();
  }

  // While a question is open, the future is not shown.
  async veil() {
    const later = this.panel.traces.flatMap((t, i) => (t.future ? [i] : []));
    if (later.length) await this.Plotly.restyle(this.plot, { visible: !this.asked }, later);
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
    await this.Plotly.restyle(this.plot, update, moving.map(([, i]) => i));
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
