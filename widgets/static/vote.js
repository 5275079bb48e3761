// A class votes: a question goes to the room when it is asked, how many have answered comes back,
// and what they chose once it is to be shown. Phones get nothing else.

import { VOTES } from "./aim.js";
import { button, node, say, svg } from "./dom.js";

/** @import { Aiming } from "./aim.js" */
/** @import { Plane } from "./plane.js" */
/** @import { Invitation, Question, RoomState, Secret } from "./types.js" */

const POLL_EVERY = 1000; // ms
const PICTURE_WIDTH = 640; // pixels of the picture that is tapped on

export class Votes {
  /** @type {RoomState | undefined} */
  state = undefined;
  /** @type {Question | undefined} */
  question = undefined;
  /** @type {HTMLElement[]} */
  rows = [];
  /** @type {Aiming | undefined} */
  aim = undefined;
  ended = false;

  /** @param {Invitation} room @param {() => void} onFirstState */
  constructor(room, onFirstState) {
    this.room = room;
    this.onFirstState = onFirstState;
    this.count = node("p", { class: "cl-room-count", role: "status" });
    const { code } = room;
    const address = node("p", "cl-room-at",
      node("span", "", room.join.slice(0, -code.length).replace(/^http:\/\//, "")),
      node("span", "cl-room-code", `${code.slice(0, 4)}-${code.slice(4)}`));
    this.root = node("aside", "cl-room-join", qrCode(room.qr), address, this.count);
    this.again = leadButton("Vote again (T)", () => this.post({ do: "again" }));
    this.show = leadButton("Histogram (H)", () => this.post({ do: "show" }));
    this.poll();
  }

  /** @param {string} name @returns {(() => void) | undefined} */
  key(name) {
    const act = { t: this.again, h: this.show }[name.toLowerCase()];
    return act && !act.disabled ? () => act.click() : undefined;
  }

  // Put the question to the room, in whatever state the room has it already.
  /**
   * @param {Question} question @param {Secret} secret @param {HTMLElement[]} rows one an option
   * @param {Aiming} [aim] where it is answered by tapping
   */
  async ask(question, secret, rows, aim) {
    Object.assign(this, { question, rows, aim });
    const { key: name, prompt, options } = question;
    const what = { do: "ask", key: name, prompt, options, answer: secret.answer };
    if (!aim) return this.post(what);
    const { start } = /** @type {NonNullable<Question["aim"]>} */ (question.aim);
    const { target, within } = secret;
    await new Promise(requestAnimationFrame); // then the picture of this frame is there
    const { ranges } = aim.plane.layout();
    const picture = screenshot(aim.plane);
    return this.post({ ...what, aim: { start, target, within, ranges, picture } });
  }

  // The answer is on the projector: the vote is closed and phones are notified.
  reveal() { return this.post({ do: "reveal" }); }

  close() {
    if (!this.question) return;
    Object.assign(this, { question: undefined, rows: [], aim: undefined });
    this.post({ do: "close" });
  }

  /** @param {object} act */
  post(act) { return this.update(this.send(act)); }

  /** @param {object} [act] @returns {Promise<RoomState>} */
  async send(act) {
    const headers = { "X-Room-Key": this.room.key, ...(act && { "Content-Type": "application/json" }) };
    const how = act ? { method: "POST", body: JSON.stringify(act) } : {};
    const answer = await fetch(this.room.lead, { ...how, headers, cache: "no-store" });
    if (!answer.ok) throw new Error((await answer.json().catch(() => ({}))).error ?? "Refused.");
    return answer.json();
  }

  /** @param {Promise<RoomState>} answer */
  async update(answer) {
    try {
      const state = await answer;
      const first = !this.state;
      this.state = state;
      this.ended = state.closed;
      if (first) this.onFirstState();
      this.paint();
    } catch (error) {
      say(this.count, error instanceof TypeError ? "No connection to the room." : String(/** @type {Error} */ (error).message));
    }
  }

  // Poll its state, which also says that the lecturer is there.
  async poll() {
    await this.update(this.send());
    if (!this.ended) this.timer = setTimeout(() => this.poll(), POLL_EVERY);
  }

  paint() {
    const { state } = this;
    if (!state) return;
    const isOwn = Boolean(this.question) && state.key === this.question?.key;
    const of = `of ${state.people} in the room`;
    const vote = state.round === 2 ? "second vote" : "first vote";
    const cloud = this.aim && isOwn && state.shown ? state.cloud ?? [] : [];
    const asked = `${state.answered} ${of}, ${vote}${inThePicture(cloud)}`;
    say(this.count, state.closed ? "The room is closed." : isOwn ? asked : `${state.people} in the room`);
    this.again.disabled = !isOwn || state.round !== 1 || Boolean(state.revealed);
    this.show.disabled = !isOwn || Boolean(state.shown);
    const counts = isOwn && state.shown ? state.counts : undefined;
    const most = Math.max(1, ...counts?.map(sum) ?? []);
    this.rows.forEach((row, i) => {
      showBars(row, counts?.map((round) => [round[i], sum(round)]), most);
    });
    if (this.aim) this.aim.showVotes(cloud);
  }

  end() {
    this.ended = true;
    clearTimeout(this.timer);
  }
}

// How many clicks of each vote are in the picture, and their marks there.
/** @param {number[][][]} cloud */
function inThePicture(cloud) {
  const words = cloud.map((points, k) => [points.length, `${"○◆"[k]} ${VOTES[k].words}: ${points.length}`]);
  return words.filter(([many]) => many).map(([, said]) => `; ${said}`).join("");
}

/** @param {number[]} values */
const sum = (values) => values.reduce((all, v) => all + v, 0);

// How many chose an option, in each round that anybody answered, on one scale.
/**
 * @param {HTMLElement} row @param {number[][] | undefined} rounds
 * @param {number} most of the votes of a round
 */
function showBars(row, rounds, most) {
  const words = JSON.stringify([rounds ?? null, most]);
  if (row.dataset.counts === words) return;
  row.dataset.counts = words;
  row.querySelector(".cl-bars")?.remove();
  const answered = rounds?.map(([n, all], k) => [n, all, k + 1]).filter(([, all]) => all) ?? [];
  if (!rounds) return;
  const box = row.appendChild(node("span", "cl-bars"));
  for (const [n, all, round] of answered) {
    const title = `${round === 1 ? "first" : "second"} vote`;
    const about = { class: `cl-bar-${round}`, title, "aria-label": `${title}: ${n} of ${all}` };
    const bar = box.appendChild(node("span", about, node("span", "", `${n}`)));
    bar.style.setProperty("--cl-share", String(n / most));
  }
}

/** @param {string} words @param {() => void} action */
function leadButton(words, action) {
  const made = button("cl-option cl-lead", words, action);
  made.disabled = true;
  return made;
}

/** @param {{ path: string, size: number }} qr */
function qrCode({ path, size }) {
  return svg("svg", {
    viewBox: `-4 -4 ${size + 8} ${size + 8}`, class: "cl-qr", role: "img",
    "aria-label": "QR code of the address", "shape-rendering": "crispEdges",
  }, svg("path", { d: path }));
}

// The present plot of a plane, without its axes, as a JPEG in base 64.
/** @param {Plane} plane */
function screenshot(plane) {
  plane.paint();
  const { place, size } = plane.layout();
  const { box } = place;
  const canvas = node("canvas");
  const height = Math.round((PICTURE_WIDTH * box.height) / box.width);
  [canvas.width, canvas.height] = [PICTURE_WIDTH, height];
  const ctx = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  ctx.fillStyle = getComputedStyle(plane.box.closest(".cl-stage") ?? plane.box).getPropertyValue("--cl-paper") || "#fff";
  ctx.fillRect(0, 0, canvas.width, canvas.height);
  const ratio = plane.ground.width / size.width;
  const part = [box.x, box.y, box.width, box.height].map((v) => v * ratio);
  const [left, top, wide, high] = part;
  ctx.drawImage(plane.ground, left, top, wide, high, 0, 0, PICTURE_WIDTH, height);
  ctx.drawImage(plane.canvas, 0, 0, PICTURE_WIDTH, height);
  return canvas.toDataURL("image/jpeg", 0.85).split(",")[1];
}
