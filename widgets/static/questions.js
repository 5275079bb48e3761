// Predict, then see: while the mode is on, the player stops where the scene asks, what would tell
// is hidden, and a first wrong choice is followed by another try. The tally outlives knob moves.

import { judge } from "./aim.js";
import { node } from "./dom.js";
import { unsealed } from "./seal.js";
import { field } from "./text.js";

/** @import { Aiming } from "./aim.js" */
/** @import { Question, Secret } from "./types.js" */
/** @import { Player } from "./player.js" */

// What a click is told that was not near enough, by what `judge` says: first, and at the end.
const HINTS = ["", "The right way, but not far enough. Once more.", "The right way, but too far. Once more.", "Another way. Once more."];
const MISSES = ["", "Nearly: the right way, but not far enough. ", "Nearly: the right way, but too far. ", "It goes another way. "];

export class Predictions {
  /**
   * @param {Player} player
   * @param {HTMLElement} box where it asks
   * @param {{
   *   hide: (question: Question | null) => void,
   *   follow: () => void,
   *   turn: (on: boolean) => void,
   *   answered: (answer: { key: string, choice: number, tries: number, at?: number[] }) => void,
   *   aiming: (panel: string) => Aiming | undefined,
   * }} stage
   */
  constructor(player, box, stage) {
    this.player = player;
    this.box = box;
    this.stage = stage;
    this.on = false;
    /** @type {Question[]} */
    this.questions = [];
    /** @type {Question | undefined} */
    this.asked = undefined;
    /** @type {Question | undefined} */
    this.explained = undefined;
    this.lecture = false; // whether a class answers by hand, and a key shows the answer
    this.tries = 0;
    /** @type {Aiming | undefined} */
    this.aim = undefined; // what a click answers by, from the question to Continue
    this.toggle = node("button", "cl-button cl-predict", "Predict");
    this.toggle.type = "button";
    this.toggle.title = "Predict: the player stops, hides what comes, and asks";
    this.toggle.addEventListener("click", () => stage.turn(!this.on));
    this.tally = node("button", "cl-button cl-tally");
    this.tally.type = "button";
    this.tally.title = "Start again: forget all answers";
    this.tally.addEventListener("click", () => this.again());
    box.hidden = true;
  }

  /** @param {boolean} on */
  turn(on) {
    this.on = on;
    this.refresh();
  }

  // Another scene: what was answered stays answered.
  /** @param {Question[]} questions */
  load(questions) {
    this.questions = questions;
    this.explained = undefined;
    this.asked = undefined;
    this.leave();
    this.refresh();
  }

  // Nothing is aimed at any more.
  leave() {
    this.aim?.close();
    this.aim = undefined;
  }

  again() {
    this.player.answers.clear();
    this.explained = undefined;
    this.refresh();
    this.stage.follow();
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
    const open = this.open().find((q) => q.frame === k);
    if (open === this.asked && this.box.hidden !== Boolean(open)) return;
    this.asked = open;
    this.box.hidden = !open;
    this.leave();
    this.stage.hide(open ?? null);
    if (open) this.ask(open);
  }

  /** @param {Question} question */
  ask(question) {
    this.tries = 0;
    const hint = node("span", "cl-again");
    hint.setAttribute("role", "status");
    const options = question.aim ? [this.invite(question, hint)] : this.choices(question, hint);
    const skip = option("Skip", () => this.close(question));
    skip.classList.add("cl-skip");
    const reveal = option("Answer (R)", () => this.reveal());
    const peek = option("Picture (V)", () => this.peek());
    for (const one of [reveal, peek]) one.classList.add("cl-clicker");
    const keys = node("div", "cl-keys");
    keys.append(reveal, ...(question.aim ? [] : [peek]), skip);
    this.uncover(question);
    this.box.replaceChildren(node("strong", "", question.prompt), ...options, hint, keys);
  }

  /** @param {Question} question @param {HTMLElement} hint */
  choices(question, hint) {
    return question.options.map((words, i) => {
      const choice = option(words, () => {
        if (this.answer(question, i)) return;
        choice.disabled = true;
        hint.textContent = "Not that one. Once more.";
      });
      return choice;
    });
  }

  // A question to be answered in the picture: how, by hand and by keys.
  /** @param {Question} question @param {HTMLElement} hint */
  invite(question, hint) {
    const { panel, start } = /** @type {NonNullable<Question["aim"]>} */ (question.aim);
    this.aim = this.stage.aiming(panel);
    this.aim?.open(start, {
      moved: (point) => { hint.textContent = `Cursor at (${point.map(field).join(", ")})`; },
      answered: (point) => {
        const told = judge({ start, ...this.secret(question) }, point);
        if (!this.answer(question, told, point)) hint.textContent = HINTS[told];
      },
    });
    return node("span", "cl-how", "Click there; or move a cursor with the arrow keys, and press Enter.");
  }

  /** @param {Question} question @returns {Secret} */
  secret(question) { return unsealed(question.sealed); }

  // Before a class the question stands alone, and large.
  /** @param {boolean} on */
  project(on) {
    this.lecture = on;
    this.uncover(this.asked);
  }

  // Only a question that is answered in the picture shows it at once.
  /** @param {Question | undefined} question */
  uncover(question) { this.box.classList.toggle("cl-peeking", Boolean(question?.aim)); }

  // Keys of a lecture: R shows the answer, V the picture behind the question and back.
  /** @param {string} key @returns {(() => void) | undefined} */
  key(key) {
    if (!this.asked) return undefined;
    return { r: () => this.reveal(), v: () => this.peek() }[key.toLowerCase()];
  }

  peek() { if (!this.asked?.aim) this.box.classList.toggle("cl-peeking"); }

  // The answer, given by nobody: it does not count.
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
    this.stage.answered({ key: question.key, choice: i, tries: this.tries, ...(at && { at }) });
    if (!right && this.tries === 1 && question.options.length > 2) return false;
    this.player.answers.set(question.key, right);
    const again = right && this.tries > 1 ? "Yes, at the second try. " : "Yes. ";
    const miss = question.aim ? MISSES[i] : `It is “${question.options[answer]}”. `;
    this.explain(question, right ? again : miss, right ? "cl-good" : "cl-warn");
    return true;
  }

  // Say what is right and why, over the picture.
  /** @param {Question} question @param {string} verdict @param {string} look */
  explain(question, verdict, look) {
    this.explained = question;
    this.refresh();
    this.stage.hide(null);
    this.asked = undefined;
    const { why, target, within } = this.secret(question);
    this.aim?.tell({ target, within });
    const text = node("p", look, verdict + why);
    text.setAttribute("role", "status");
    const on = option("Continue", () => {
      this.close(question);
      if (!this.asked) this.player.play();
    });
    this.box.replaceChildren(node("strong", "", question.prompt), text, on);
    on.focus();
  }

  // Go on; a question that nobody has answered is as one answered wrongly.
  /** @param {Question} question */
  close(question) {
    this.explained = undefined;
    this.leave();
    if (!this.player.answers.has(question.key)) this.player.answers.set(question.key, false);
    this.refresh();
    this.stage.follow();
  }
}

/** @param {string} words @param {() => void} action */
function option(words, action) {
  const made = node("button", "cl-option", words);
  made.type = "button";
  made.addEventListener("click", action);
  return made;
}
