// The stage: panels, player bar, sentence and numbers of a scene.

import { button, icon, iconButton, node, say } from "./dom.js";
import { copy, save } from "./files.js";
import { Fit } from "./fit.js";
import { Gauge } from "./gauge.js";
import { crowded, Grid, swapped, titled } from "./grid.js";
import { Lecture } from "./lecture.js";
import { Viewpoint } from "./viewpoint.js";
import { followLetters } from "./letters.js";
import { store } from "./model.js";
import { followPanelLinks } from "./panel-links.js";
import { PanelView } from "./panel.js";
import { Pending } from "./pending.js";
import { Player, SPEEDS } from "./player.js";
import { Predictions } from "./questions.js";
import { blends, decodeAll } from "./recipes.js";
import { PrefetchCache } from "./prefetch.js";
import { consume, hasModifier, keepKeys, keepUndo } from "./shortcuts.js";
import { staleWords } from "./stale.js";
import { explain } from "./terms.js";
import { byNumbers, captionParts, counter, falls } from "./text.js";
import { isDark, watchTheme } from "./theme.js";
import { Tools } from "./tools.js";
import { dropTarget, send } from "./upload.js";
import { same } from "./values.js";

/** @import { Arrays, Handler, Model, Painted, Picture } from "./types.js" */
/** @import { Question, Spec, Theme } from "./types.js" */

/**
 * Fill `box` with these chips; an unchanged one is not touched.
 * @param {HTMLElement} box @param {[string, string][]} shown
 */
function withChips(box, shown) {
  const wanted = shown.filter(([words]) => words);
  while (box.children.length > wanted.length) box.lastElementChild?.remove();
  wanted.forEach(([words, tone], i) => {
    const chip = /** @type {HTMLElement} */ (box.children[i] ?? box.appendChild(node("span")));
    const name = `cl-chip cl-${tone}`;
    if (chip.className !== name) chip.className = name;
    say(chip, words);
  });
  return box;
}

// Words whose numbers stay on one line.
/** @param {string} words */
const unbroken = (words) => byNumbers(words).map((one, i) => (
  i % 2 ? node("span", "cl-unbroken", one) : one));

// What is visible, then the numbers, smaller; what holds for the whole run has its own line.
/** @param {string} caption */
function sentence(caption) {
  const { visible, figures } = captionParts(caption);
  return [
    node("strong", "", ...unbroken(visible)),
    ...(figures ? [" ", node("span", "cl-figures", ...unbroken(figures))] : []),
  ];
}

// The chips of a frame except those that the gauge shows.
/** @param {Spec} spec @param {number} k */
const othersOf = ({ chips, proof }, k) => (
  (chips[k] ?? []).filter((_, i) => !proof?.[k]?.[5].includes(i)));

/** @param {string} caption */
const sentenceOf = (caption) => caption.split("\n")[0];
/** @param {string} caption */
const wholeRunOf = (caption) => captionParts(caption).whole;

/**
 * The three longest of those that are there now, and of those before.
 * @param {string[]} now @param {string[]} before
 */
const longest = (now, before) => [...before, ...now.filter((one) => !before.includes(one))]
  .sort((a, b) => b.length - a.length).slice(0, 3);
/** How wide the chips of a frame are, in letters. @param {[string, string][]} shown */
const sizeOf = (shown) => shown.reduce((sum, [words]) => sum + words.length + 4, 0);

/** @typedef {{ sentences: string[], wholes: string[], counters: string[] }} Reserved */
/** @type {Reserved & { numbers: [string, string][][] }} */
const NOTHING = { sentences: [], wholes: [], numbers: [], counters: [] };

const KERNEL_ENDED = {
  kind: "alone", text: "The kernel has ended. The picture plays on; its knobs need a running kernel: "
    + "run the cell again.", detail: "",
};

// How much of the player lies below its sentence, or an open question.
/** @param {HTMLElement} dock @param {HTMLElement} low */
const overhang = (dock, low) => Math.max(dock.clientHeight - low.offsetTop - low.offsetHeight, 0);

const TICK_GAP = 5; // pixels between two numbers under the scrubber

// In place of a question: the future is hidden, and nothing else.
const FUTURE_HIDDEN = /** @type {Question} */ (/** @type {unknown} */ ({ hides: [] }));

