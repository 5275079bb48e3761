// One control for every kind of knob.

import { node, say as sayIn, svg, uniqueId } from "./dom.js";
import { withFile } from "./file.js";
import { ASLEEP } from "./kernel.js";
import { loopButton } from "./slider-loop.js";
import { scale } from "./scale.js";
import { sender } from "./sender.js";
import { keepKeys } from "./shortcuts.js";
import { field } from "./text.js";
import { clamp, same } from "./values.js";

/** @import { Knobs } from "./knobs.js" */
/** @import { Attributes, Control, KnobSpec, Line, Painted, Preview } from "./types.js" */
/** @import { Sender, KnobState } from "./types.js" */

/** @typedef {Sender & { prefetch(values: () => unknown[]): void }} Output */
/** @typedef {(spec: KnobSpec, id: string, described: Attributes, out: Output) => Control} Maker */

const MAX_POSITIONS = 240; // positions of a slider for which the kernel is asked, at most
const FIRST_GRAIN = 32; // times the finest: few positions, computed first

const MAX_DOTS = 32; // more of them would be a line

// "λ_max" is set with a subscript; words with underscores stay as they are.
/** @param {string} text */
function typeset(text) {
  const nodes = [];
  let end = 0;
  for (const hit of text.matchAll(/(?<![\p{L}\d_])(\p{L})_(\p{L}+|\d+)(?![\p{L}\d_])/gu)) {
    nodes.push(text.slice(end, hit.index) + hit[1], node("sub", {}, hit[2]));
    end = hit.index + hit[0].length;
  }
  return [...nodes, text.slice(end)];
}

// A value from Python as words: NaN, infinities and objects arrive as {text}.
/** @param {any} value */
function words(value) {
  if (typeof value === "number") return field(value);
  if (value === null || value === undefined) return "";
  return typeof value === "object" && "text" in value ? value.text : String(value);
}

// What was typed: a number where it is one, else the text as it is, so that Python can name it.
/** @param {string} text */
function typed(text) {
  const number = Number(text.trim());
  return text.trim() !== "" && Number.isFinite(number) ? number : text;
}

/** @param {KnobSpec} spec @param {string} id */
function heading(spec, id) {
  return node("label", { class: "cl-label", for: id }, ...typeset(spec.label));
}

// Enter or leaving the field; browsers do not agree on whether Enter alone is a change.
/** @param {HTMLInputElement} box @param {() => void} commit */
function onCommit(box, commit) {
  box.addEventListener("change", commit);
  box.addEventListener("keydown", (event) => {
    if (event.key === "Enter") commit();
  });
}

/** @type {Maker} */
function numberControl(spec, id, described, out) {
  const { steps, share, value } = scale(spec);
  let hasPicture = false; // whether there is a picture, whose value is shown as well
  const box = node("input", {
    id, class: "cl-number", type: "text", inputmode: "decimal", autocomplete: "off",
    spellcheck: "false", ...described,
  });
  const slider = node("input", {
    class: "cl-range", type: "range", min: 0, max: steps, step: 1,
    "aria-label": `${spec.label}, slider`, ...described,
  });
  const mark = node("span", { class: "cl-mark", "aria-hidden": "true" });
  const note = node("span", { class: "cl-tick" });
  const track = node("div", { class: "cl-slide" }, slider, mark);
  const under = node("span");
  const ahead = node("span", { class: "cl-ahead", "aria-hidden": "true" }, under);
  let shown = "";
  let dragging = false;

  /** @param {any} v */
  const say = (v) => {
    shown = words(v);
    box.value = shown;
    box.style.width = `${clamp(shown.length, 4, 12) + 2}ch`;
  };
  /** @param {number} v */
  const point = (v) => {
    slider.setAttribute("aria-valuetext", words(v));
    slider.style.setProperty("--part", String(clamp(share(v), 0, 1)));
  };
  /** @param {any} v */
  const display = (v) => {
    if (dragging) return; // the pointer is ahead of the values that were sent
    say(v);
    if (typeof v !== "number") return;
    point(v);
    slider.value = String(Math.round(clamp(share(v), 0, 1) * steps));
  };
  // The value under the pointer, next to that of the picture, while it has no picture yet.
  const lead = () => {
    const there = words(value(Number(slider.value)));
    const leads = dragging && there !== shown ? there : "";
    sayIn(under, leads);
    ahead.style.minWidth = `${leads.length}ch`;
  };
  // A picture of this value is painted.
  /** @param {any} v */
  const picture = (v) => {
    hasPicture = true;
    if (!dragging) return;
    say(v);
    lead();
  };
  slider.addEventListener("input", () => {
    dragging = true;
    const v = value(Number(slider.value));
    out.send(v, false); // which may paint a picture, before anything here is to be laid out
    point(v);
    if (!hasPicture) say(v);
    lead();
  });
  const settle = () => {
    if (!dragging) return;
    dragging = false;
    display(value(Number(slider.value)));
    lead();
    out.finish();
  };
  // The values that it may have, coarse to fine, of each grain those near to it first.
  const prefetch = () => out.prefetch(() => (
    positions(steps, Number(slider.value)).map((position) => value(position))));
  slider.addEventListener("pointerenter", prefetch);
  slider.addEventListener("focus", prefetch);
  // A key that is held down counts as a drag.
  let pressed = false;
  slider.addEventListener("keydown", () => { pressed = true; });
  slider.addEventListener("keyup", () => {
    pressed = false;
    settle();
  });
  slider.addEventListener("change", () => { if (!pressed) settle(); });
  // Back where it began, the browser reports no change, nor where it takes a finger's stroke.
  for (const end of ["pointerup", "touchend", "pointercancel", "touchcancel"]) {
    slider.addEventListener(end, settle);
  }
  slider.addEventListener("blur", () => {
    pressed = false;
    settle();
  });
  onCommit(box, () => {
    if (box.value === shown) return;
    const v = typed(box.value);
    display(v);
    out.send(v);
  });
  box.addEventListener("keydown", (event) => {
    if (event.key === "Escape") box.value = shown;
  });

  /** @param {[unknown, string] | null} given */
  const tick = (given) => {
    const at = given && typeof given[0] === "number" ? share(given[0]) : NaN;
    const inside = at >= 0 && at <= 1;
    mark.hidden = note.hidden = !inside;
    note.replaceChildren();
    if (given && inside) note.append(...typeset(given[1]));
    for (const one of [mark, note]) one.style.setProperty("--at", String(at));
  };
  const around = value(steps) === spec.high ? steps : steps + 1; // the end equals the beginning
  const round = spec.periodic ? [loopButton(slider, box, spec.label, around)] : [];
  const row = node("div", { class: "cl-row" }, heading(spec, id), ...round, ahead, box);
  const dots = spec.stops && stopDots(spec.stops, share);
  if (dots) track.append(dots);
  return { nodes: [row, track, note], inputs: [box, slider], display, tick, picture };
}

