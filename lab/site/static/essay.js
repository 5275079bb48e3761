// Prose next to a pinned picture: each step, link and number of the prose changes the picture, and
// the picture updates the numbers. Links are parsed by name and checked; none is evaluated.

import { Polygon } from "./polygon.js";

/**
 * @typedef {{
 *   at: string, knobs: Record<string, number>, frame: number | null, panel: string,
 *   flags: string[],
 * }} View
 */

const LINK = /^#([a-z][\w/-]*)\?([\w=&.-]+)$/;
const NUMBER = /^-?\d{1,9}(\.\d{1,9})?$/;
const FLAGS = ["play", "predict"];
const PIXELS = 9; // of a drag, for one step of a number

/**
 * What a link of the prose shows; null where the text is no such link.
 * @param {string} text with its # @returns {View | null}
 */
export function viewOf(text) {
  const found = LINK.exec(text);
  if (!found) return null;
  /** @type {View} */
  const view = { at: found[1], knobs: {}, frame: null, panel: "", flags: [] };
  for (const part of found[2].split("&")) {
    const [name, value, ...more] = part.split("=");
    if (!name || value === undefined || more.length) return null;
    if (name === "panel") view.panel = value;
    else if (FLAGS.includes(name) && value === "1") view.flags.push(name);
    else if (!NUMBER.test(value)) return null;
    else if (name === "frame") view.frame = Number(value);
    else view.knobs[name] = Number(value);
  }
  const { frame } = view;
  return frame !== null && (!Number.isInteger(frame) || frame < -1) ? null : view;
}

/**
 * The step that is being read: the last that begins above a line.
 * @param {number[]} tops @param {number} line
 */
export const stepAt = (tops, line) => Math.max(0, tops.filter((top) => top <= line).length - 1);

const isCalm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** @param {number} v */
const words = (v) => String(Number(v.toPrecision(2))).replace("-", "−");

/** The picture of an address, in a page without a kernel. */
class Scene {
  asked = 0;

  /** @param {any} root the element of its page @param {() => void} moved */
  constructor(root, moved) {
    this.root = root;
    this.moved = moved;
    /** @type {Promise<void>} */
    this.ready = new Promise((resolve) => {
      const check = () => {
        if (!root.convexlab?.shown || !root.querySelector(".cl-stage[data-painted]")) return;
        watcher.disconnect();
        this.player.join({ model: this.view.model, follow: moved });
        this.view.model.on("change:states", moved);
        this.view.model.on("change:spec", moved);
        resolve(undefined);
        moved();
      };
      const watcher = new MutationObserver(check);
      const attributeFilter = ["data-setting", "data-painted"];
      watcher.observe(root, { subtree: true, attributeFilter });
      check();
    });
  }

  get view() { return this.root.convexlab; }
  get player() { return this.root.querySelector(".cl-stage").convexlab.player; }
  get spec() { return this.view?.shown?.spec; }

  // The values of a number of the prose, in rising order.
  /** @param {string} name @returns {number[]} */
  values(name) {
    if (name === "frame") return Array.from({ length: this.player.last + 1 }, (_, k) => k);
    return this.view.lattice.values(name) ?? [];
  }

  /** @param {string} name @returns {number} */
  value(name) { return name === "frame" ? this.player.frame : this.view.settings[name]; }

  /** @param {string} name @param {number} value */
  async set(name, value) {
    this.player.pause();
    if (name === "frame") this.player.go(value);
    else {
      this.view.set({ [name]: value });
      await this.view.ask();
    }
  }

  get caption() {
    const [first] = (this.spec?.captions[this.player.frame] ?? "").split("\n");
    return first;
  }

  /** @param {View} view */
  async show({ knobs, frame, panel, flags }) {
    const number = (this.asked += 1);
    await this.ready;
    const state = this.view.stateWith({ ...this.view.settings, ...knobs });
    const k = this.view.lattice.place(this.view.settingsOf(state));
    const point = k < 0 ? null : await this.view.lattice.point(k);
    const last = (point?.spec?.clock.values.length ?? 1) - 1;
    state.frame = frame === null ? Math.min(this.player.frame, last) : frame < 0 ? last : frame;
    state.predict = flags.includes("predict");
    const why = await this.view.refusalOf(state);
    if (number !== this.asked) return;
    this.player.pause();
    if (why) {
      await this.view.showRefusal(why);
      return;
    }
    await this.view.showState(state);
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    if (number !== this.asked) return; // a newer request was made meanwhile
    this.player.go(state.frame);
    this.showPanel(panel);
    if (flags.includes("play") && !isCalm()) this.player.play();
  }

