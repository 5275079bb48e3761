// A file on its way to the notebook's folder: in parts, as messages of a model.

/** @import { Model } from "./types.js" */

const PART = 1 << 20; // bytes of a message; servers refuse much larger ones

let count = 0;

/**
 * Send a file; Python judges its size with the first part, and one that is too large is not sent.
 * @param {Model} model @param {File} file @param {number} most bytes that Python takes
 */
export async function send(model, file, most) {
  const id = `${Date.now()}-${(count += 1)}`;
  const about = { kind: "file", id, name: file.name, size: file.size };
  const end = file.size > most ? 0 : file.size;
  for (let begin = 0, part = 0; begin < end || part === 0; begin += PART, part++) {
    const buffer = await file.slice(begin, Math.min(begin + PART, end)).arrayBuffer();
    model.send({ ...about, part }, undefined, [buffer]);
  }
}

/**
 * Take files that are dropped on an element; `cl-drop` marks it meanwhile.
 * @param {HTMLElement} el @param {() => boolean} takes whether to take them from the browser, which
 * would leave the page for the file @param {(file: File) => void} onFile
 */
export function dropTarget(el, takes, onFile) {
  /** @param {DragEvent} event */
  const isFile = (event) => takes() && Boolean(event.dataTransfer?.types.includes("Files"));
  /** @param {DragEvent} event @param {boolean} over */
  const mark = (event, over) => {
    if (!isFile(event)) return;
    event.preventDefault();
    event.stopPropagation();
    el.classList.toggle("cl-drop", over);
  };
  el.addEventListener("dragover", (event) => mark(event, true));
  el.addEventListener("dragleave", (event) => {
    if (!el.contains(/** @type {Node | null} */ (event.relatedTarget))) mark(event, false);
  });
  el.addEventListener("drop", (event) => {
    mark(event, false);
    const file = event.dataTransfer?.files[0];
    if (isFile(event) && file) onFile(file);
  });
}
