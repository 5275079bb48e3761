// Keys that the player and the knobs use do not trigger JupyterLab's own shortcuts, nor do single
// letters, some of which delete cells there; Ctrl+S, function keys and others reach JupyterLab.

// JupyterLab passes over an element that carries this. It asks the focused one first.
const SUPPRESS = "lmSuppressShortcuts";
const TEXT = "textarea, select, input:not([type=range]):not([type=checkbox])";

// The keys that players, panels, sliders, boxes, tabs and menus use.
const USED = new Set([
  "Enter", "Escape", "Home", "End", "PageUp", "PageDown", "ArrowLeft", "ArrowRight", "ArrowUp",
  "ArrowDown",
]);

const ours = new WeakSet();
const undoers = new WeakSet();
let listening = false;

/** @param {HTMLElement[]} nodes */
export function keepKeys(...nodes) {
  // On the window and in the capturing phase, so before JupyterLab, which listens on the document.
  if (!listening) window.addEventListener("keydown", letThrough, true);
  listening = true;
  for (const one of nodes) {
    ours.add(one);
    one.dataset[SUPPRESS] = "true";
  }
}

// Ctrl+Z and Ctrl+Y are for what is inside of `node`, too.
/** @param {HTMLElement} node */
export function keepUndo(node) { undoers.add(node); }

// A field for text has uses of its own for Ctrl+A, Ctrl+Z and others; none for Ctrl+S.
/** @param {KeyboardEvent} event */
function letThrough(event) {
  const asked = event.ctrlKey || event.metaKey;
  const path = /** @type {HTMLElement[]} */ (event.composedPath());
  const isText = path[0].matches?.(TEXT);
  const isUsed = !asked && (event.key.length === 1 || USED.has(event.key));
  if (isText ? !asked || event.key.toLowerCase() !== "s" : isUsed) return;
  const isUndo = asked && "zy".includes(event.key.toLowerCase());
  if (isUndo && path.some((one) => undoers.has(one))) return;
  const retained = path.filter((one) => ours.has(one));
  for (const one of retained) delete one.dataset[SUPPRESS];
  setTimeout(() => retained.forEach((one) => { one.dataset[SUPPRESS] = "true"; }));
}

/** Whether a key comes with another that makes it a shortcut. @param {KeyboardEvent} event */
export const hasModifier = (event) => event.ctrlKey || event.metaKey || event.altKey;

/** Stop an event: neither the page nor the elements around get it. @param {Event} event */
export function consume(event) {
  event.preventDefault();
  event.stopPropagation();
}

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

/** Where an arrow that is pressed alone points: across and up. @param {KeyboardEvent} event */
export function arrowOf(event) {
  const isAlone = !hasModifier(event) && !event.shiftKey;
  return isAlone ? ARROWS[event.key] : undefined;
}
