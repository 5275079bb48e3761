// A slider whose ends are one value, as of an angle, runs round by itself between two presses of a
// button, as if it were dragged evenly.

import { button, icon } from "./dom.js";
import { keepKeys } from "./shortcuts.js";
import { isCalm } from "./theme.js";

const LOOP_MS = 24000;
const CALM_STEP = 1500; // ms between two values where motion is to be reduced
const MAX_STEP = 200; // ms: a page that was hidden continues from where it was

// The button; any use of the number box, the slider, the picture or Reset ends the run.
/**
 * @param {HTMLInputElement} slider @param {HTMLInputElement} box @param {string} label
 * @param {number} places how many values one round has
 */
export function loopButton(slider, box, label, places) {
  let running = false;
  const made = button("cl-round", null, () => (running ? stop() : start()));
  const show = () => {
    const words = `${running ? "Stop" : "Run round"}: ${label}`;
    made.replaceChildren(icon(running ? "pause" : "play"));
    made.title = words;
    made.setAttribute("aria-label", words);
  };
  const start = () => {
    running = true;
    let [at, before] = [Number(slider.value), performance.now()];
    let due = before;
    /** @param {number} now */
    const tick = (now) => {
      if (!running) return;
      if (!made.offsetParent) return stop(); // while it is hidden, nobody could stop it
      at = (at + (places * Math.min(now - before, MAX_STEP)) / LOOP_MS) % places;
      before = now;
      const next = String(Math.floor(at));
      if (next !== slider.value && now >= due) {
        due = isCalm() ? now + CALM_STEP : now;
        slider.value = next;
        slider.dispatchEvent(new Event("input"));
      }
      requestAnimationFrame(tick);
    };
    document.addEventListener("pointerdown", pressed, true);
    requestAnimationFrame(tick);
    show();
  };
  const stop = () => {
    if (!running) return;
    running = false;
    document.removeEventListener("pointerdown", pressed, true);
    slider.dispatchEvent(new Event("change"));
    show();
  };
  /** @param {Event} event */
  const pressed = (event) => {
    const at = /** @type {Element} */ (event.target).closest(".cl-plot, .cl-actions");
    if (at?.closest(".cl-dashboard")?.contains(made)) stop();
  };
  for (const name of ["pointerdown", "keydown"]) slider.addEventListener(name, stop);
  box.addEventListener("focus", stop);
  keepKeys(made);
  show();
  return made;
}
