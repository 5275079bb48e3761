// Words that are explained where they are written.

import assert from "node:assert/strict";
import { test } from "node:test";

import { meanings, pieces } from "../../widgets/static/terms.js";

const TERMS = { gap: "Value less bound.", "dual point": "Of the dual.", dual: "A second problem." };

test("a word is explained once, in any case and with an s, the longest term first", () => {
  assert.deepEqual(pieces("Gaps and a dual point, a gap", TERMS), [
    ["Gaps", TERMS.gap], " and a ", ["dual point", TERMS["dual point"]], ", a gap",
  ]);
});

test("a plural of another sense is explained as that", () => {
  const both = { bound: "Of a value.", bounds: "Of a variable." };
  assert.deepEqual(pieces("between the bounds, a bound", both), [
    "between the ", ["bounds", both.bounds], ", a ", ["bound", both.bound],
  ]);
});

test("a part of a word, or of one with a hyphen, is not explained", () => {
  for (const text of ["gapless", "a-gap", "singaps", "primal-dual", ""]) {
    assert.deepEqual(pieces(text, TERMS), text ? [text] : []);
  }
  assert.deepEqual(pieces("the dual's", TERMS), ["the ", ["dual", TERMS.dual], "'s"]);
});

test("without terms a text stays as it is", () => {
  assert.deepEqual(pieces("a gap", {}), ["a gap"]);
  assert.equal(meanings(["a gap"], undefined), "");
});

test("what words mean is read as one text", () => {
  assert.equal(meanings(["gap 0.3", "dual 2"], TERMS), "gap: Value less bound. dual: A second problem.");
});
