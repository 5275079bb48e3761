// Dashboards in a page without a kernel: the stage, and knobs that move between settings that were
// solved in advance.

import { render as renderActions } from "./actions.js";
import { node } from "./dom.js";
import { follow } from "./follow.js";
import { render as renderKnob } from "./knob.js";
import { bytesOf, inflated, Lattice } from "./lattice.js";
import { refusal } from "./link.js";
import { PlainModel } from "./model.js";
import { scale } from "./scale.js";
import { stageWidget } from "./stage.js";
import { field } from "./text.js";
import { isDark, watchTheme } from "./theme.js";

/** @import { KnobSpec, MapIndex, PageIndex, PointSpec } from "./types.js" */

const READY = { kind: "ready", text: "", detail: "" };

let count = 0;

/**
 * The stop nearest to a value, on the knob's own scale.
 * @param {KnobSpec} spec @param {number} value
 */
export function nearest(spec, value) {
  const { share } = scale({ ...spec, stops: undefined });
  const stops = /** @type {number[]} */ (spec.stops);
  const at = share(value);
  /** @param {number} stop */
  const away = (stop) => Math.abs(share(stop) - at);
  if (Number.isNaN(at)) return stops[0]; // no place on a logarithmic scale
  return stops.reduce((best, stop) => (away(stop) < away(best) ? stop : best));
}

export class PageView {
  /** @type {PointSpec | undefined} */
  shown;
  /** @type {PageIndex} */
  index;
  asked = 0; // number of the newest request
  note = "";
  /** @type {PlainModel | undefined} */
  map;

  /**
   * @param {HTMLElement} root @param {PageIndex} index @param {string} data @param {string} cells
   * of the map, if there is one @param {() => Promise<any>} loadPlotly
   */
  constructor(root, index, data, cells, loadPlotly) {
    this.root = root;
    const { start, frame } = root.dataset; // where this element opens in place of the stage's own
    this.index = {
      ...index, start: Number(start ?? index.start),
      state: { ...index.state, ...(frame !== undefined && { frame: Number(frame) }) },
    };
    this.lattice = new Lattice(this.index, data);
    this.stage = new PlainModel({
      spec: {}, constant: {}, moving: {}, themes: this.index.themes, status: READY,
      frame: 0, uid: `page-${(count += 1)}`, link: this.own({}), room: JSON.parse(root.dataset.room ?? "null"), ...this.looks(this.index.state),
    });
    const opened = this.lattice.settings(this.index.start);
    this.knobs = new Map(this.index.knobs.map(({ spec, value: fixed, locked }) => {
      const value = opened[spec.name] ?? fixed;
      const values = { spec, value, locked, tick: null, error: "", idle: false, without: null };
      return [spec.name, new PlainModel(values, { saved: () => this.turned(spec.name) })];
    }));
    this.actions = new PlainModel(
      { exports: [], copies: this.index.copies, more: 0, unfolded: false },
      { sent: (content) => this.press(content.do) },
    );
    this.build(loadPlotly);
    if (this.index.map) this.showMap(this.index.map, cells, loadPlotly);
  }

  // What the stage shows of a state: where it is looked at from, and for whom.
  /** @param {Record<string, any>} state */
  looks({ predict = false, projector = false, zoom, camera }) {
    return { predict, projector, look: { ...(zoom && { zoom }), ...(camera && { camera }) } };
  }

  // The state of the page with its knobs as they stand; without an address there are no links.
  /** @param {Record<string, unknown>} settings @returns {Record<string, any> | null} */
  own(settings) {
    const { state } = this.index;
    return state.at ? { ...state, knobs: { ...state.knobs, ...settings } } : null;
  }

  // Why this stage cannot show the state of a link, "" where it can.
  /** @param {Record<string, any>} state */
  async refuses(state) {
    const settings = this.turnedBy(state);
    const k = this.lattice.place(settings);
    if (k < 0) return "The link's setting is not solved in this page.";
    const point = await this.lattice.point(k);
    return point.error ?? refusal(state, this.own(settings) ?? {}, point.spec);
  }

  // The settings with the varied knobs where a state has them.
  /** @param {Record<string, any>} state @returns {Record<string, unknown>} */
  turnedBy(state) {
    const varied = this.index.axes.map(([name]) => [name, state.knobs?.[name]]);
    return { ...this.settings, ...Object.fromEntries(varied) };
  }

  // Show the state of a link, whole.
  /** @param {Record<string, any>} state */
  async take(state) {
    const [first, frame] = [!this.shown, state.frame ?? 0];
    this.index.state.frame = frame;
    for (const [name, value] of Object.entries(this.turnedBy(state))) {
      const model = /** @type {PlainModel} */ (this.knobs.get(name));
      model.set("error", "");
      model.set("value", value);
    }
    await this.ask();
    if (!first) this.stage.set("frame", frame);
    for (const [name, value] of Object.entries(this.looks(state))) this.stage.set(name, value);
  }

