// The frame that is shown: one player per Stage in a page, shared by all its views. It plays in the
// browser; the kernel gets the frame only when playing and scrubbing have stopped.

import { store } from "./model.js";
import { Shared } from "./shared.js";
import { isCalm } from "./theme.js";
import { clamp } from "./values.js";

/** @import { Follower } from "./types.js" */

export const SPEEDS = [0.25, 0.5, 1, 2, 4];
const SAVE_AFTER = 300; // ms without a move
const STORED_AS = "convexlab-what-comes"; // the key in the browser's storage
const MAX_STEP = 1000; // ms: a page that was hidden continues from where it was
const CALM_FRAME = 600; // ms at least between two frames where motion is to be reduced

function remembered() {
  try {
    return localStorage.getItem(STORED_AS) === "true";
  } catch {
    return false;
  }
}

/** @extends {Shared<Follower>} */
export class Player extends Shared {
  position = 0;
  last = 0;
  speed = 1;
  loop = false;
  playing = false;
  away = false; // whether the picture is not the kernel's
  moved = false; // whether the user has moved it since the kernel got the frame
  loaded = false; // whether it has had a scene
  part = false; // whether only a part of a picture is shown, which may have fewer frames
  // Where it was put last: a scene that is too short for that shows its own end meanwhile.
  wanted = { atEnd: false, position: 0 };
  request = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  resting;
  /** @type {Set<number>} */
  stops = new Set(); // frames at which an open question waits
  /** @type {Map<string, boolean | null>} */
  answers = new Map(); // key of a question -> whether the answer was right, null: nobody answered

  /** @param {Follower} view */
  leave(view) {
    super.leave(view);
    if (this.views.size) return;
    this.pause();
    clearTimeout(this.resting);
  }

  wasPlayed = false; // to the end, once
  showsAll = remembered(); // what comes is shown in any case

  // Whether later frames are shown.
  get showsFuture() { return this.wasPlayed || this.showsAll || !this.last; }

  /** @param {boolean} on */
  turnComes(on) {
    [this.showsAll, this.wasPlayed] = [on, false];
    try {
      localStorage.setItem(STORED_AS, String(on));
    } catch { /* a page from a file may store nothing */ }
    this.notify();
  }

  get leader() { return this.views.values().next().value; }
  get frame() { return Math.floor(this.position); }

  // A new scene: at the end the player stays at the end, otherwise it is where it was put last, or
  // as near to that as there are frames. `start` is where the first one begins: a view that is
  // added later finds the player where it is.
  /** @param {number} frames @param {number} [start] @param {boolean} [part] */
  load(frames, start = 0, part = false) {
    [this.last, this.part] = [frames - 1, part];
    if (!this.loaded) this.want(start);
    this.loaded = true;
    const { atEnd, position } = this.wanted;
    this.position = atEnd ? this.last : Math.min(position, this.last);
    this.wasPlayed ||= !part && this.last > 0 && this.position === this.last;
    this.settle();
  }

  /** @param {number} position */
  want(position) {
    this.wanted = { atEnd: this.last > 0 && position >= this.last, position };
  }

  // The whole scene takes the same time however long the trace: 3 to 12 seconds at speed 1.
  get perSecond() {
    const seconds = Math.min(12, Math.max(3, 0.35 * this.last));
    return (this.last / seconds) * this.speed;
  }

  /** @param {number} position */
  go(position) {
    const at = clamp(position, 0, this.last);
    this.want(at);
    if (at === this.position) return;
    this.position = at;
    this.moved = true;
    this.wasPlayed ||= at === this.last;
    this.notify();
    this.settle();
  }

  // The kernel moved the frame. It may only have cut one that the user has left to the length of
  // another scene: where it has not got the user's, it gets that.
  /** @param {number} frame */
  sync(frame) {
    if (this.playing || this.moved || frame === this.position) return;
    this.go(frame);
    this.moved = false;
  }

  /** @param {number} by */
  step(by) {
    this.pause();
    this.go(by > 0 ? this.frame + by : Math.ceil(this.position) + by);
  }

  toggle() { this.playing ? this.pause() : this.play(); }

  play() {
    if (!this.last) return;
    if (this.position >= this.last) this.position = 0;
    this.want(this.position);
    this.playing = true;
    let [due, before] = [0, performance.now()]; // ms that are not played yet, and until when
    const calm = isCalm(); // then from whole frame to whole frame, with time to look at each
    /** @param {number} now */
    const tick = (now) => {
      if (!this.playing) return;
      due += Math.min(now - before, MAX_STEP);
      before = now;
      const frames = (due / 1000) * this.perSecond;
      if (!calm || (due >= CALM_FRAME && frames >= 1)) {
        this.advance(calm ? Math.floor(frames) : frames);
        due = 0;
      }
      this.request = requestAnimationFrame(tick);
    };
    this.request = requestAnimationFrame(tick);
    this.notify();
  }

  /** @param {number} by */
  advance(by) {
    const next = this.position + by;
    const stop = [...this.stops].filter((s) => s > this.position && s <= next);
    if (stop.length) {
      this.go(Math.min(...stop));
      this.pause();
    } else if (next < this.last) {
      this.go(next);
    } else if (this.loop && this.position === this.last) {
      this.go(0);
    } else if (this.loop) {
      this.go(this.last); // the end is shown as well
    } else {
      this.go(this.last);
      this.pause();
    }
  }

  pause() {
    cancelAnimationFrame(this.request);
    if (!this.playing) return;
    this.playing = false;
    this.notify();
    this.settle();
  }

  notify() { for (const view of this.views) view.follow(); }

  settle() {
    clearTimeout(this.resting);
    this.resting = setTimeout(() => {
      if (this.playing || !this.leader || !this.isReportable) return;
      this.report();
      this.moved = false;
    }, SAVE_AFTER);
  }

  // Whether the picture is the kernel's, and whole.
  get isReportable() { return !this.away && !this.part; }

  // Let the kernel have the frame.
  report() {
    const { model, drawnPosition } = /** @type {Follower} */ (this.leader);
    if (model.get("frame") !== drawnPosition) store(model, "frame", drawnPosition);
  }
}
