// What leaves the page: files to save, text for the clipboard.

import { button, node } from "./dom.js";

/** @param {{filename: string, mime: string}} about @param {DataView<ArrayBuffer>} buffer */
export function save({ filename, mime }, buffer) {
  const link = node("a");
  link.href = URL.createObjectURL(new Blob([buffer], { type: mime }));
  link.download = filename;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

// Puts text on the clipboard; where that is forbidden, shows it to copy.
/** @param {string} text @param {HTMLElement} el */
export async function copy(text, el) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    showText(text, el);
  }
}

/** @param {string} text @param {HTMLElement} el */
function showText(text, el) {
  const label = "Python that makes this picture; copy it from here";
  const area = node("textarea", { rows: 8, readonly: "readonly", "aria-label": label });
  area.value = text;
  const box = node("div", "cl-copybox", area, button("cl-option", "Close", () => box.remove()));
  el.querySelector(".cl-copybox")?.remove();
  el.append(box);
  area.focus();
  area.select();
}