  /** @param {string} key */
  showPanel(key) {
    const pinned = this.root.closest(".essay-pinned");
    let top = 0;
    for (const one of this.root.querySelectorAll(".cl-panel[data-key]")) {
      const pointed = one.dataset.key === key;
      one.classList.toggle("essay-pointed", pointed && !one.closest(".cl-heroes"));
      if (!pointed || one.closest(".cl-heroes")) continue;
      document.getElementById(one.getAttribute("aria-labelledby") ?? "")?.click();
      top = one.getBoundingClientRect().top - this.root.getBoundingClientRect().top - 40;
    }
    this.scrollTo(pinned, top);
  }

  // Near the end of its scroll range the picture moves its player too, whose last row would then be
  // visible in part: the scroll stops while that row is still below the window.
  /** @param {HTMLElement} pinned @param {number} top */
  scrollTo(pinned, top) {
    const dock = this.root.querySelector(".cl-dock");
    const foot = () => dock.getBoundingClientRect().bottom;
    pinned.scrollTop = 0;
    const low = foot();
    pinned.scrollTop = top;
    const risen = low - foot();
    const sunk = parseFloat(getComputedStyle(dock).getPropertyValue("--cl-sunk")) || 0;
    if (risen < sunk) pinned.scrollTop -= risen;
  }
}

class Drawing {
  /** @param {HTMLElement} root @param {() => void} moved */
  constructor(root, moved) {
    this.root = root;
    this.caption = "";
    this.polygon = new Polygon(root, (said) => {
      this.caption = said;
      moved();
    });
  }

  /** @param {string} _name */
  values(_name) { return Array.from({ length: 360 }, (_, k) => k); }

  /** @param {string} _name */
  value(_name) { return this.polygon.angle; }

  /** @param {string} _name @param {number} value */
  set(_name, value) { this.polygon.turn(value); }

  /** @param {View} view */
  show({ knobs: { angle } }) {
    if (angle !== undefined) this.polygon.turn(Math.round(angle) % 360);
  }
}

