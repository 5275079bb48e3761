// When a button or a finger is released. The listeners are on the window: a stroke that is not
// captured yet may end outside of the panel in which it began.

/** @param {(event: PointerEvent) => void} act @param {AbortSignal} signal ends it */
export function whenReleased(act, signal) {
  for (const name of /** @type {const} */ (["pointerup", "pointercancel"])) {
    window.addEventListener(name, act, { capture: true, signal });
  }
}