const NO_FILE = "A page takes no file, because it has no kernel: drop it on the picture in a notebook.";

export class StageView {
  /** @type {Spec} */
  spec;
  /** @type {{ text: string, spec: Spec }} */
  sent = { text: "", spec: /** @type {any} */ ({}) }; // what the kernel sent last
  /** @type {Arrays} */
  arrays;
  /** @type {Theme} */
  theme;
  loading = 0; // pictures that are being painted
  missed = false; // whether the cache has shown another meanwhile
  nextLoad = 0; // the animation frame that waits to paint it
  /** @type {Grid} */
  grid;
  /** @type {Fit | undefined} */
  fit;
  dock = node("div", "cl-dock");
  rack = node("div", "cl-row-of-knobs"); // for the first knobs, on a projector
  playButton = iconButton("play", "Play", () => this.toggle());
  loopButton = iconButton("loop", "Loop", () => {
    this.player.loop = !this.player.loop;
    this.player.notify();
  });
  speed = node("select", { class: "cl-speed", "aria-label": "Speed", title: "Speed" },
    ...SPEEDS.map((speed) => node("option", { value: speed }, `${speed}×`)));
  counter = node("span", "cl-counter");
  track = node("div", "cl-track");
  scrub = node("input", {
    class: "cl-scrub", type: "range", min: 0, step: "any", value: 0, "aria-label": "Frame",
  });
  ticks = node("div", "cl-ticks");
  caption = node("p", { class: "cl-caption", "aria-live": "polite" });
  whole = node("p", "cl-whole"); // what the caption says of the whole run
  chips = node("div", "cl-chips");
  comes = button({
    class: "cl-button cl-comes", title: "Show what comes before it was played once",
  }, "What comes", () => this.player.turnComes(this.hidden !== null));
  /** @type {Question | null} */
  hidden = null; // the question from which the future is hidden, or `FUTURE_HIDDEN`
  gauge = new Gauge(); // shows those that are of the proof
  status = node("div", { class: "cl-status", role: "status" });
  progress = node("p", "cl-waiting"); // what is waited for, in the place of the picture
  /** @type {Record<string, unknown>} */
  at = {}; // the knobs' values of the picture that is shown
  answers = true; // whether a kernel answers
  answer = true; // whether it has sent a picture that was not looked at
  statusShown = ""; // what the status line shows, as one word
  wasBusy = false; // whether the status line has said anything but "ready"
  playState = ""; // what the player's buttons show, as one word
  onProjector = () => {}; // called when it begins or ends to fill the screen
  arranged = Promise.resolve(); // once the panels are arranged
  places = Infinity; // for panels next to the large one
  smooth = false; // whether there are frames between frames
  hasPlayed = false; // whether a picture had frames to play
  reserved = NOTHING; // the words for which there is space, whatever the frame
  /** @type {(HTMLButtonElement | HTMLSelectElement | HTMLInputElement)[]} */
  transport = []; // what needs frames to play
  /** @type {string | undefined} */
  wordsFrame;
  /** @type {Spec | undefined} */
  wordsSpec;

  /**
   * @param {Model} model @param {HTMLElement & { convexlab?: unknown }} el
   * @param {() => Promise<any>} loadSpace gives what draws panels in space
   * @param {(picture: Painted) => void} painted called when a picture is painted
   * @param {() => Promise<any>} loadDraw gives the module of what is drawn
   */
  constructor(model, el, loadSpace, painted = () => {}, loadDraw = async () => ({})) {
    this.model = model;
    this.el = el;
    this.loadSpace = loadSpace;
    this.painted = painted;
    el.convexlab = this; // for tests: what each mark shows, in data coordinates
    /** @type {PanelView[]} */
    this.panels = [];
    /** @type {(() => void)[]} */
    this.undo = [];
    this.player = Player.of(model);
    this.cache = PrefetchCache.of(model);
    this.pending = Pending.of(model);
    this.tools = new Tools((action) => (
      this.answers ? this.pending.send({ kind: "click", ...action }) : ""), loadDraw);
    this.lecture = new Lecture(this);
    this.viewpoint = new Viewpoint(this);
    this.predictions = new Predictions(this);
    this.build();
    this.player.join(this);
    this.cache.join(this);
    // Where traits that came together are set one by one, as in marimo, the arrays come a little
    // later.
    for (const name of ["spec", "at"]) this.listen(`change:${name}`, () => this.onPicture());
    this.listen("change:frame", () => this.onFrame());
    this.listen("change:predict", () => this.syncPredict());
    this.listen("change:crosses", () => this.moveCrosses());
    this.listen("change:tools", () => this.showTools());
    this.listen("change:status", () => this.showStatus());
    for (const name of ["stale", "states"]) this.listen(`change:${name}`, () => this.showStale());
    this.listen("change:viewpoint", () => this.viewpoint.apply());
    this.listen("change:front", () => { this.arranged = this.rearrange(); });
    this.listen("change:projector", () => this.lecture.sync(false));
    this.listen("change:room", () => this.syncVoteRoom());
    this.listen("msg:custom", (content, buffers) => this.receive(content, buffers));
    this.undo.push(watchTheme(() => this.load()));
    this.showStatus();
    this.syncVoteRoom();
    this.load();
  }

