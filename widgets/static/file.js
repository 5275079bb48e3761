// The control of a knob that names a file: its path, a button that fetches one, and what was
// understood of it.

import { send } from "./upload.js";

/** @import { Control, KnobSpec, Model, Preview } from "./types.js" */

/**
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag @param {string} className @param {(Node | string)[]} children
 * @returns {HTMLElementTagNameMap[K]}
 */
function part(tag, className, ...children) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  made.append(...children);
  return made;
}

/**
 * @param {Control} text the control of the path @param {KnobSpec} spec @param {string} id
 * @param {Model} model
 * @returns {Control}
 */
export function withFile(text, spec, id, model) {
  const picker = part("input", "cl-picker");
  Object.assign(picker, { type: "file", accept: ".csv,.tsv,.txt,.dat,text/csv", tabIndex: -1 });
  picker.setAttribute("aria-hidden", "true");
  const button = part("button", "cl-press cl-choose", "Choose a file …");
  button.type = "button";
  button.setAttribute("aria-label", `${spec.label}: choose a file of this computer`);
  button.addEventListener("click", () => picker.click());
  picker.addEventListener("change", () => {
    const file = picker.files?.[0];
    if (file) send(model, file, spec.most);
    picker.value = ""; // the same file again is a change
  });
  const told = part("div", "cl-preview");
  told.id = `${id}-preview`;
  told.setAttribute("role", "status");
  /** @param {Preview} given */
  const preview = (given) => told.replaceChildren(...pictureOf(given));
  const nodes = [...text.nodes, button, picker, told];
  return { ...text, nodes, inputs: [...text.inputs, button], preview };
}

// What was understood, or the sentence that says why nothing was.
/** @param {Preview} given */
function pictureOf({ error, hint, facts, head, target, rows, more }) {
  if (error) return [part("p", "cl-refused", error)];
  if (hint) return [part("p", "", hint)];
  if (!head) return [];
  const list = part("dl", "cl-facts", ...facts.flatMap(([name, words]) => [
    part("dt", "", name), part("dd", "", words),
  ]));
  const names = part("tr", "", ...head.map((name, i) => cell("th", name, i === target)));
  names.querySelectorAll("th").forEach((one) => one.setAttribute("scope", "col"));
  const body = rows.map((row) => part("tr", "", ...row.map((v, i) => cell("td", v, i === target))));
  const table = part("table", "", part("caption", "", more), part("thead", "", names),
    part("tbody", "", ...body));
  const box = part("div", "cl-scroll", table);
  box.tabIndex = 0;
  box.setAttribute("role", "region");
  box.setAttribute("aria-label", "First rows of the file");
  return [list, box];
}

/** @param {"td" | "th"} tag @param {string} words @param {boolean} isTarget */
function cell(tag, words, isTarget) {
  const made = part(tag, isTarget ? "cl-target" : "", words);
  made.title = words;
  return made;
}
