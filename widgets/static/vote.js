// A class votes: a question goes to the room when it is asked, how many have answered comes back,
// and what they chose once it is to be shown. Phones hear of nothing else.

import { node, say } from "./dom.js";

/** @import { Aiming } from "./aim.js" */
/** @import { Plane } from "./plane.js" */
/** @import { Invitation, Question, RoomState, Secret } from "./types.js" */

const EVERY = 1000; // ms between two looks at the room
const WIDE = 640; // pixels of the picture that is tapped on

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

  /** @param {Invitation} room @param {(state: RoomState) => void} entered called once */
  constructor(room, entered) {
    this.room = room;
    this.entered = entered;
    this.root = node("aside", "cl-room-door");
    this.count = node("p", "cl-room-count");
    this.count.setAttribute("role", "status");
    const at = node("p", "cl-room-at");
    const [place, letters] = [room.join.slice(0, -room.code.length), room.code];
    at.append(node("span", "", place.replace(/^http:\/\//, "")));
    at.append(node("span", "cl-room-code", `${letters.slice(0, 4)}-${letters.slice(4)}`));
    this.root.append(code(room.qr), at, this.count);
    this.again = key("Vote again (T)", () => this.do({ do: "again" }));
    this.show = key("Histogram (H)", () => this.do({ do: "show" }));
    this.look();
  }

  /** @param {string} name @returns {(() => void) | undefined} */
  key(name) {
    const act = { t: this.again, h: this.show }[name.toLowerCase()];
    return act && !act.disabled ? () => act.click() : undefined;
  }

  // Ask the room this, in whatever state it has it already.
  /**
   * @param {Question} question @param {Secret} secret @param {HTMLElement[]} rows one an option
   * @param {Aiming} [aim] where it is answered by tapping
   */
  async ask(question, secret, rows, aim) {
    Object.assign(this, { question, rows, aim });
    const { key: name, prompt, options } = question;
    const what = { do: "ask", key: name, prompt, options, answer: secret.answer };
    if (!aim) return this.do(what);
    const { start } = /** @type {NonNullable<Question["aim"]>} */ (question.aim);
    const { target, within } = secret;
    await new Promise(requestAnimationFrame); // then the picture of this frame is there
    const { ranges } = aim.plane.layout();
    return this.do({ ...what, aim: { start, target, within, ranges, picture: taken(aim.plane) } });
  }

  close() {
    if (!this.question) return;
    Object.assign(this, { question: undefined, rows: [], aim: undefined });
    this.do({ do: "close" });
  }

  /** @param {object} act */
  do(act) { return this.hear(this.send(act)); }

  /** @param {object} [act] @returns {Promise<RoomState>} */
  async send(act) {
    const headers = { "X-Room-Key": this.room.key, ...(act && { "Content-Type": "application/json" }) };
    const how = act ? { method: "POST", body: JSON.stringify(act) } : {};
    const answer = await fetch(this.room.lead, { ...how, headers, cache: "no-store" });
    if (!answer.ok) throw new Error((await answer.json().catch(() => ({}))).error ?? "Refused.");
    return answer.json();
  }

  /** @param {Promise<RoomState>} answer */
  async hear(answer) {
    try {
      const state = await answer;
      const first = !this.state;
      this.state = state;
      this.ended = state.closed;
      if (first) this.entered(state);
      this.paint();
    } catch (error) {
      say(this.count, error instanceof TypeError ? "No connection to the room." : String(/** @type {Error} */ (error).message));
    }
  }

  // Look at the room now and then; that is also the sign that the lecturer is there.
  async look() {
    await this.hear(this.send());
    if (!this.ended) this.timer = setTimeout(() => this.look(), EVERY);
  }

  paint() {
    const { state } = this;
    if (!state) return;
    const mine = Boolean(this.question) && state.key === this.question?.key;
    const of = `of ${state.people} in the room`;
    const vote = state.round === 2 ? "second vote" : "first vote";
    say(this.count, state.closed ? "The room is closed." : mine ? `${state.answered} ${of}, ${vote}` : `${state.people} in the room`);
    this.again.disabled = !mine || state.round !== 1;
    this.show.disabled = !mine || Boolean(state.shown);
    const counts = mine && state.shown ? state.counts : undefined;
    this.rows.forEach((row, i) => bars(row, counts?.map((round) => [round[i], sum(round)])));
    if (this.aim) this.aim.scatter(mine && state.shown ? state.cloud ?? [] : []);
  }

  end() {
    this.ended = true;
    clearTimeout(this.timer);
  }
}

/** @param {number[]} values */
const sum = (values) => values.reduce((all, v) => all + v, 0);

// How many chose an option, in each round that anybody answered.
/** @param {HTMLElement} row @param {number[][] | undefined} rounds */
function bars(row, rounds) {
  const words = JSON.stringify(rounds ?? null);
  if (row.dataset.counts === words) return;
  row.dataset.counts = words;
  row.querySelector(".cl-bars")?.remove();
  const held = rounds?.map(([n, all], k) => [n, all, k + 1]).filter(([, all]) => all) ?? [];
  if (!rounds) return;
  const box = row.appendChild(node("span", "cl-bars"));
  for (const [n, all, round] of held) {
    const bar = box.appendChild(node("span", `cl-bar-${round}`));
    bar.style.setProperty("--cl-share", String(n / all));
    const when = round === 1 ? "first" : "second";
    bar.append(node("span", "", `${n}`));
    bar.setAttribute("aria-label", `${when} vote: ${n} of ${all}`);
    bar.title = `${when} vote`;
  }
}

/** @param {string} words @param {() => void} action */
function key(words, action) {
  const made = node("button", "cl-option cl-lead", words);
  made.type = "button";
  made.disabled = true;
  made.addEventListener("click", action);
  return made;
}

/** @param {{ path: string, size: number }} qr */
function code({ path, size }) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", `-4 -4 ${size + 8} ${size + 8}`);
  svg.setAttribute("class", "cl-qr");
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", "QR code of the address");
  svg.setAttribute("shape-rendering", "crispEdges");
  const modules = svg.appendChild(document.createElementNS("http://www.w3.org/2000/svg", "path"));
  modules.setAttribute("d", path);
  return svg;
}

// The plot of a plane as it stands, without its axes, as a JPEG in base 64.
/** @param {Plane} plane */
function taken(plane) {
  plane.paint();
  const { place, size } = plane.layout();
  const { box } = place;
  const canvas = node("canvas");
  [canvas.width, canvas.height] = [WIDE, Math.round((WIDE * box.height) / box.width)];
  const ctx = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  ctx.fillStyle = getComputedStyle(plane.box.closest(".cl-stage") ?? plane.box).getPropertyValue("--cl-paper") || "#fff";
  ctx.fillRect(0, 0, canvas.width, canvas.height);
  const ratio = plane.ground.width / size.width;
  const part = [box.x, box.y, box.width, box.height].map((v) => v * ratio);
  const { width, height } = canvas;
  ctx.drawImage(plane.ground, part[0], part[1], part[2], part[3], 0, 0, width, height);
  ctx.drawImage(plane.canvas, 0, 0, width, height);
  return canvas.toDataURL("image/jpeg", 0.85).split(",")[1];
}