  /** @param {string} event @param {Handler} handler */
  listen(event, handler) {
    this.model.on(event, handler);
    this.undo.push(() => this.model.off(event, handler));
  }

  /** @param {boolean} answers whether a kernel does */
  setAnswering(answers) {
    this.answers = answers;
    this.showStatus();
    this.showTools();
  }

  /** @param {object} content */
  send(content) { if (this.answers) this.model.send(content); }

  build() {
    const { el, player } = this;
    el.classList.add("cl-stage");
    el.tabIndex = 0;
    el.setAttribute("role", "group");
    this.grid = new Grid((key, byUser) => this.onTab(key, byUser));
    el.append(this.rack, this.grid.root);
    this.grid.root.append(...this.placeholders());
    this.grid.root.dataset.arrangement = "beside";
    this.dock.inert = true; // there is nothing to play
    this.speed.value = String(player.speed);
    this.speed.addEventListener("change", () => {
      player.speed = Number(this.speed.value);
      player.notify();
    });
    this.buildScrubber();
    const { predictions } = this;
    this.transport = [
      iconButton("first", "First frame", () => { player.pause(); player.go(0); }),
      iconButton("back", "Step back", () => player.step(-1)),
      this.playButton,
      iconButton("step", "Step forward", () => player.step(1)),
      iconButton("last", "Last frame", () => { player.pause(); player.go(player.last); }),
      this.speed, this.loopButton,
    ];
    const bar = node("div", "cl-bar", ...this.transport, this.track, this.counter,
      this.comes, predictions.toggle, predictions.tally, ...this.lecture.controls,
      ...this.viewpoint.controls);
    const said = node("div", "cl-sentence", this.caption);
    const line = node("div", "cl-line", said, node("div", "cl-all-run", this.whole),
      node("div", "cl-measured", node("div", "cl-numbers", this.chips), this.gauge.root));
    this.dock.append(bar, line, predictions.box);
    const { dock, predictions: { box } } = this;
    const low = () => (box.hidden || box.parentElement !== dock ? said : box);
    this.fit = new Fit(el, dock, () => overhang(dock, low()),
      (places) => this.setPlaces(places));
    el.append(this.dock, this.tools.tableBox, this.status);
    el.addEventListener("keydown", (event) => this.key(event));
    const takes = () => this.model.get("takes"); // a page without a kernel takes no files
    dropTarget(el, () => takes() !== 0, (file) => {
      if (takes()) send(this.model, file, takes());
      else this.say("error", NO_FILE);
    });
    /** @type {NodeListOf<HTMLElement>} */
    const controls = el.querySelectorAll("button, input, select");
    keepKeys(el, ...controls);
    keepUndo(el);
    followPanelLinks();
    setTimeout(() => followLetters(el), 1000); // once it is in the notebook, and formulas are set
  }

  // A placeholder until there are panels, as large as they will be: a page that is read meanwhile
  // does not jump.
  placeholders() {
    this.el.classList.add("cl-empty");
    return Object.entries({ "cl-heroes": 1, "cl-aside": 2 }).map(([className, many]) => {
      const place = node("div", className);
      for (let k = 0; k < many; k++) {
        const caption = node("figcaption", "",
          node("strong", "", "\u00a0"), node("span", "cl-subtitle", "\u00a0"));
        const plot = node("div", "cl-plot", className === "cl-heroes" ? this.progress : null);
        place.append(node("figure", "cl-panel", caption, plot));
      }
      return place;
    });
  }

