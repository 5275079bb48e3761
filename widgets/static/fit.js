// What the window leaves to the large panel: how high it is, whether the knobs are folded to one
// line above it, and whether the player stays visible below it.

/** @typedef {{ top: number, width: number, view: number }} Place */
/** @typedef {Place & { whole: number, player: number, scale: number, short: number }} Heights */
/** @typedef {Heights & { narrow?: boolean }} Available */
/** @typedef {{ height: number, sunk: number, loose: boolean }} Fitted */

// A dashboard narrower than this, or in a window lower than this, folds its knobs.
const WIDE = 1200;
const HIGH = 760;
const LEAST = 240; // of the large panel, whatever the window leaves
const WANTED = 360; // for this height what is below the sentence may leave the window
// Width over height of the large panel: what is computed for it fills no other.
const FLATTEST = 1.95;
const STEEPEST = 0.95;
const SPARE = 8; // below the player
const NARROW = 560; // a stage in which the style sheet has what plays first

const OF_SCREEN = 0.8; // the height that a page in a frame is taken to have
const BEGINS = 0.2; // of the window: as much may be above a dashboard with which a page begins

/** What scrolls in JupyterLab; elsewhere it is the window. */
const SCROLLS = ".jp-WindowedPanel-outer, .jp-LinkedOutputView, .jp-CodeConsole-content";

// The height available in a page without a separate scroller, below a bar that stays at its top.
// A frame is often made as high as what it holds, so that its own height says nothing.
function viewOfPage() {
  if (window.parent !== window) return OF_SCREEN * window.screen.availHeight;
  return window.innerHeight - barOfPage();
}

const barOfPage = () => (
  parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0);

// How much of that height what is above a dashboard takes, where the page begins with it: it is
// whole before anyone scrolls, where it can be.
/** @param {Element} board */
function aboveInPage(board) {
  const above = board.getBoundingClientRect().top + window.scrollY;
  if (window.parent !== window || above > BEGINS * window.innerHeight) return 0;
  return Math.max(0, above - barOfPage());
}

/**
 * The height of the large panel. top: where its plot begins, from the top of the dashboard. whole,
 * player, scale, short: the height of all that is below it, of the player, and of the player down
 * to the scale of the proof and to the sentence. view: of the window. The player stays visible
 * where all of the panel fits above it, at least its short form, as on a phone (narrow); where not
 * even that does, it is placed below the panel (loose). What is below the player leaves the window
 * first, then what is below the scale, then the scale; sunk: how much of the player is under it.
 * @param {Available} available @returns {Fitted}
 */
export function fitted({ top, width, whole, player, scale, short, view, narrow = false }) {
  const free = view - top - SPARE;
  const least = Math.max(width / FLATTEST, LEAST);
  const wanted = Math.max(least, Math.min(width / STEEPEST, WANTED));
  const loose = free - short < least;
  const levels = [[whole, wanted], [player, wanted], [scale, least]];
  const [shown] = (!narrow && levels.find(([below, panel]) => free - below >= panel)) || [short];
  const height = Math.min(free - (loose ? 0 : shown), width / STEEPEST);
  return { height: Math.round(Math.max(LEAST, height)), sunk: Math.max(0, player - shown), loose };
}

/**
 * How many panels fit next to a large one of this height, each with at least 140 px of
 * data: the words and the axis of each and the tabs of the last one need space too.
 * @param {number} height
 */
export const panelPlaces = (height) => Math.max(1, Math.floor((height + 19) / 256));

/** @param {number} width of the dashboard @param {number} view */
export const isSmall = (width, view) => width < WIDE || view < HIGH;

export class Fit {
  /**
   * @param {HTMLElement} el the stage @param {HTMLElement} dock @param {() => number} sunk
   * @param {(places: number) => void} onPlaces called with the number of panels that fit
   */
  constructor(el, dock, sunk, onPlaces) {
    this.onPlaces = onPlaces;
    this.el = el;
    this.dock = dock;
    this.sunk = sunk;
    this.observer = new ResizeObserver(() => this.apply());
    this.resized = () => this.apply();
    window.addEventListener("resize", this.resized);
    for (const one of [el, dock]) this.observer.observe(one);
  }

  // The dashboard around the stage is there, and what it scrolls in.
  join() {
    const { el, observer } = this;
    this.board = /** @type {HTMLElement} */ (el.closest(".cl-dashboard") ?? el);
    for (const one of [this.board, el.closest(SCROLLS)]) if (one) observer.observe(one);
  }

  apply() {
    const { el } = this;
    if (!el.isConnected || !el.offsetParent || el.closest(".cl-side, .cl-projected")) return;
    if (!this.board) this.join();
    const board = /** @type {HTMLElement} */ (this.board);
    const scroller = el.closest(SCROLLS)?.clientHeight;
    const view = scroller || viewOfPage();
    const side = board.querySelector(":scope > .cl-body > .cl-side");
    const small = isSmall(board.clientWidth, view) && !side?.classList.contains("cl-wide");
    board.classList.toggle("cl-folded", small && Boolean(side));
    const available = this.measure(board, view);
    if (!available) return;
    const whole = fitted({ ...available, view: view - (scroller ? 0 : aboveInPage(board)) });
    const { height, sunk, loose } = whole.loose ? fitted(available) : whole;
    el.style.setProperty("--cl-left", `${height}px`);
    el.style.setProperty("--cl-sunk", `${sunk}px`);
    el.classList.toggle("cl-loose", loose);
    const { aside, hero } = this.columns();
    if (!aside || !hero) return;
    this.onPlaces(aside.offsetTop > hero.offsetTop ? Infinity : panelPlaces(height));
  }

  // The column of the large panel, and the one next to it, which a narrow page has below.
  columns() {
    const [hero, aside] = [".cl-heroes", ".cl-aside"].map((name) => this.el.querySelector(name));
    return /** @type {Record<"hero" | "aside", HTMLElement | null>} */ ({ hero, aside });
  }

  /** @param {HTMLElement} board @param {number} view @returns {Available | null} */
  measure(board, view) {
    /** @type {NodeListOf<HTMLElement>} */
    // Panels that a tab hides count as well: the highest of their captions leaves space for all.
    const found = this.el.querySelectorAll(".cl-heroes .cl-panel > .cl-plot");
    const plots = [...found];
    if (!plots.length) return null;
    const boxes = plots.map((plot) => plot.getBoundingClientRect());
    const others = boxes.filter((box) => box.left > boxes[0].left);
    const from = Math.max(...[boxes[0], ...others].map((box) => box.top));
    const reported = /** @type {HTMLElement | null} */ (plots[0].nextElementSibling);
    const status = /** @type {HTMLElement} */ (this.el.querySelector(":scope > .cl-status"));
    const words = reported?.offsetHeight ?? 0; // of a cross
    const player = words + this.dock.offsetHeight;
    const short = player - this.sunk();
    return {
      top: from - board.getBoundingClientRect().top, width: boxes[0].width, view,
      narrow: this.el.clientWidth <= NARROW,
      whole: player + status.offsetHeight, player, short,
      scale: Math.max(short, words + this.scaleEnd()),
    };
  }

  // Where the scale of the proof ends, from the top of the player; 0 where there is none.
  scaleEnd() {
    const gauge = /** @type {HTMLElement | null} */ (this.dock.querySelector(".cl-gauge"));
    if (!gauge?.offsetHeight) return 0;
    return Math.ceil(gauge.getBoundingClientRect().bottom - this.dock.getBoundingClientRect().top);
  }

  end() {
    this.observer.disconnect();
    window.removeEventListener("resize", this.resized);
  }
}
