// Predict, then see: while the mode is on, the player stops where the scene asks, what would give
// the answer away is hidden, and a first wrong choice is followed by another try. The tally
// survives moves of knobs.

import { judge } from "./aim.js";
import { button, node } from "./dom.js";
import { unsealed } from "./seal.js";
import { field, short } from "./text.js";
import { Votes } from "./vote.js";

/** @import { Aiming } from "./aim.js" */
/** @import { Invitation, Question, Secret } from "./types.js" */
/** @import { StageView } from "./stage.js" */

// What is said of a click that was not near enough, by what `judge` says: first, and at the end.
const HINTS = ["", "The right way, but not far enough. Once more.", "The right way, but too far. Once more.", "Another way. Once more."];
const POSED_FROM = 480; // pixels of a plot in which a question fits
const MISSES = ["", "Nearly: the right way, but not far enough. ", "Nearly: the right way, but too far. ", "It goes another way. "];

export class Predictions {
  on = false;
  /** @type {Question[]} */
  questions = [];
  /** @type {Question | undefined} */
  asked;
  /** @type {Question | undefined} */
  explained;
  tries = 0;
  /** @type {Aiming | undefined} */
  aim; // takes the click that answers, from the question to Continue
  /** @type {Votes | undefined} */
  votes; // the room in which a class answers
  resumed = false; // whether the page has continued where the room was
  box = node("div", "cl-ask"); // where it asks
  toggle = button({
    class: "cl-button cl-predict", title: "Predict: the player stops, hides what comes, and asks",
  }, "Predict", () => this.stage.turnPredict(!this.on));
  tally = button({
    class: "cl-button cl-tally", title: "Start again: forget all answers",
  }, null, () => this.again());

  /** @param {StageView} stage */
  constructor(stage) {
    this.stage = stage;
    this.player = stage.player;
    this.box.hidden = true;
    // In a picture, what its buttons take is no answer.
    for (const kind of ["click", "pointerdown", "dblclick"]) {
      this.box.addEventListener(kind, (event) => event.stopPropagation());
    }
  }

  // Let a class answer in a room, or stop that.
  /** @param {Invitation | null} room */
  setVoteRoom(room) {
    this.votes?.end();
    this.votes = room ? new Votes(room, () => this.resume()) : undefined;
    this.resumed = false;
    this.box.classList.toggle("cl-voting", Boolean(room));
    // An open question is asked again, of those who answer from now on.
    this.asked = undefined;
    this.player.notify();
  }

  // A page that was loaded again continues at the room's question, once its picture, the mode and
  // the room's state are there, in whatever order they come.
  resume() {
    const state = this.votes?.state;
    if (!state || !this.on || this.resumed) return;
    this.resumed = true;
    for (const key of state.done) this.player.answers.set(key, null);
    const open = this.questions.find((q) => q.key === state.key && q.prompt === state.prompt);
    this.refresh();
    if (open) this.player.go(open.frame);
    this.player.notify();
    if (state.revealed && open && this.asked === open) this.reveal();
  }

  // Play pressed while a question is open says so.
  remindOfQuestion() {
    const hint = this.box.querySelector(".cl-again");
    if (!this.asked || !hint) return false;
    hint.textContent = "A question is open: answer it or skip it, and the picture plays on.";
    return true;
  }

  /** @param {boolean} on */
  turn(on) {
    this.on = on;
    this.refresh();
    this.resume();
  }

  // Another scene: what was answered stays answered.
  /** @param {Question[]} questions */
  load(questions) {
    this.questions = questions;
    this.explained = undefined;
    this.asked = undefined;
    this.stopAiming();
    this.refresh();
  }

  // No click answers from now on.
  stopAiming() {
    this.aim?.close();
    this.aim = undefined;
    this.place();
  }