  buildScrubber() {
    this.track.append(this.scrub, this.ticks);
    this.scrub.addEventListener("input", () => {
      const position = Number(this.scrub.value);
      this.player.pause();
      this.player.go(this.smooth ? position : Math.round(position));
    });
    // Where it is between two frames, and the frame is the same as before.
    this.scrub.addEventListener("change", () => { this.scrub.value = String(this.player.position); });
    const observer = new ResizeObserver(() => this.thinTicks());
    observer.observe(this.track);
    this.undo.push(() => observer.disconnect());
  }

  // Play or pause; an open question comes first.
  toggle() {
    if (this.player.playing || !this.predictions.remindOfQuestion()) this.player.toggle();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const { player } = this;
    const target = /** @type {Element} */ (event.target);
    if (this.dock.inert || this.rack.contains(target)) return;
    if (this.tools.key(event)) {
      consume(event);
    }
    if (hasModifier(event)) return;
    const at = /** @type {Element} */ (event.target);
    const inControl = at.matches("select, button, textarea, input:not(.cl-scrub), summary");
    if ((event.key === " " || event.key === "Enter") && inControl) return;
    if (at.matches("select, textarea")) return;
    /** @type {Record<string, () => void>} */
    const actions = {
      " ": () => this.toggle(),
      ArrowRight: () => player.step(1),
      ArrowLeft: () => player.step(-1),
      Home: () => { player.pause(); player.go(0); },
      End: () => { player.pause(); player.go(player.last); },
      f: () => this.lecture.toggle(),
    };
    const typing = at.matches("input:not(.cl-scrub)");
    const act = actions[event.key] ?? (typing ? undefined : this.lecture.key(event.key));
    if (!act) return;
    consume(event);
    act();
  }

  // The kernel sends the spec as text, a page has it as an object.
  /** @param {string | Spec} given @returns {Spec} */
  read(given) {
    if (typeof given !== "string") return given;
    if (given !== this.sent.text) this.sent = { text: given, spec: JSON.parse(given) };
    return this.sent.spec;
  }

  // The kernel has sent a picture.
  onPicture() {
    this.answer = true;
    queueMicrotask(() => { if (this.answer) this.load(); });
  }

  // The kernel has moved the frame. What comes with a picture is only cut to its length: the page
  // cuts its own, which may be newer.
  onFrame() {
    const spec = this.model.get("spec");
    if (this.cache.shown || (typeof spec === "string" && spec !== this.sent.text)) return;
    this.player.sync(this.model.get("frame"));
  }

  // A picture of the cache is to be shown in place of what the kernel has sent. The pointer is
  // faster than painting in space: its newest value is next, after a frame on the screen.
  show() {
    if (this.loading) this.missed = true;
    else this.load();
  }

  // What the kernel sent last.
  /** @returns {Picture} */
  get kernelPicture() {
    const buffers = { ...this.model.get("constant"), ...this.model.get("moving") };
    return { spec: this.read(this.model.get("spec")), buffers, at: this.model.get("at") ?? {} };
  }

