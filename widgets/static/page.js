// Dashboards in a page without a kernel: the stage, and knobs that move between settings that were
// solved in advance.

import { bytesOf, inflated } from "./bytes.js";
import { render } from "./dashboard.js";
import { node } from "./dom.js";
import { openLink } from "./open-link.js";
import { Lattice } from "./lattice.js";
import { refusal } from "./link.js";
import { PlainModel } from "./model.js";
import { scale } from "./scale.js";
import { spaceIn } from "./sources.js";
import { field } from "./text.js";
import { isDark, watchTheme } from "./theme.js";
import { clamp, same } from "./values.js";

/** @import { KnobSpec, MapIndex, PageIndex, PointSpec, KnobState } from "./types.js" */

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
  if (Number.isNaN(at)) return stops[0]; // it is not on a logarithmic scale
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
   * @param {HTMLElement} root @param {PageIndex} index @param {string} data
   * @param {string} mapData of the map, if there is one @param {() => Promise<any>} loadSpace
   */
  constructor(root, index, data, mapData, loadSpace) {
    this.root = root;
    const { start, frame } = root.dataset; // what it shows at first, if not the stage's own
    this.index = {
      ...index, start: Number(start ?? index.start),
      state: { ...index.state, ...(frame !== undefined && { frame: Number(frame) }) },
    };
    this.lattice = new Lattice(this.index, data);
    const first = this.lattice.settings(this.index.start);
    this.specs = new Map(this.index.knobs.map(({ spec }) => [spec.name, spec]));
    /** @type {Record<string, KnobState>} */
    this.states = Object.fromEntries(this.index.knobs.map(({ spec: { name }, value, locked }) => (
      [name, { value: first[name] ?? value, locked, followed: true }])));
    this.model = new PlainModel({
      spec: {}, constant: {}, moving: {}, themes: this.index.themes, status: READY, frame: 0,
      uid: `page-${(count += 1)}`, link: this.stateWith({}), room: JSON.parse(root.dataset.room ?? "null"),
      // What cannot be changed here is not shown.
      knobs: this.index.knobs.filter(({ locked }) => !locked).map(({ spec }) => spec),
      states: this.states, unfolded: false, solved: true,
      head: { copies: this.index.copies, note: this.index.note },
      ...this.viewTraits(this.index.state),
    }, { sent: (content) => this.receive(content) });
    render({ model: this.model, el: root }, loadSpace);
    if (this.index.map) this.showMap(this.index.map, mapData, loadSpace);
  }

  // What a user does.
  /** @param {any} content */
  receive({ kind, knob, value, turn, what, frame }) {
    if (kind === "turn") this.turned(knob, value, turn);
    else if (kind === "press" && what === "copy") this.copy(frame);
    else if (kind === "press") this.reset();
  }

  // Set the values of knobs; `turn` identifies the turn that caused it.
  /** @param {Record<string, unknown>} values @param {string} [turn] */
  set(values, turn) {
    for (const [name, value] of Object.entries(values)) {
      this.states = { ...this.states, [name]: { ...this.states[name], value, error: "", turn } };
    }
    this.model.set("states", this.states);
  }

  // What the stage shows of a state: the viewpoint, and whether for a lecture.
  /** @param {Record<string, any>} state */
  viewTraits({ predict = false, projector = false, zoom, camera }) {
    return { predict, projector, viewpoint: { ...(zoom && { zoom }), ...(camera && { camera }) } };
  }

  // The state of the page at the present values of its knobs; without an address there are no
  // links.
  /** @param {Record<string, unknown>} settings @returns {Record<string, any> | null} */
  stateWith(settings) {
    const { state } = this.index;
    return state.at ? { ...state, knobs: { ...state.knobs, ...settings } } : null;
  }

  // Why this stage cannot show the state of a link, "" where it can.
  /** @param {Record<string, any>} state */
  async refusalOf(state) {
    const settings = this.settingsOf(state);
    const k = this.lattice.place(settings);
    if (k < 0) return "The link's setting is not solved in this page.";
    const point = await this.lattice.point(k);
    return point.error ?? refusal(state, this.stateWith(settings) ?? {}, point.spec);
  }

  // The settings, with the varied knobs at the values of a state.
  /** @param {Record<string, any>} state @returns {Record<string, unknown>} */
  settingsOf(state) {
    const varied = this.index.axes.map(([name]) => [name, state.knobs?.[name]]);
    return { ...this.settings, ...Object.fromEntries(varied) };
  }

  // Show the state of a link, whole.
  /** @param {Record<string, any>} state */
  async showState(state) {
    const [first, frame] = [!this.shown, state.frame ?? 0];
    this.index.state.frame = frame;
    this.set(this.settingsOf(state));
    await this.ask();
    if (!first) this.model.set("frame", frame);
    for (const [name, value] of Object.entries(this.viewTraits(state))) this.model.set(name, value);
  }

  // Say why a link is not shown, under the picture that is there.
  /** @param {string} why */
  async showRefusal(why) {
    if (!this.shown) await this.ask();
    this.say({ kind: "error", text: why, detail: "" });
  }

  // The plane of two knobs, under them.
  /** @param {MapIndex} index @param {string} mapData @param {() => Promise<any>} loadSpace */
  async showMap(index, mapData, loadSpace) {
    this.map = new PlainModel({
      spec: {}, constant: {}, moving: {}, themes: this.index.themes, status: READY, frame: 0,
      uid: `map-${count}`, link: null, predict: false, projector: false, viewpoint: {}, crosses: {},
    }, { sent: (content) => this.pressed(index, content) });
    const side = /** @type {HTMLElement} */ (this.root.querySelector(".cl-side"));
    side.classList.add("cl-wide");
    render({ model: this.map, el: side.appendChild(node("div")) }, loadSpace);
    const point = await new Lattice(index, mapData).point(0);
    if (point.error !== undefined) return;
    this.map.set("moving", point.buffers);
    this.map.set("spec", point.spec);
    this.moveCross();
  }

  // The map was clicked: its knobs go to the nearest of their stops.
  /** @param {MapIndex} index @param {any} content */
  pressed(index, { kind, x, y }) {
    if (kind !== "click") return;
    this.note = "";
    this.set(Object.fromEntries([x, y].map((at, i) => {
      const [name, options] = [index.knobs[i], index.options[i]];
      const place = clamp(Math.round(at), 0, (options?.length ?? 1) - 1);
      return [name, options ? options[place] : nearest(this.spec(name), at)];
    })));
    this.ask();
  }

  // The cross of the map is at the values of its knobs.
  moveCross() {
    const { map } = this.index;
    if (!map || !this.map?.get("spec").panels) return;
    const point = map.knobs.map((name, i) => {
      const value = this.settings[name];
      return map.options[i] ? map.options[i].indexOf(value) : value;
    });
    this.map.set("crosses", { [this.map.get("spec").panels[0].key]: point });
  }

  /** @param {string} name */
  spec(name) { return /** @type {KnobSpec} */ (this.specs.get(name)); }

  get settings() {
    return Object.fromEntries(Object.entries(this.states).map(([name, one]) => [name, one.value]));
  }

  // A knob was turned: to one of its values, or, typed, to any other.
  /** @param {string} name @param {any} value @param {string} turn */
  turned(name, value, turn) {
    if (this.states[name].locked) { // an event that no user has caused
      this.set({ [name]: this.states[name].value }, turn);
      return;
    }
    const [spec, values] = [this.spec(name), this.lattice.values(name) ?? []];
    const isStop = values.some((one) => same(one, value));
    this.note = "";
    if (!isStop && typeof value !== "number") {
      const error = `${spec.name} must be a number, got ${JSON.stringify(value)}.`;
      this.states = { ...this.states, [name]: { ...this.states[name], value, error, turn } };
      this.model.set("states", this.states);
      this.say({ kind: "error", text: error, detail: "" });
      return;
    }
    const nearestStop = isStop ? value : nearest(spec, value);
    if (!isStop && field(nearestStop) !== field(value)) {
      const words = `${spec.label} = ${field(value)} is not solved in this page`;
      this.note = `${words}; the nearest, ${field(nearestStop)}, is shown.`;
    }
    this.set({ [name]: nearestStop }, turn);
    this.ask();
  }

  // Show the point of the present values of the knobs; of several requests only the newest counts.
  async ask() {
    const number = (this.asked += 1);
    const k = this.lattice.place(this.settings);
    this.showIdle(this.index.idle[this.index.idleAt[k]]);
    this.moveCross();
    const point = await this.lattice.point(k);
    if (number !== this.asked) return;
    const { ticks = {} } = point.extra;
    this.updateStates((name) => ({ tick: ticks[name] ?? null }));
    if (point.error !== undefined) {
      this.model.set("stale", Boolean(this.shown)); // the picture stays
      this.say({ kind: "error", text: point.error, detail: "" });
    } else {
      if (!this.shown) this.open(point.spec.clock.values.length);
      this.shown = point;
      this.model.values.link = this.stateWith(this.settings);
      this.model.values.at = this.settings;
      this.model.set("stale", false);
      this.model.set("moving", point.buffers);
      this.model.set("spec", point.spec);
      this.say({ ...READY, text: this.note });
    }
    this.root.dataset.setting = String(k);
  }

  /** @param {number} frames */
  open(frames) {
    const { frame = 0 } = this.index.state;
    this.model.values.frame = clamp(frame < 0 ? frame + frames : frame, 0, frames - 1);
  }

  /** @param {{ kind: string, text: string, detail: string }} status */
  say(status) { this.model.set("status", status); }

  // Hide the knobs, and the options, that have no effect at the values of the others.
  /** @param {string[]} idle */
  showIdle(idle) {
    const { settings } = this;
    this.updateStates((name) => ({
      idle: idle.includes(name), without: settings[this.spec(name).apart] ?? null,
    }));
  }

  // Add to the state of every knob.
  /** @param {(name: string) => Partial<KnobState>} more */
  updateStates(more) {
    const all = Object.entries(this.states).map(([name, one]) => [name, { ...one, ...more(name) }]);
    this.states = Object.fromEntries(all);
    this.model.set("states", this.states);
  }

  reset() {
    this.set(this.lattice.settings(this.index.start));
    this.note = "";
    this.ask();
  }

  /** @param {number} frame */
  copy(frame) {
    const [before, after] = this.shown?.extra.code ?? ["", ""];
    const text = `${before}${Math.round(frame)}${after}`;
    this.model.emit("msg:custom", { kind: "copy", text });
    this.say({ ...READY, text: "copied the Python of this picture" });
  }
}

