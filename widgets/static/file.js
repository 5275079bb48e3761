// The control of a knob that names a file: its path, a button that uploads one, and a preview of
// what was read.

import { button, node } from "./dom.js";
import { send } from "./upload.js";

/** @import { Control, KnobSpec, Model, Preview } from "./types.js" */

/**
 * @param {Control} text the control of the path @param {KnobSpec} spec @param {string} id
 * @param {Model} model
 * @returns {Control}
 */
export function withFile(text, spec, id, model) {
  const picker = node("input", {
    class: "cl-picker", type: "file", accept: spec.accept, tabindex: -1,
    "aria-hidden": "true",
  });
  const choose = button({
    class: "cl-press cl-choose", "aria-label": `${spec.label}: choose a file of this computer`,
  }, "Choose a file …", () => picker.click());
  picker.addEventListener("change", () => {
    const file = picker.files?.[0];
    if (file) send(model, file, spec.most);
    picker.value = ""; // the same file again is a change
  });
  const box = node("div", { class: "cl-preview", id: `${id}-preview`, role: "status" });
  /** @param {Preview} given */
  const preview = (given) => box.replaceChildren(...previewOf(given));
  const nodes = [...text.nodes, choose, picker, box];
  return { ...text, nodes, inputs: [...text.inputs, choose], preview };
}

// A preview of what was read, or the sentence that says why nothing was.
/** @param {Preview} given */
function previewOf({ error, hint, facts, head, target, rows, more }) {
  if (error) return [node("p", "cl-refused", error)];
  if (hint) return [node("p", "", hint)];
  if (!head) return [];
  const list = node("dl", "cl-facts", ...facts.flatMap(([name, words]) => [
    node("dt", "", name), node("dd", "", words),
  ]));
  /** @param {number} i @param {string} title */
  const about = (i, title) => ({ class: i === target ? "cl-target" : "", title });
  const names = node("tr", "", ...head.map((name, i) => (
    node("th", { ...about(i, name), scope: "col" }, name))));
  const body = rows.map((row) => (
    node("tr", "", ...row.map((words, i) => node("td", about(i, words), words)))));
  const table = node("table", "", node("caption", "", more), node("thead", "", names),
    node("tbody", "", ...body));
  const region = { class: "cl-scroll", tabindex: 0, role: "region", "aria-label": "First rows of the file" };
  return [list, node("div", region, table)];
}