// Positions of a slider, some 240 at most, evenly over 0..steps, coarse to fine, those near to
// `here` first.
/** @param {number} steps @param {number} here */
export function positions(steps, here) {
  const finest = Math.max(1, Math.ceil(steps / MAX_POSITIONS));
  const found = new Set([0, steps].sort((a, b) => Math.abs(a - here) - Math.abs(b - here)));
  for (let grain = FIRST_GRAIN * finest; grain >= finest; grain /= 2) {
    const level = Array.from({ length: Math.floor(steps / grain) + 1 }, (_, i) => i * grain);
    level.sort((a, b) => Math.abs(a - here) - Math.abs(b - here)).forEach((p) => found.add(p));
  }
  return [...found];
}

// Dots at the values that a slider can have, if it cannot have all.
/** @param {number[]} stops @param {(value: number) => number} share */
function stopDots(stops, share) {
  const dots = node("div", { class: "cl-stops", "aria-hidden": "true" });
  for (const stop of stops.length <= MAX_DOTS ? stops : []) {
    const dot = dots.appendChild(node("span"));
    dot.style.setProperty("--at", String(share(stop)));
  }
  return dots;
}

/** @type {Maker} */
function choiceControl(spec, id, described, out) {
  const select = node("select", { id, class: "cl-select", ...described },
    ...spec.options.map((o, i) => node("option", { value: i }, o.words)));
  select.addEventListener("change", () => out.send(spec.options[select.selectedIndex].value));
  /** @param {any} v */
  const display = (v) => {
    select.selectedIndex = spec.options.findIndex((o) => same(o.value, v));
  };
  return { nodes: [heading(spec, id), select], inputs: [select], display };
}

/** @type {Maker} */
function switchControl(spec, id, described, out) {
  const box = node("input", { id, type: "checkbox", ...described });
  box.addEventListener("change", () => out.send(box.checked));
  const label = node("label", { class: "cl-check", for: id }, box, node("span", {}, ...typeset(spec.label)));
  return { nodes: [label], inputs: [box], display: (v) => { box.checked = v === true; } };
}

/** @type {Record<string, string>} */
const DASHES = { solid: "", dash: "6 4", dot: "2 3", dashdot: "6 3 2 3", longdash: "10 4" };

/** @param {Line} line */
function lineSample({ light, dark, dash }) {
  const line = svg("line", {
    x1: 0, y1: 5, x2: 20, y2: 5, "stroke-width": 3, "stroke-dasharray": DASHES[dash],
  });
  const about = { class: "cl-sample", width: 20, height: 10, viewBox: "0 0 20 10" };
  const sample = svg("svg", { ...about, "aria-hidden": "true" }, line);
  sample.style.setProperty("--light", light);
  sample.style.setProperty("--dark", dark);
  return sample;
}

