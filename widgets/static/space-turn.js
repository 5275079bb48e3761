// How users turn a panel in space: a drag turns, with Shift or the right button it moves; the wheel
// and two fingers bring it closer; arrows, plus, minus and 0 do the same by keys.

import { whenReleased } from "./release.js";
import { consume, hasModifier } from "./shortcuts.js";
import { moved, turned, zoomed } from "./space-camera.js";

/** @import { Space } from "./space.js" */

const PAUSE = 400; // ms without scrolling, after which the wheel zooms the panel
const STEP = Math.PI / 24; // for each press of an arrow

export class SpaceTurn {
  /** @type {Map<number, [number, number]>} */
  down = new Map(); // the pointers that are down, and where
  byTab = false; // whether the focus came by keys
  scrolledAt = -Infinity; // when the page was last scrolled

  /** @param {Space} space */
  constructor(space) {
    const { box } = this.space = space;
    box.style.touchAction = "none";
    /** @type {[string, (event: any) => void][]} */
    const listeners = [
      ["focus", () => { this.byTab = box.matches(":focus-visible"); }],
      ["pointerdown", (e) => this.press(e)], ["pointermove", (e) => this.move(e)],
      ["contextmenu", (e) => e.preventDefault()],
      ["wheel", (e) => this.wheel(e)], ["dblclick", () => space.turn(null)],
      ["keydown", (e) => this.key(e)],
    ];
    for (const [name, act] of listeners) box.addEventListener(name, act, { passive: false });
    window.addEventListener("scroll", this.scrolled, { capture: true, passive: true });
    const gone = new AbortController();
    whenReleased((e) => this.down.delete(e.pointerId), gone.signal);
    this.undo = () => {
      gone.abort();
      for (const [name, act] of listeners) box.removeEventListener(name, act);
      window.removeEventListener("scroll", this.scrolled, { capture: true });
    };
  }

  scrolled = () => { this.scrolledAt = performance.now(); };

  /** @param {PointerEvent} event */
  press(event) {
    this.byTab = false;
    this.down.set(event.pointerId, [event.clientX, event.clientY]);
  }

  /** @param {PointerEvent} event */
  move(event) {
    const before = this.down.get(event.pointerId);
    if (!before) return;
    if (!event.buttons) { this.down.clear(); return; }
    const { box, size } = this.space;
    if (!box.hasPointerCapture(event.pointerId)) box.setPointerCapture(event.pointerId);
    const fingers = [...this.down.values()];
    this.down.set(event.pointerId, [event.clientX, event.clientY]);
    const unit = size.height * (box.getBoundingClientRect().height / box.clientHeight || 1);
    const [dx, dy] = [(event.clientX - before[0]) / unit, (event.clientY - before[1]) / unit];
    if (this.down.size > 1) this.pinch(fingers, [...this.down.values()], dx, dy);
    else if (event.shiftKey || event.buttons > 1) this.go(moved(this.nine, dx, dy));
    else this.go(turned(this.nine, -Math.PI * dx, Math.PI * dy));
  }

  // Two fingers move what is between them, and bring it closer.
  /** @param {number[][]} from @param {number[][]} to @param {number} dx @param {number} dy */
  pinch(from, to, dx, dy) {
    /** @param {number[][]} two */
    const apart = ([a, b]) => Math.max(Math.hypot(a[0] - b[0], a[1] - b[1]), 1);
    this.go(zoomed(moved(this.nine, dx / 2, dy / 2), apart(from) / apart(to)));
  }

  /** @param {WheelEvent} event */
  wheel(event) {
    const closer = event.deltaY < 0;
    // While the page is being scrolled, a panel that comes under the pointer does not take the
    // wheel.
    const { scrolledAt } = this;
    const isPages = performance.now() - scrolledAt < PAUSE || (!closer && !this.space.camera);
    if (isPages && !event.ctrlKey) return;
    event.preventDefault();
    const step = Math.max(-200, Math.min(200, event.deltaY * [1, 16, 400][event.deltaMode]));
    const rate = event.ctrlKey && Math.abs(step) < 50 ? 0.01 : 0.0016;
    this.go(zoomed(this.nine, Math.exp(step * rate)));
  }

  get nine() { return this.space.nine; }

  /** @param {number[]} nine */
  go(nine) { this.space.turn(nine); }

  // After Tab, arrows alone turn the panel; after a click they move the player, as elsewhere.
  /** @param {KeyboardEvent} event */
  key(event) {
    const { box } = this.space;
    if (event.target !== box || hasModifier(event)) return;
    const turns = event.shiftKey || this.byTab;
    /** @type {Record<string, () => number[] | null>} */
    const acts = {
      "+": () => zoomed(this.nine, 0.8), "-": () => zoomed(this.nine, 1.25), 0: () => null,
      ...(turns && {
        ArrowLeft: () => turned(this.nine, -STEP, 0), ArrowRight: () => turned(this.nine, STEP, 0),
        ArrowUp: () => turned(this.nine, 0, STEP), ArrowDown: () => turned(this.nine, 0, -STEP),
      }),
    };
    const act = acts[event.key];
    if (!act) return;
    consume(event);
    this.space.turn(act());
  }

  end() { this.undo(); }
}