  // A new scene or a new theme: arrays, panels, ticks; then the frame.
  async load() {
    if (!this.read(this.model.get("spec"))?.panels) return;
    const { answer, cache, spec: before } = this;
    this.answer = false;
    const sent = answer ? this.kernelPicture : null;
    const picture = sent ? cache.choose(sent) : cache.shown ?? this.kernelPicture;
    // The user has released the knob, and this is of an earlier value: what is shown stays until
    // the last.
    if (answer && !cache.drag && cache.shown && picture.spec === before) return;
    const { spec, buffers, at, ticks } = picture;
    this.player.away = Boolean(cache.shown);
    const theme = this.currentTheme();
    // What is shown is nearer to the pointer than what came: it is painted already.
    const stays = answer && cache.drag && spec === before && same(theme, this.theme);
    if (stays) {
      this.notify({ at, ticks, answer: sent?.at });
      return;
    }
    if (this.spec !== spec) {
      this.arrays = decodeAll(spec.arrays, buffers, this.arrays);
      this.player.load(spec.clock.values.length, this.model.get("frame"), spec.part);
    }
    if (this.spec !== spec) this.predictions.load(spec.questions);
    [this.spec, this.at] = [spec, at];
    // Iterates are never mixed: only a scene that blends something has frames between frames.
    const traces = /** @type {Spec} */ (spec).panels.flatMap((p) => p.traces);
    this.smooth = traces.some((t) => Object.values(t.bind).some(blends));
    this.showStale();
    this.theme = theme;
    this.el.setAttribute("aria-label", spec.title ? `${spec.title}: player` : "Player");
    // Pictures first: a canvas that sets type lets the page lay out what was changed before.
    const painting = this.loadPanels(spec, !(answer && cache.settles()));
    this.drawTicks();
    this.comes.hidden = !traces.some((t) => t.future);
    this.gauge.load(spec.gauge ?? null);
    this.lecture.choices();
    this.reserveHeight();
    this.follow();
    this.loading += 1;
    await painting.finally(() => { this.loading -= 1; });
    const first = !this.el.dataset.painted;
    this.el.dataset.painted = String(Number(this.el.dataset.painted ?? 0) + 1);
    this.notify({ at: this.at, ticks, answer: sent?.at });
    if (first) this.begin();
    else this.viewpoint.saveSoon(); // a view of axes that mean something else is gone
    if (!this.missed || this.loading) return;
    this.missed = false;
    this.loading += 1;
    this.nextLoad = requestAnimationFrame(() => {
      this.loading -= 1;
      this.load();
    });
  }

  // A picture is painted.
  /** @param {Painted} detail */
  notify(detail) {
    this.el.dataset.at = JSON.stringify(detail.at);
    this.el.dataset.part = String(Boolean(this.spec?.part));
    this.painted(detail);
    this.el.dispatchEvent(new CustomEvent("cl-painted", { detail, bubbles: true, composed: true }));
  }

  // The theme as the page has it now.
  /** @returns {Theme} */
  currentTheme() {
    const dark = isDark();
    this.el.classList.toggle("cl-dark", dark);
    const name = dark ? "dark" : "light";
    // To ask for it makes the page compute all its styles: once for each theme.
    const font = this.theme?.name === name ? this.theme.font : getComputedStyle(this.el).fontFamily;
    const { magnify } = this.lecture.projector;
    return { name, font, magnify, colours: this.model.get("themes")[name] };
  }

  // The first picture is there: looked at, and on the screen, as the model says.
  begin() {
    this.el.classList.remove("cl-empty");
    this.dock.inert = false;
    this.viewpoint.apply();
    this.syncPredict();
    if (this.model.get("projector")) this.lecture.sync(false);
  }

  /** @param {Spec} spec @param {boolean} glides whether marks may move to where they belong */
  async loadPanels(spec, glides) {
    while (this.panels.length > spec.panels.length) this.panels.pop()?.end();
    while (this.panels.length < spec.panels.length) {
      const panel = new PanelView(this.loadSpace, this.tools, () => this.viewpoint.saveSoon());
      this.panels.push(panel);
      panel.asked = this.hidden;
    }
    const { layout } = this;
    this.grid.arrange({ ...spec, layout }, this.panels);
    spec.panels.forEach(({ key }, i) => {
      this.panels[i].arrange(key === layout.hero, key !== this.lecture.layout.hero);
      this.panels[i].onTitle = () => this.bringForward(key === layout.hero ? "" : key);
    });
    this.showTools();
    const position = this.drawnPosition;
    const { arrays, theme } = this;
    await Promise.all(titled(spec, layout).map((p, i) => (
      this.panels[i].load(p, arrays, theme, position, glides))));
    // All pictures first: a canvas that sets type lets the page lay out what was changed before.
    for (const panel of this.panels) {
      panel.showHead();
      panel.explain(spec.terms);
    }
    this.moveCrosses();
    this.tools.sketch?.follow();
  }

  // Where the panels are placed here: as the scene, or a lecture, has it, except for one that the
  // user has made large, and for those that have no space next to the large one.
  get layout() {
    const { lecture, places } = this;
    const given = swapped(lecture.layout, this.model.get("front") ?? "");
    return lecture.projector.on ? given : crowded(given, places);
  }