  // Where it asks: in the picture that is clicked for the answer, where that is wide enough; else
  // below.
  place() {
    const { box, stage: { dock } } = this;
    const plot = this.votes || this.stage.lecture.projector.on ? undefined : this.aim?.plane.box;
    const isPosed = Boolean(plot && plot.clientWidth >= POSED_FROM);
    box.classList.toggle("cl-posed", isPosed);
    const home = isPosed && plot ? plot : dock;
    if (box.parentElement !== home) home.append(box);
  }

  again() {
    this.player.answers.clear();
    this.explained = undefined;
    this.refresh();
    this.player.notify();
  }

  refresh() {
    const { answers } = this.player;
    this.toggle.hidden = !this.questions.length;
    this.toggle.setAttribute("aria-pressed", String(this.on));
    const given = [...answers.values()].filter((one) => one !== null);
    const [right, all] = [given.filter(Boolean).length, given.length];
    this.tally.hidden = !(this.on && all);
    this.tally.textContent = `${right} of ${all} right`;
    this.tally.setAttribute("aria-label", `${right} of ${all} predictions right; start again`);
    this.player.stops = new Set(this.open().map((q) => q.frame));
  }

  /** @returns {Question[]} */
  open() { return this.on ? this.questions.filter((q) => !this.player.answers.has(q.key)) : []; }

  // Ask what frame `k` asks, if anything.
  /** @param {number} k */
  show(k) {
    if (this.explained?.frame === k && this.on) return;
    this.explained = undefined;
    const waits = this.votes && !this.votes.state; // for what the room has asked already
    const open = waits ? undefined : this.open().find((q) => q.frame === k);
    if (open === this.asked && this.box.hidden !== Boolean(open)) return;
    this.asked = open;
    this.box.hidden = !open;
    this.stopAiming();
    this.stage.hide();
    if (open) this.ask(open);
  }

  /** @param {Question} question */
  ask(question) {
    this.tries = 0;
    const hint = node("span", { class: "cl-again", role: "status" });
    const options = question.aim ? [this.invite(question, hint)] : this.choices(question, hint);
    const skip = option("Skip", () => this.close(question));
    skip.classList.add("cl-skip");
    const reveal = option("Answer (R)", () => this.reveal());
    const peek = option("Picture (V)", () => this.peek());
    peek.classList.add("cl-clicker");
    reveal.classList.add(this.votes ? "cl-lead" : "cl-clicker");
    const keys = node("div", "cl-keys");
    const lead = this.votes ? [this.votes.again, this.votes.show] : [];
    keys.append(...lead, reveal, ...(question.aim ? [] : [peek]), skip);
    this.showPicture(question);
    const join = this.votes ? [this.votes.root] : [];
    const prompt = node("strong", "", question.prompt);
    this.box.replaceChildren(prompt, ...options, hint, keys, ...join);
    this.votes?.ask(question, this.secret(question), question.aim ? [] : options, this.aim);
  }

  /** @param {Question} question @param {HTMLElement} hint */
  choices(question, hint) {
    if (this.votes) return question.options.map((words) => node("div", "cl-option", words));
    return question.options.map((words, i) => {
      const choice = option(words, () => {
        if (this.answer(question, i)) return;
        choice.disabled = true;
        hint.textContent = "Not that one. Once more.";
      });
      const place = question.rings?.places[i];
      if (place) choice.setAttribute("aria-label", `${words}, (${place.map((v) => short(v)).join(", ")})`);
      return choice;
    });
  }