  // Say why a link is not shown, under the picture that is there.
  /** @param {string} why */
  async refuse(why) {
    if (!this.shown) await this.ask();
    this.say({ kind: "error", text: why, detail: "" });
  }

  /** @param {() => Promise<any>} loadPlotly */
  build(loadPlotly) {
    const body = this.root.appendChild(node("div", "jupyter-widgets cl-body"));
    if (this.knobs.size) {
      const side = body.appendChild(node("div", "jupyter-widgets cl-side"));
      const knobs = side.appendChild(node("div", "jupyter-widgets cl-knobs"));
      for (const model of this.knobs.values()) {
        renderKnob({ model, el: knobs.appendChild(node("div")) });
      }
      side.append(node("p", "cl-solved", this.index.note));
      renderActions({ model: this.actions, el: side.appendChild(node("div")) });
    }
    const el = body.appendChild(node("div"));
    stageWidget(loadPlotly).render({ model: this.stage, el });
  }

  // The plane of two knobs, under them.
  /** @param {MapIndex} index @param {string} cells @param {() => Promise<any>} loadPlotly */
  async showMap(index, cells, loadPlotly) {
    this.map = new PlainModel({
      spec: {}, constant: {}, moving: {}, themes: this.index.themes, status: READY, frame: 0,
      uid: `map-${count}`, link: null, predict: false, projector: false, look: {}, crosses: {},
    }, { sent: (content) => this.pressed(index, content) });
    const side = /** @type {HTMLElement} */ (this.root.querySelector(".cl-side"));
    side.classList.add("cl-wide");
    stageWidget(loadPlotly).render({ model: this.map, el: side.appendChild(node("div")) });
    const point = await new Lattice(index, cells).point(0);
    if (point.error !== undefined) return;
    this.map.set("moving", point.buffers);
    this.map.set("spec", point.spec);
    this.cross();
  }

  // The map was pressed: its knobs go to the nearest of their stops.
  /** @param {MapIndex} index @param {any} content */
  pressed(index, { kind, x, y }) {
    if (kind !== "click") return;
    this.note = "";
    for (const [i, at] of [x, y].entries()) {
      const [model, options] = [this.knobs.get(index.knobs[i]), index.options[i]];
      const place = Math.min(Math.max(Math.round(at), 0), (options?.length ?? 1) - 1);
      model?.set("error", "");
      model?.set("value", options ? options[place] : nearest(model.get("spec"), at));
    }
    this.ask();
  }

  // The cross of the map stands where its knobs do.
  cross() {
    const { map } = this.index;
    if (!map || !this.map?.get("spec").panels) return;
    const spot = map.knobs.map((name, i) => {
      const value = this.settings[name];
      return map.options[i] ? map.options[i].indexOf(value) : value;
    });
    this.map.set("crosses", { [this.map.get("spec").panels[0].key]: spot });
  }

  get settings() {
    return Object.fromEntries([...this.knobs].map(([name, model]) => [name, model.get("value")]));
  }

  // A knob was turned: to one of its values, or, typed, to any other.
  /** @param {string} name */
  turned(name) {
    const model = /** @type {PlainModel} */ (this.knobs.get(name));
    const stands = this.index.knobs.find((one) => one.locked && one.spec.name === name);
    if (stands) { // an event that no hand has made
      model.set("value", stands.value);
      return;
    }
    const [spec, value] = [model.get("spec"), model.get("value")];
    const values = this.lattice.values(name) ?? [];
    const known = values.some((one) => JSON.stringify(one) === JSON.stringify(value));
    this.note = "";
    model.set("error", "");
    if (!known && typeof value === "number") {
      const near = nearest(spec, value);
      const words = `${spec.label} = ${field(value)} is not solved in this page`;
      if (field(near) !== field(value)) this.note = `${words}; the nearest, ${field(near)}, is shown.`;
      model.set("value", near);
    } else if (!known) {
      model.set("error", `${spec.name} must be a number, got ${JSON.stringify(value)}.`);
      this.say({ kind: "error", text: model.get("error"), detail: "" });
      return;
    }
    this.ask();
  }

  // Show the point of the knobs as they stand; of several requests only the newest counts.
  async ask() {
    const number = (this.asked += 1);
    const k = this.lattice.place(this.settings);
    this.sort(k);
    this.cross();
    const point = await this.lattice.point(k);
    if (number !== this.asked) return;
    const { ticks = {} } = point.told;
    for (const [name, model] of this.knobs) model.set("tick", ticks[name] ?? null);
    if (point.error !== undefined) {
      this.say({ kind: "error", text: point.error, detail: "" }); // the picture stays
    } else {
      if (!this.shown) this.open(point.spec.clock.values.length);
      this.shown = point;
      this.stage.values.link = this.own(this.settings);
      this.stage.values.at = this.settings;
      this.stage.set("moving", point.buffers);
      this.stage.set("spec", point.spec);
      this.say({ ...READY, text: this.note });
    }
    this.root.dataset.setting = String(k);
  }

  /** @param {number} frames */
  open(frames) {
    const { frame = 0 } = this.index.state;
    this.stage.values.frame = Math.min(Math.max(frame < 0 ? frame + frames : frame, 0), frames - 1);
  }

