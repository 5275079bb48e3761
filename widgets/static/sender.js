// What a hand does to a knob, told to the kernel and to the stage of the page.

import { scale } from "./scale.js";

/** @import { KnobSpec, Model, Sender, Turn } from "./types.js" */

/** The kinds of knobs with a slider. @type {Record<string, true>} */
export const RANGES = { linear: true, log: true, integer: true };

const FLIGHT = 2; // values on their way: one is computed while the picture of another travels
const PATIENCE = 100; // ms to wait for a picture before a newer value is sent while a hand drags

// While a hand drags, the newest value goes when the picture of an earlier one is painted, or has
// taken long; a value whose picture the page holds does not go, the last value always does.
/** @param {Model} model @param {KnobSpec} spec @returns {Sender} */
export function sender(model, spec) {
  const { share } = spec.kind in RANGES ? scale(spec) : { share: () => 0 };
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  /** @type {unknown} */
  let newest;
  /** @type {string[]} */
  let flying = []; // the values without an answer, in JSON
  let [held, due] = [false, false];
  const flush = () => {
    clearTimeout(timer);
    timer = held ? setTimeout(late, PATIENCE) : undefined;
    flying = held ? [...flying, JSON.stringify(newest)] : [];
    due = false;
    model.set("dragging", held);
    model.set("value", newest);
    model.save_changes();
  };
  const late = () => {
    flying = [];
    if (due) flush();
  };
  // Answers come in order: with this one, those before it are answered as well.
  /** @param {Event} event */
  const painted = (event) => {
    const { stage, answer, at = {} } = /** @type {CustomEvent} */ (event).detail ?? {};
    if (!answer || stage !== model.get("stage")) return;
    flying.splice(0, Math.max(flying.indexOf(JSON.stringify(at[spec.name])), 0) + 1);
    if (due) flush();
  };
  document.addEventListener("cl-painted", painted);
  return {
    send(value, atOnce = true) {
      [newest, held] = [value, !atOnce];
      due = !turn(model, spec, value, held, share).exact || model.get("followed") || atOnce;
      if (due && (atOnce || flying.length < FLIGHT)) flush();
    },
    // It was turned elsewhere, or its own value has come back.
    told(value) {
      if (!held) turn(model, spec, value, false, share);
    },
    near(values) {
      const detail = { stage: model.get("stage"), knob: spec.name, values };
      if (detail.stage) document.dispatchEvent(new CustomEvent("cl-near", { detail }));
    },
    finish() {
      if (!held) return;
      held = false;
      turn(model, spec, newest, false, share);
      flush();
    },
    end() {
      this.finish();
      document.removeEventListener("cl-painted", painted);
    },
  };
}

// Tell the stage of this page that the knob is turned.
/**
 * @param {Model} model @param {KnobSpec} spec @param {unknown} value @param {boolean} dragging
 * @param {(value: any) => number} share @returns {Turn}
 */
function turn(model, { name: knob, periodic }, value, dragging, share) {
  const stage = model.get("stage");
  const detail = { stage, knob, value, dragging, exact: false, share, periodic };
  if (detail.stage) document.dispatchEvent(new CustomEvent("cl-turn", { detail }));
  return detail;
}
