// What the table of letters says of a letter in a formula.
import assert from "node:assert/strict";
import { test } from "node:test";
import { letterOf, meaningOf, rowsOf } from "../../widgets/static/letters.js";

const row = (means, ...letters) => ({ means, letters: letters.map(([name, script = ""]) => ({ name, script })) });
const ROWS = [
  row("data, its column, the targets", ["X"], ["x", "d"], ["t"]),
  row("the multiplier of w", ["t", "j"]),
  row("a point on the way", ["u^"]),
];

test("a letter with its own script has its own meaning, else that of the letter", () => {
  assert.equal(meaningOf({ name: "t", script: "j" }, ROWS), "the multiplier of w");
  assert.equal(meaningOf({ name: "t", script: "" }, ROWS), "data, its column, the targets");
  assert.equal(meaningOf({ name: "x", script: "i" }, ROWS), "data, its column, the targets");
  assert.equal(meaningOf({ name: "u", script: "" }, ROWS), "");
  assert.equal(meaningOf({ name: "y", script: "" }, ROWS), "");
});

test("a cell names a letter where it has only one, with an accent or a script of letters", () => {
  assert.deepEqual(letterOf("\u{1d465}", "d"), { name: "x", script: "d" });
  assert.deepEqual(letterOf("u^", ""), { name: "u^", script: "" });
  for (const [base, script] of [["v", "+"], ["\u2225v\u2225", ""], ["\u0394x", ""], ["M\u227b0", ""], ["sign", ""], ["3", ""], ["", ""]])
    assert.equal(letterOf(base, script), null, base);
});

test("a line of the table is divided among its names where it has a part for each", () => {
  const [F, w] = ["F", "w"].map((name) => ({ letter: { name, script: "" }, said: name }));
  assert.deepEqual(rowsOf([F, w], "what is minimised, and over what").map((one) => one.means), ["what is minimised", "over what"]);
  assert.deepEqual(rowsOf([F, w], "both").map((one) => one.means), ["F, w are both", "F, w are both"]);
  assert.deepEqual(rowsOf([F, { letter: null, said: "|v|" }], "the sum, a length").map((one) => one.means), ["the sum"]);
});