  /** @param {{ kind: string, text: string, detail: string }} status */
  say(status) { this.stage.set("status", status); }

  // Hide the knobs, and the options, that have no effect where the others stand.
  /** @param {number} k */
  sort(k) {
    const idle = this.index.idle[this.index.idleAt[k]];
    let more = 0;
    for (const [name, model] of this.knobs) {
      const { apart, primary } = model.get("spec");
      model.set("idle", idle.includes(name));
      model.set("without", this.settings[apart] ?? null);
      if (!primary && !idle.includes(name)) more += 1;
    }
    this.actions.set("more", more);
  }

  /** @param {string} what */
  press(what) {
    if (what === "copy") this.copy();
    else this.reset();
  }

  reset() {
    for (const [name, value] of Object.entries(this.lattice.settings(this.index.start))) {
      const model = /** @type {PlainModel} */ (this.knobs.get(name));
      model.set("error", "");
      model.set("value", value);
    }
    this.note = "";
    this.ask();
  }

  copy() {
    const [before, after] = this.shown?.told.code ?? ["", ""];
    const frame = Math.round(this.stage.get("frame"));
    this.stage.tell("msg:custom", { kind: "copy", text: `${before}${frame}${after}` });
    this.say({ ...READY, text: "copied the Python of this picture" });
  }
}

/** @type {Map<string, Promise<unknown>>} */
const scripts = new Map();

// A script beside the page, once; a page that is opened from a file may not fetch.
/** @param {string} src @returns {Promise<unknown>} */
function loaded(src) {
  const found = scripts.get(src) ?? new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = src;
    script.onload = resolve;
    script.onerror = () => reject(new Error(`${src} is missing beside this page.`));
    document.head.append(script);
  });
  scripts.set(src, found);
  return found;
}

// plotly.js: inside the page, compressed, or a file beside it.
/** @returns {Promise<any>} */
async function plotly() {
  const place = /** @type {HTMLScriptElement} */ (document.querySelector("script[data-cl=plotly]"));
  if (place.dataset.from) {
    await loaded(place.dataset.from);
    return /** @type {any} */ (globalThis).Plotly;
  }
  const source = await inflated(bytesOf(place.textContent.trim()), "gzip");
  const url = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
  return (await import(url)).default;
}

/** @type {Promise<any> | undefined} */
let kit;
const loadPlotly = () => (kit ??= plotly());

// What a stage holds: inside its element, or in a script beside the page.
/** @param {HTMLElement} root @returns {Promise<[PageIndex, string, string]>} */
async function held(root) {
  const { from, stage } = root.dataset;
  if (from === undefined) {
    const [index, data, cells] = [...root.querySelectorAll("script")].map((s) => s.textContent);
    return [JSON.parse(index), data.trim(), cells?.trim() ?? ""];
  }
  await loaded(from);
  return /** @type {any} */ (globalThis).convexlabStages[/** @type {string} */ (stage)];
}

/** @type {Map<HTMLElement, Promise<PageView | null>>} */
const views = new Map();

// The dashboard of an element, made once; null where its data are lost, which it says.
/** @param {HTMLElement & { convexlab?: PageView }} root */
function viewOf(root) {
  const found = views.get(root) ?? held(root).then((data) => (
    root.convexlab = new PageView(root, ...data, loadPlotly)
  )).catch((error) => {
    const words = node("p", "cl-status cl-is-error", error.message);
    words.setAttribute("role", "status");
    root.append(words);
    return null;
  });
  views.set(root, found);
  return found;
}

// Where the address names a state, its stage shows that first.
/** @type {Promise<void>} */
let followed = Promise.resolve();

/** @param {HTMLElement} root */
async function begin(root) {
  const view = await viewOf(root);
  await followed;
  if (view && !view.asked) await view.ask();
}

// The page around may still take stages away, such as all but one in a frame.
const complete = () => new Promise((resolve) => {
  if (document.readyState !== "loading") resolve(undefined);
  else document.addEventListener("DOMContentLoaded", resolve);
});

// Start the dashboards of the page, each when it comes near to sight; all of them for the printer.
export function startAll() {
  /** @type {HTMLElement[]} */
  const roots = [...document.querySelectorAll(/** @type {"div"} */ (".cl-page"))];
  const observer = new IntersectionObserver((seen) => {
    for (const one of seen) {
      if (!one.isIntersecting) continue;
      observer.unobserve(one.target);
      begin(/** @type {HTMLElement} */ (one.target));
    }
  }, { rootMargin: "800px 0px" });
  const link = () => follow(location.hash.slice(1), roots.filter((one) => one.isConnected), viewOf);
  followed = complete().then(link);
  window.addEventListener("hashchange", link);
  for (const root of roots) observer.observe(root);
  const dress = () => roots.forEach((root) => root.classList.toggle("cl-dark", isDark()));
  watchTheme(dress); // those that have not begun as well
  dress();
  window.addEventListener("beforeprint", () => roots.forEach(begin));
}