/** @type {Map<string, Promise<unknown>>} */
const scripts = new Map();

// A script next to the page, loaded once; a page that is opened from a file may not fetch.
/** @param {string} src @returns {Promise<unknown>} */
function loaded(src) {
  const found = scripts.get(src) ?? new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = src;
    script.onload = resolve;
    script.onerror = () => reject(new Error(`${src} is missing next to this page.`));
    document.head.append(script);
  });
  scripts.set(src, found);
  return found;
}

// What draws panels in space: inside the page, compressed, or in a file next to it.
/** @returns {Promise<any>} */
async function space() {
  const place = /** @type {HTMLScriptElement} */ (document.querySelector("script[data-cl=space]"));
  if (place.dataset.from) {
    await loaded(place.dataset.from);
    return /** @type {any} */ (globalThis).convexlabSpace;
  }
  const source = await inflated(bytesOf(place.textContent.trim()), "gzip");
  return spaceIn(new TextDecoder().decode(source));
}

/** @type {Promise<any> | undefined} */
let spaceLoading;
const loadSpace = () => (spaceLoading ??= space());

// The data of a stage: inside its element, or in a script next to the page.
/** @param {HTMLElement} root @returns {Promise<[PageIndex, string, string]>} */
async function dataOf(root) {
  const { from, stage } = root.dataset;
  if (from === undefined) {
    const [index, data, mapData] = [...root.querySelectorAll("script")].map((s) => s.textContent);
    return [JSON.parse(index), data.trim(), mapData?.trim() ?? ""];
  }
  await loaded(from);
  return /** @type {any} */ (globalThis).convexlabStages[/** @type {string} */ (stage)];
}