  // Exchange a panel with the large one; "": each goes back to its own place.
  /** @param {string} key */
  async bringForward(key) {
    const before = this.layout.hero;
    this.grid.follow(key || before, key ? before : this.model.get("front"));
    store(this.model, "front", key);
    await this.arranged;
    const large = this.panels.find((p) => p.panel?.key === this.layout.hero);
    large?.enlarge.focus({ preventScroll: true });
    if (large?.enlarge.disabled) this.el.focus({ preventScroll: true });
  }

  async rearrange() {
    if (!this.spec) return;
    await this.load();
    this.player.notify();
  }

  // So many panels fit next to the large one.
  /** @param {number} places */
  setPlaces(places) {
    if (places === this.places) return;
    this.places = places;
    this.rearrange();
  }

  moveCrosses() {
    const crosses = this.model.get("crosses") ?? {};
    for (const panel of this.panels) panel.move(crosses[panel.panel?.key]);
  }

  drawTicks() {
    const { values, ticks } = this.spec.clock;
    const last = values.length - 1;
    // A picture of one frame after others with more has nothing to play; the layout of the page
    // stays.
    this.hasPlayed ||= last > 0;
    this.el.classList.toggle("cl-single", !this.hasPlayed);
    for (const one of [...this.transport, this.scrub]) one.disabled = !last;
    const marks = JSON.stringify([last, ticks]);
    if (marks === this.ticks.dataset.marks) return;
    this.ticks.dataset.marks = marks;
    this.scrub.max = String(last);
    this.ticks.replaceChildren(...ticks.map(([k, words]) => {
      const tick = node("span", "", words);
      tick.style.left = `${last ? (100 * k) / last : 0}%`;
      return tick;
    }));
    requestAnimationFrame(() => this.thinTicks()); // the page is laid out then in any case
  }

  // Of the numbers under the scrubber the ends are visible, and those between them that touch none.
  thinTicks() {
    const ticks = /** @type {HTMLElement[]} */ ([...this.ticks.children]);
    const boxes = ticks.map((tick) => tick.getBoundingClientRect());
    const end = ticks.length - 1;
    let lastRight = -Infinity;
    boxes.forEach(({ left, right }, i) => {
      const isFree = left > lastRight + TICK_GAP && right < boxes[end].left - TICK_GAP;
      const isSeen = i === 0 || i === end || isFree;
      ticks[i].style.visibility = isSeen ? "" : "hidden";
      if (isSeen) lastRight = right;
    });
  }

  // The tools are next to the title of the panel that they are for, or of the first; nothing is
  // edited where no kernel answers.
  showTools() {
    const spec = this.answers ? this.model.get("tools") : undefined;
    const home = this.panels.find((p) => p.panel?.key === spec?.panel) ?? this.panels[0];
    const caption = home?.root.querySelector("figcaption");
    const title = caption?.querySelector("strong");
    if (title && title.nextSibling !== this.tools.root) title.after(this.tools.root);
    this.tools.plane = () => home?.plane;
    this.tools.load(spec);
    for (const panel of this.panels) panel.showSubtitle();
  }

  // The position that is drawn.
  get drawnPosition() { return this.smooth ? this.player.position : this.player.frame; }

  // What is looked at, and from where. The model gets it now, and a message that goes with this may
  // reach the kernel before that.
  report() {
    const { drawnPosition: frame, player, viewpoint } = this;
    if (!player.isReportable) return {};
    player.report();
    return { frame, viewpoint: viewpoint.report() };
  }

  // Show the position of the player.
  follow() {
    const { spec, player } = this;
    if (!spec) return;
    const k = player.frame;
    this.scrub.value = String(player.position);
    this.scrub.style.setProperty("--cl-done", `${player.last ? (100 * player.position) / player.last : 0}%`);
    const words = this.counterWords(k);
    say(this.counter, words);
    this.scrub.setAttribute("aria-valuetext", words);
    this.showPlaying();
    if (this.wordsFrame !== `${k}` || this.wordsSpec !== spec) this.showWords(k);
    this.predictions.show(k);
    this.hide();
    for (const panel of this.panels) {
      if (panel.isBehind) panel.position = this.drawnPosition;
      else if (panel.panel) panel.draw(this.drawnPosition);
    }
    this.el.dataset.frame = String(player.position);
  }