class EssayView {
  step = -1;

  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    /** @type {Map<string, any>} */
    this.stages = new Map();
    /** @type {HTMLElement[]} */
    this.steps = [...root.querySelectorAll(/** @type {"div"} */ (".essay-step"))];
    for (const place of root.querySelectorAll(/** @type {"div"} */ (".essay-stage"))) {
      const at = place.dataset.at ?? "";
      const refresh = () => this.refresh(at);
      const page = place.querySelector(".cl-page");
      this.stages.set(at, page ? new Scene(page, refresh) : new Drawing(place, refresh));
      this.refresh(at);
    }
    root.addEventListener("click", (event) => this.follow(event));
    for (const one of this.numbers) this.offer(one);
    const update = () => {
      requestAnimationFrame(() => this.check());
    };
    window.addEventListener("scroll", update, { passive: true });
    window.addEventListener("resize", update);
    this.check();
  }

  /** @returns {HTMLElement[]} */
  get numbers() { return [...this.root.querySelectorAll(/** @type {"div"} */ (".essay-number"))]; }

  // Which step is being read; when it changes, the picture is that of its head.
  check() {
    const pinned = this.root.querySelector(".essay-pinned")?.getBoundingClientRect();
    const isAbove = getComputedStyle(this.root).getPropertyValue("--essay-above").trim() === "1";
    const from = isAbove ? Math.max(pinned?.bottom ?? 0, 0) : 0;
    const line = from + 0.4 * (window.innerHeight - from);
    const step = stepAt(this.steps.map((one) => one.getBoundingClientRect().top), line);
    if (step === this.step) return;
    this.step = step;
    for (const [k, one] of this.steps.entries()) one.classList.toggle("essay-now", k === step);
    this.show(this.steps[step]?.dataset.view ?? "");
  }

  /** @param {string} text of a link */
  show(text) {
    const view = viewOf(text);
    const stage = view && this.stages.get(view.at);
    if (!stage) return;
    for (const place of this.root.querySelectorAll(/** @type {"div"} */ (".essay-stage"))) {
      place.classList.toggle("essay-away", place.dataset.at !== view.at);
    }
    stage.show(view);
  }

  /** @param {Event} event */
  follow(event) {
    const link = /** @type {Element} */ (event.target).closest(".essay-link");
    if (!link) return;
    event.preventDefault();
    this.show(link.getAttribute("href") ?? "");
  }

  // The numbers in the prose are those of the picture.
  /** @param {string} at */
  refresh(at) {
    const stage = this.stages.get(at);
    if (!stage || (stage instanceof Scene && !stage.spec)) return;
    for (const one of this.numbers) {
      if (one.dataset.at !== at) continue;
      const { knob = "" } = one.dataset;
      const [value, values] = [stage.value(knob), stage.values(knob)];
      one.textContent = words(value);
      const said = { now: value, min: values[0], max: values.at(-1), text: words(value) };
      for (const [name, what] of Object.entries(said)) {
        one.setAttribute(`aria-value${name}`, String(what));
      }
    }
    const place = at === "draw" ? "program" : "caption";
    for (const one of this.root.querySelectorAll(`[data-said=${place}]`)) {
      one.textContent = stage.caption || "…";
    }
  }

  // A number takes one value after another: by arrow keys, Home and End, and by dragging.
  /** @param {HTMLElement} one */
  offer(one) {
    const { at = "", knob = "" } = one.dataset;
    /** @param {(k: number, last: number) => number} to */
    const move = (to) => {
      const stage = this.stages.get(at);
      if (!stage || (stage instanceof Scene && !stage.spec)) return;
      this.reveal(at);
      const [values, value] = [stage.values(knob), stage.value(knob)];
      const last = values.length - 1;
      const k = Math.min(last, Math.max(0, to(values.indexOf(value), last)));
      stage.set(knob, values[k]);
    };
    /** @type {Record<string, (k: number, last: number) => number>} */
    const keys = {
      ArrowUp: (k) => k + 1, ArrowRight: (k) => k + 1,
      ArrowDown: (k) => k - 1, ArrowLeft: (k) => k - 1,
      PageUp: (k) => k + 10, PageDown: (k) => k - 10, Home: () => 0, End: (_, last) => last,
    };
    one.addEventListener("keydown", (event) => {
      if (!keys[event.key]) return;
      event.preventDefault();
      event.stopPropagation();
      move(keys[event.key]);
    });
    one.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      one.focus({ preventScroll: true });
      one.setPointerCapture(event.pointerId);
      let before = event.clientX;
      const drag = (/** @type {PointerEvent} */ now) => {
        const steps = Math.trunc((now.clientX - before) / PIXELS);
        if (!steps) return;
        before += steps * PIXELS;
        move((k) => k + steps);
      };
      const end = () => {
        one.removeEventListener("pointermove", drag);
        one.removeEventListener("pointerup", end);
        one.removeEventListener("pointercancel", end);
      };
      one.addEventListener("pointermove", drag);
      one.addEventListener("pointerup", end);
      one.addEventListener("pointercancel", end);
    });
  }

  // A number changes the picture that depends on it, so that picture is shown.
  /** @param {string} at */
  reveal(at) {
    for (const place of this.root.querySelectorAll(/** @type {"div"} */ (".essay-stage"))) {
      place.classList.toggle("essay-away", place.dataset.at !== at);
    }
  }
}

export function startEssay() {
  // In a frame of a notebook the theme is that of the notebook.
  try {
    const around = window.frameElement?.ownerDocument.body;
    const take = () => {
      const light = around?.dataset.jpThemeLight;
      if (light) document.documentElement.dataset.clTheme = light === "true" ? "light" : "dark";
    };
    take();
    const watched = { attributeFilter: ["data-jp-theme-light"] };
    if (around) new MutationObserver(take).observe(around, watched);
  } catch { /* the page around is of another origin */ }
  /** @type {HTMLElement | null} */
  const root = document.querySelector(".essay");
  if (root) new EssayView(root);
}
