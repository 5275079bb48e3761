// For a lecture: the stage alone, on all of the screen, in type that is read from the last row.

import { consume } from "./shortcuts.js";

const AT = { width: 1280, height: 720 }; // the screen that LEAST is for
const LEAST = 1.7; // of the usual size: labels of 12 pixels become 20.4

/**
 * How much larger than usual all is drawn.
 * @param {number} width @param {number} height of the window
 */
export function magnification(width, height) {
  return LEAST * Math.max(1, Math.min(width / AT.width, height / AT.height));
}

export class Projector {
  on = false;

  /**
   * @param {HTMLElement} el @param {() => void} left called when Escape was pressed
   * @param {() => void} resized called when the window has another size
   */
  constructor(el, left, resized) {
    this.el = el;
    this.left = left;
    this.resized = resized;
    this.page = el.ownerDocument;
  }

  get magnify() { return this.on ? magnification(window.innerWidth, window.innerHeight) : 1; }

  // Fill the screen where the user asks for it; otherwise, or where that is forbidden, the window.
  /** @param {boolean} byUser */
  async enter(byUser) {
    if (this.on) return;
    this.on = true;
    this.el.classList.add("cl-projected");
    this.page.addEventListener("fullscreenchange", this.changed);
    window.addEventListener("keydown", this.escape, true);
    window.addEventListener("resize", this.resize);
    this.resize();
    try {
      if (!byUser) throw new Error("a page may not do this by itself");
      await this.el.requestFullscreen();
    } catch {
      if (!this.on || !this.el.isConnected) return;
      // Above all boxes of the page, whatever they clip.
      this.el.setAttribute("popover", "manual");
      this.el.showPopover?.();
    }
    this.el.focus({ preventScroll: true });
  }

  leave() {
    if (!this.on) return;
    this.on = false;
    this.el.classList.remove("cl-projected");
    this.page.removeEventListener("fullscreenchange", this.changed);
    window.removeEventListener("keydown", this.escape, true);
    window.removeEventListener("resize", this.resize);
    this.el.removeAttribute("popover");
    this.el.style.removeProperty("--cl-magnify");
    if (this.page.fullscreenElement) this.page.exitFullscreen();
  }

  resize = () => {
    this.el.style.setProperty("--cl-magnify", String(this.magnify));
    this.resized();
  };

  // The browser itself has left the whole screen.
  changed = () => { if (!this.page.fullscreenElement) this.left(); };

  /** @param {KeyboardEvent} event */
  escape = (event) => {
    if (event.key !== "Escape") return;
    consume(event);
    this.left();
  };
}