  // Show the state of the player, whatever its position.
  showPlaying() {
    const { playing, loop, speed } = this.player;
    const playState = `${playing} ${loop} ${speed}`;
    if (playState === this.playState) return;
    this.playState = playState;
    this.playButton.replaceChildren(icon(playing ? "pause" : "play"));
    const action = playing ? "Pause" : "Play";
    this.playButton.title = action;
    this.playButton.setAttribute("aria-label", action);
    this.loopButton.setAttribute("aria-pressed", String(loop));
    this.speed.value = String(speed);
    // During play, a screen reader could not finish one sentence before the next.
    this.caption.setAttribute("aria-live", playing ? "off" : "polite");
  }

  // A panel has become visible.
  /** @param {string} key @param {boolean} byUser */
  onTab(key, byUser) {
    if (byUser && this.model.get("tab") !== key) {
      store(this.model, "tab", key);
    }
    const panel = this.panels.find((p) => p.panel?.key === key);
    if (panel?.arrays === this.arrays) panel?.draw(this.drawnPosition, true);
  }

  // The longest sentences and the most numbers, invisible in the place of the present ones: the
  // height of the page does not depend on the frame. During a drag, when only some are there, what
  // was reserved for the pictures before stays as well: no plot changes its size with each picture.
  reserveHeight() {
    const { captions, chips, clock, proof = [] } = this.spec;
    const drags = Boolean(this.cache.drag);
    if (!drags && !Array.isArray(captions)) return;
    this.gauge.reserve(chips, proof, drags);
    const before = drags ? this.reserved : NOTHING;
    const said = Object.values(captions);
    const shown = Object.keys(chips).map((k) => othersOf(this.spec, Number(k)));
    const sentences = longest(said.map(sentenceOf), before.sentences);
    const wholes = longest(said.map(wholeRunOf), before.wholes).filter(Boolean);
    const numbers = [...before.numbers, ...shown].sort((a, b) => sizeOf(b) - sizeOf(a)).slice(0, 2);
    const counters = longest(Object.values(clock.counters), before.counters);
    const reserved = { sentences, wholes, numbers, counters };
    if (same(reserved, this.reserved)) return;
    this.reserved = reserved;
    /** @param {string} className @param {(string | Node)[]} words */
    const invisible = (className, words = []) => (
      node("div", { class: `cl-reserve ${className}`, "aria-hidden": "true" }, ...words));
    [this.counter.dataset.longest] = counters;
    /** @type {HTMLElement} */ (this.caption.parentElement)
      .replaceChildren(this.caption, ...sentences.map((c) => invisible("cl-caption", sentence(c))));
    const box = /** @type {HTMLElement} */ (this.whole.parentElement);
    box.replaceChildren(this.whole, ...wholes.map((words) => invisible("cl-whole", unbroken(words))));
    box.hidden = !wholes.length;
    const others = /** @type {HTMLElement} */ (this.chips.parentElement);
    others.hidden = !numbers.some((chipped) => chipped.length);
    const reserves = numbers.map((chipped) => withChips(invisible("cl-chips"), chipped));
    others.replaceChildren(this.chips, ...reserves);
  }

  // Python's words for a frame; between frames only a clock that falls has words of its own.
  /** @param {number} k */
  counterWords(k) {
    const { clock } = this.spec;
    const { position } = this.player;
    return falls(clock.values) && position > k ? counter(clock, position) : clock.counters[k];
  }

  /** @param {number} k */
  showWords(k) {
    [this.wordsFrame, this.wordsSpec] = [`${k}`, this.spec];
    const { isStale } = this;
    const caption = isStale ? this.staleWords : this.spec.captions[k] ?? "…"; // comes after drags
    this.caption.replaceChildren(...sentence(caption));
    const whole = wholeRunOf(caption);
    if (this.whole.textContent !== whole) this.whole.replaceChildren(...unbroken(whole));
    withChips(this.chips, isStale ? [] : othersOf(this.spec, k));
    this.gauge.show(isStale ? null : this.spec.proof?.[k] ?? null, this.spec.chips[k] ?? []);
    const { terms } = this.spec;
    for (const place of [this.caption, this.whole, this.chips]) explain(place, terms);
    this.gauge.explain(terms);
  }

