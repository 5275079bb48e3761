// A dashboard: a title, knobs and buttons next to a stage; or, without a head, a stage alone. The
// same in a notebook and in a page without a kernel.

import { Actions } from "./actions.js";
import { node } from "./dom.js";
import { JudgeView } from "./judge.js";
import { watchKernel } from "./kernel.js";
import { KnobView } from "./knob.js";
import { foldedCount, Knobs, quickOnes } from "./knobs.js";
import { Pending } from "./pending.js";
import { StageView } from "./stage.js";

/** @import { Context, Handler, Head, KnobSpec, Model, Painted } from "./types.js" */

export class DashboardView {
  /** @type {(() => void)[]} */
  undo = [];
  /** @type {KnobView[]} */
  controls = [];
  answers = true; // whether a kernel answers

  /**
   * @param {Model} model @param {HTMLElement} el @param {() => Promise<any>} loadSpace
   * @param {() => Promise<any>} [loadDraw]
   */
  constructor(model, el, loadSpace, loadDraw) {
    this.model = model;
    this.el = el;
    this.knobs = Knobs.of(model);
    const head = model.get("head");
    const isAlone = !head || !Object.keys(head).length;
    const place = isAlone ? el : this.build(head);
    const painted = (/** @type {Painted} */ picture) => this.painted(picture);
    this.stage = new StageView(model, place, loadSpace, painted, loadDraw);
    this.stage.onProjector = () => this.place();
    this.knobs.join(this);
    this.place();
    this.pending = Pending.of(model);
    this.pending.join(this);
    this.listen("change:states", () => this.knobs.receive(model.get("states")));
    this.undo.push(watchKernel(model, (answers) => this.setAnswering(answers)));
  }

  /** @param {string} event @param {Handler} handler */
  listen(event, handler) {
    this.model.on(event, handler);
    this.undo.push(() => this.model.off(event, handler));
  }

  // Builds all that is around the stage, and returns its element.
  /** @param {Partial<Head>} head */
  build({ title, question, exports = [], note, judges }) {
    const { el, model } = this;
    el.classList.add("cl-dashboard");
    if (title !== undefined) {
      const top = el.appendChild(node("div", "cl-head"));
      const heading = { class: "cl-title", role: "heading", "aria-level": 3 };
      top.append(node("div", heading, title), node("div", "cl-question", question));
    }
    const body = el.appendChild(node("div", "cl-body"));
    if (exports.length || this.specs.length || note) {
      this.side = body.appendChild(node("div", "cl-side"));
      this.rack = this.side.appendChild(node("div", "cl-knobs"));
      if (note) this.side.append(node("p", "cl-solved", note));
      this.actions = new Actions(model, (button) => {
        button.setAttribute("aria-expanded", String(el.classList.toggle("cl-open")));
      }, () => this.stage.report());
      this.side.append(this.actions.el);
      this.fill();
      this.unfold();
      this.listen("change:knobs", () => this.fill());
      this.listen("change:unfolded", () => this.unfold());
      this.embed("beside", this.side, "cl-wide");
    }
    const place = body.appendChild(node("div"));
    if (judges && this.actions) {
      const judge = new JudgeView(model, el, this.actions.el);
      this.listen("change:judged", () => {
        judge.show();
        this.actions?.showJudging();
      });
    }
    this.embed("below", el, "cl-more-below");
    return place;
  }

  /** @returns {KnobSpec[]} */
  get specs() { return this.model.get("knobs"); }

  fill() {
    this.finish();
    this.rack?.replaceChildren();
    this.controls = this.specs.map((spec) => (
      new KnobView(this.knobs, spec, /** @type {HTMLElement} */ (this.rack).appendChild(node("div")))));
    if (!this.answers) this.setAnswering(false);
    this.show();
  }

  // Further widgets that Python has added to it; without Jupyter there are none.
  /** @param {string} name @param {HTMLElement} place @param {string} mark its class meanwhile */
  embed(name, place, mark) {
    /** @type {any[]} */
    let shown = [];
    let ended = false;
    const drop = () => shown.splice(0).forEach((view) => view.remove());
    const draw = async () => {
      const manager = this.model.widget_manager;
      /** @type {string[]} */
      const ids = this.model.get(name) ?? [];
      if (!manager?.create_view) return;
      place.classList.toggle(mark, ids.length > 0);
      const models = await Promise.all(ids.map((id) => manager.get_model(id.split("_").at(-1))));
      const views = await Promise.all(models.map((one) => manager.create_view(one)));
      drop();
      shown = views;
      if (ended) drop();
      else place.append(...shown.map((view) => view.el));
    };
    draw();
    this.listen(`change:${name}`, draw);
    this.undo.push(() => {
      ended = true;
      drop();
    });
  }

  unfold() {
    this.side?.classList.toggle("cl-all", Boolean(this.model.get("unfolded")));
    this.actions?.draw();
  }

  // The state of the knobs has changed.
  show() {
    for (const control of this.controls) control.show();
    const quick = quickOnes(this.specs, this.knobs.states);
    for (const { el, spec } of this.controls) el.classList.toggle("cl-quick", quick.includes(spec));
    this.place();
    this.actions?.show(foldedCount(this.specs, this.knobs.states));
  }

  // On a projector the first knobs are in a row of the stage; otherwise all are in their rack.
  place() {
    const { rack, stage } = this;
    if (!rack || !stage) return;
    const { on } = stage.lecture.projector;
    const place = (/** @type {HTMLElement} */ el) => (
      on && el.classList.contains("cl-quick") ? stage.rack : rack);
    if (this.controls.every(({ el }) => el.parentElement === place(el))) return;
    for (const { el } of this.controls) place(el).append(el); // in their order
  }

  // Whether a message waits for Python.
  showWaiting() {
    this.show();
    this.stage.showStatus();
  }

  /** @param {Painted} picture */
  painted(picture) {
    for (const control of this.controls) control.painted(picture);
  }

  /** @param {boolean} answers whether a kernel does */
  setAnswering(answers) {
    this.answers = answers;
    if (!answers) this.pending.forget();
    this.stage.setAnswering(answers);
    this.actions?.setAnswering(answers);
    for (const control of this.controls) control.setAnswering(answers);
  }

  // The user releases a knob.
  finish() { for (const control of this.controls) control.out.finish(); }

  end() {
    this.finish();
    this.knobs.leave(this);
    this.pending.leave(this);
    for (const undo of this.undo) undo();
    this.stage.end();
  }
}

/**
 * @param {Context} context @param {() => Promise<any>} loadSpace
 * @param {() => Promise<any>} [loadDraw] where something may be drawn
 */
export function render({ model, el }, loadSpace, loadDraw) {
  const view = new DashboardView(model, el, loadSpace, loadDraw);
  return () => view.end();
}