  // A question to be answered in the picture: how, by pointer and by keys.
  /** @param {Question} question @param {HTMLElement} hint */
  invite(question, hint) {
    const { panel, start } = /** @type {NonNullable<Question["aim"]>} */ (question.aim);
    this.aim = this.stage.panels.find((p) => p.panel?.key === panel)?.plane?.aim;
    this.place();
    // Clear of the start.
    this.box.classList.toggle("cl-low", Boolean(this.aim?.isHigh(start)));
    if (this.votes) {
      this.aim?.open(start, null);
      return node("span", "cl-how", "Tap where it will be, on your phone.");
    }
    this.aim?.open(start, {
      moved: (point) => { hint.textContent = `Cursor at (${point.map(field).join(", ")})`; },
      answered: (point) => {
        const verdict = judge({ start, ...this.secret(question) }, point);
        if (!this.answer(question, verdict, point)) hint.textContent = HINTS[verdict];
      },
    });
    return node("span", "cl-how", "Click there; or move a cursor with the arrow keys, and press Enter.");
  }

  /** @param {Question} question @returns {Secret} */
  secret(question) { return unsealed(question.sealed); }

  // A class that votes gets picture and question together, and so does anyone who is asked about
  // the picture.
  /** @param {Question | undefined} question */
  showPicture(question) {
    const isPicture = this.votes ?? question?.aim ?? question?.rings;
    this.box.classList.toggle("cl-peeking", Boolean(question && isPicture));
  }

  // Keys of a lecture: R shows the answer, V the picture behind the question and back.
  /** @param {string} key @returns {(() => void) | undefined} */
  key(key) {
    if (!this.asked) return undefined;
    const own = { r: () => this.reveal(), v: () => this.peek() }[key.toLowerCase()];
    return own ?? this.votes?.key(key);
  }

  peek() { if (!this.asked?.aim) this.box.classList.toggle("cl-peeking"); }

  // The answer, without a student's: it does not count.
  reveal() {
    const question = this.asked;
    if (!question) return;
    this.player.answers.set(question.key, null);
    const words = question.aim ? "" : `${question.options[this.secret(question).answer]}. `;
    this.explain(question, words, "cl-good");
  }

  // Whether that was the last try: the first wrong choice of several is not.
  /** @param {Question} question @param {number} i @param {number[]} [at] */
  answer(question, i, at) {
    const { answer } = this.secret(question);
    const right = i === answer;
    this.tries += 1;
    const given = { key: question.key, choice: i, tries: this.tries, ...(at && { at }) };
    this.stage.send({ kind: "answer", ...given });
    if (!right && this.tries === 1 && question.options.length > 2) return false;
    this.player.answers.set(question.key, right);
    const again = right && this.tries > 1 ? "Yes, at the second try. " : "Yes. ";
    const miss = question.aim ? MISSES[i] : `It is “${question.options[answer]}”. `;
    this.explain(question, right ? again : miss, right ? "cl-good" : "cl-warn");
    return true;
  }

  // Say what is right and why, over the picture.
  /** @param {Question} question @param {string} verdict @param {string} className */
  explain(question, verdict, className) {
    this.explained = question;
    this.box.classList.remove("cl-peeking");
    this.votes?.reveal();
    this.refresh();
    this.asked = undefined;
    this.stage.hide();
    const { why, target, within } = this.secret(question);
    this.aim?.reveal({ target, within });
    const text = node("p", { class: className, role: "status" }, verdict + why + (this.aim?.apart ?? ""));
    const on = option("Continue", () => {
      this.close(question);
      if (!this.asked) this.player.play();
    });
    const voted = this.votes && !question.aim ? this.votes.rows : [];
    voted[this.secret(question).answer]?.classList.add("cl-right");
    this.box.replaceChildren(node("strong", "", question.prompt), ...voted, text, on);
    on.focus();
  }

  // Continue; a question without an answer is as one answered wrongly.
  /** @param {Question} question */
  close(question) {
    this.explained = undefined;
    // A student who has answered can continue by keys.
    if (this.box.contains(document.activeElement)) this.stage.el.focus({ preventScroll: true });
    this.stopAiming();
    this.votes?.close();
    if (!this.player.answers.has(question.key)) this.player.answers.set(question.key, false);
    this.refresh();
    this.player.notify();
  }
}

/** @param {string} words @param {() => void} action */
const option = (words, action) => button("cl-option", words, action);