/** @type {Map<HTMLElement, Promise<PageView | null>>} */
const views = new Map();

// The dashboard of an element, made once; null where its data are lost, with a message in the page.
/** @param {HTMLElement & { convexlab?: PageView }} root */
function viewOf(root) {
  const found = views.get(root) ?? dataOf(root).then((data) => (
    root.convexlab = new PageView(root, ...data, loadSpace)
  )).catch((error) => {
    root.append(node("p", { class: "cl-status cl-is-error", role: "status" }, error.message));
    return null;
  });
  views.set(root, found);
  return found;
}

// Where the address names a state, its stage shows that first.
/** @type {Promise<void>} */
let linkOpened = Promise.resolve();

/** @param {HTMLElement} root */
async function begin(root) {
  const view = await viewOf(root);
  await linkOpened;
  if (view && !view.asked) await view.ask();
}

// The page around may still remove stages, such as all but one in a frame.
const complete = () => new Promise((resolve) => {
  if (document.readyState !== "loading") resolve(undefined);
  else document.addEventListener("DOMContentLoaded", resolve);
});

// Start the dashboards of the page, each when it is about to be visible; all of them for printing.
export function startAll() {
  /** @type {HTMLElement[]} */
  const roots = [...document.querySelectorAll(/** @type {"div"} */ (".cl-page"))];
  const observer = new IntersectionObserver((entries) => {
    for (const one of entries) {
      if (!one.isIntersecting) continue;
      observer.unobserve(one.target);
      begin(/** @type {HTMLElement} */ (one.target));
    }
  }, { rootMargin: "800px 0px" });
  const link = () => {
    const present = roots.filter((one) => one.isConnected);
    return openLink(location.hash.slice(1), present, viewOf);
  };
  linkOpened = complete().then(link);
  window.addEventListener("hashchange", link);
  for (const root of roots) observer.observe(root);
  const setTheme = () => roots.forEach((root) => root.classList.toggle("cl-dark", isDark()));
  watchTheme(setTheme); // also for those that have not started
  setTheme();
  window.addEventListener("beforeprint", () => roots.forEach(begin));
}