  // The present values of the knobs have no picture: what is drawn is dimmed, and proves nothing.
  showStale() {
    const { isStale } = this;
    if (!isStale && !this.el.classList.contains("cl-stale")) return;
    this.el.classList.toggle("cl-stale", isStale);
    if (this.spec) this.showWords(this.player.frame);
  }

  // During a drag, what the page itself has stored is of the present values, or will be.
  get isStale() {
    const { drag, shown } = this.cache;
    return Boolean(this.model.get("stale")) && !(drag && shown);
  }

  get staleWords() {
    const { model, at } = this;
    return staleWords(model.get("knobs") ?? [], model.get("states") ?? {}, at);
  }

  /** @param {boolean} on */
  turnPredict(on) {
    store(this.model, "predict", on);
    this.syncPredict();
  }

  syncPredict() {
    this.predictions.turn(Boolean(this.model.get("predict")));
    this.player.notify();
  }

  // A class answers in a room.
  syncVoteRoom() {
    const room = this.model.get("room");
    if (room?.code === this.predictions.votes?.room.code) return;
    this.predictions.setVoteRoom(room?.lead ? room : null);
  }

  // While a question is open, nothing on the stage shows what comes; nor does the picture before
  // it was played once, except for an answer that is explained.
  hide() {
    const { asked, explained } = this.predictions;
    const question = asked ?? (explained || this.player.showsFuture ? null : FUTURE_HIDDEN);
    this.comes.setAttribute("aria-pressed", String(!question));
    if (question === this.hidden) return;
    this.hidden = question;
    this.el.classList.toggle("cl-asking", Boolean(asked));
    for (const panel of this.panels) panel.hide(question);
  }

  /** @param {string} kind @param {string} text */
  say(kind, text) {
    this.model.set("status", { kind, text, detail: "" });
    this.showStatus();
  }

  // What the status line says: of the kernel, of what waits for it, or what Python says.
  /** @returns {{ kind: string, text: string, detail: string, share?: number }} */
  get news() {
    const { words } = this.pending;
    if (!this.answers) return KERNEL_ENDED;
    return words ? { kind: "waiting", text: words, detail: "" } : this.model.get("status");
  }

  showStatus() {
    const { kind, text: words, detail, share } = this.news;
    // That all is ready is news only after something was not.
    this.wasBusy ||= kind !== "ready";
    const text = words === "ready" && !this.wasBusy ? "" : words;
    const shown = JSON.stringify([kind, text, detail, share]);
    if (shown === this.statusShown) return;
    this.statusShown = shown;
    this.status.className = `cl-status cl-is-${kind}`;
    const waits = kind === "solving" || kind === "compiling" || kind === "waiting";
    this.el.setAttribute("aria-busy", String(waits));
    this.status.replaceChildren(node("span", "", text), ...(detail ? [
      node("details", "", node("summary", "", "Details"), node("pre", "", detail)),
    ] : []));
    const bar = node("progress", { "aria-label": "Preparing the picture" });
    if (typeof share === "number") bar.value = share;
    this.progress.replaceChildren(...(waits ? [bar, text] : []));
  }

  /** @param {any} content @param {DataView<ArrayBuffer>[]} buffers */
  receive(content, buffers) {
    if (content.kind === "heard") {
      this.pending.received(content.call);
      for (const panel of this.panels) panel.plane?.pointDrag.received(content.call);
    }
    if (this.player.leader !== this) return; // once, however many views there are
    if (content.kind === "held") this.cache.receive(content, buffers);
    if (content.kind === "table") this.tools.show(content.rows);
    if (content.kind === "download") save(content, buffers[0]);
    if (content.kind === "copy") copy(content.text, this.el);
  }

  end() {
    cancelAnimationFrame(this.nextLoad);
    for (const undo of this.undo) undo();
    this.viewpoint.end();
    this.fit?.end();
    this.predictions.setVoteRoom(null);
    this.cache.leave(this);
    this.lecture.projector.leave();
    this.player.leave(this);
    for (const panel of this.panels) panel.end();
  }
}
