// When a button or a finger is let go. The whole window hears it: a stroke that is not captured yet
// may end beside the panel in which it began.

/** @param {(event: PointerEvent) => void} act @param {AbortSignal} signal ends it */
export function whenReleased(act, signal) {
  for (const name of /** @type {const} */ (["pointerup", "pointercancel"])) {
    window.addEventListener(name, act, { capture: true, signal });
  }
}