/** @type {Maker} */
function severalControl(spec, id, described, out) {
  const boxes = spec.options.map(() => node("input", { type: "checkbox" }));
  const labels = spec.options.map(({ line, words: name }, i) => (
    node("label", "cl-check", boxes[i], line && lineSample(line), node("span", "", name))));
  const group = node("fieldset", { class: "cl-several", id, ...described },
    node("legend", "cl-label", ...typeset(spec.label)), ...labels);
  group.addEventListener("change", () => (
    out.send(spec.options.filter((_, i) => boxes[i].checked).map((one) => one.value))));
  /** @param {any} v */
  const display = (v) => {
    const chosen = Array.isArray(v) ? v : [];
    spec.options.forEach(({ value }, i) => {
      boxes[i].checked = chosen.some((one) => same(one, value));
    });
  };
  // One option is the method that the picture is about: it is not its own rival.
  /** @param {unknown} option */
  const hideOption = (option) => spec.options.forEach((o, i) => {
    const isOwn = option !== null && same(o.value, option);
    labels[i].hidden = isOwn;
  });
  return { nodes: [group], inputs: [group, ...boxes], display, hideOption };
}

/** @type {Maker} */
function textControl(spec, id, described, out) {
  const box = node("input", {
    id, class: "cl-text", type: "text", autocomplete: "off", spellcheck: "false", ...described,
  });
  onCommit(box, () => out.send(box.value));
  /** @param {any} v */
  const display = (v) => { box.value = words(v); };
  return { nodes: [heading(spec, id), box], inputs: [box], display };
}

/** @type {Record<string, Maker>} */
const CONTROLS = {
  linear: numberControl, log: numberControl, integer: numberControl, choice: choiceControl,
  switch: switchControl, several: severalControl, text: textControl, file: textControl,
  edits: textControl,
};

/** The control of one knob, in an element. */
export class KnobView {
  /** @type {Partial<KnobState>} */
  shown = {};
  asleep = "";

  /**
   * @param {Knobs} knobs @param {KnobSpec} spec @param {HTMLElement} el
   */
  constructor(knobs, spec, el) {
    this.knobs = knobs;
    this.spec = spec;
    this.el = el;
    const id = uniqueId("cl-knob");
    const help = spec.help && node("span", { id: `${id}-help`, class: "cl-hidden" }, spec.help);
    this.reason = node("span", { id: `${id}-error`, class: "cl-hidden" });
    const described = { title: spec.help, "aria-describedby": help ? help.id : null };
    const out = this.out = sender(knobs, spec);
    /** @type {Output} */
    const output = { ...out, prefetch: (values) => knobs.prefetch(spec.name, values) };
    const plain = CONTROLS[spec.kind](spec, id, described, output);
    this.control = spec.kind === "file" ? withFile(plain, spec, id, knobs.model) : plain;
    el.classList.add("cl-knob", `cl-knob-${spec.kind}`);
    el.classList.toggle("cl-primary", spec.primary);
    el.dataset.name = spec.name;
    keepKeys(el, ...this.control.inputs);
    el.replaceChildren(...this.control.nodes, ...(help ? [help] : []), this.reason);
    this.show();
  }

  // Show what has changed in its state.
  show() {
    const { shown, control } = this;
    const state = this.shown = this.knobs.states[this.spec.name] ?? { value: null };
    /** @param {keyof KnobState} part */
    const isNew = (part) => !("value" in shown) || !same(shown[part], state[part]);
    if (isNew("value")) {
      control.display(state.value);
      this.out.reset(state.value);
    }
    if (isNew("tick")) control.tick?.(state.tick ?? null);
    if (isNew("preview")) control.preview?.(/** @type {Preview} */ (state.preview ?? {}));
    if (isNew("without")) control.hideOption?.(state.without ?? null);
    this.el.classList.toggle("cl-idle", Boolean(state.idle));
    this.el.classList.toggle("cl-waits", this.knobs.waits(this.spec.name));
    if (isNew("locked") || isNew("error")) this.explain();
  }

  // Why it cannot be changed, if it cannot, and what is wrong with its value.
  explain() {
    const { locked, error = "" } = this.shown;
    const why = locked || this.asleep;
    this.reason.textContent = error;
    this.el.classList.toggle("cl-locked", Boolean(why));
    this.el.classList.toggle("cl-wrong", error !== "");
    for (const one of this.control.inputs) {
      one.toggleAttribute("disabled", Boolean(why));
      one.setAttribute("aria-invalid", String(error !== ""));
      if (error) one.setAttribute("aria-errormessage", this.reason.id);
      else one.removeAttribute("aria-errormessage");
      one.title = error || why || this.spec.help;
    }
  }

  /** @param {boolean} answers whether a kernel does */
  setAnswering(answers) {
    this.asleep = answers ? "" : ASLEEP;
    this.explain();
  }

  // A picture is painted: its own marks come with one from the page's cache.
  /** @param {Painted} picture */
  painted({ at, ticks, answer }) {
    const { name } = this.spec;
    if (!(name in at)) return;
    if (answer) this.out.painted(answer[name]);
    this.control.picture?.(at[name]);
    this.control.tick?.((ticks ? ticks[name] : this.shown.tick) ?? null);
  }
}
