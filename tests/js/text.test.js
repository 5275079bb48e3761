// The player's own words against the table that Python is tested with (tests/widgets/test_text.py).
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import {
  byNumbers, captionParts, counter, falls, field, number, powerTick, short, tick, ticks,
} from "../../widgets/static/text.js";

const CASES = JSON.parse(readFileSync(new URL("text-cases.json", import.meta.url), "utf8"));
const NAMED = { NaN: NaN, inf: Infinity, "-inf": -Infinity };
const real = (value) => NAMED[value] ?? value;

for (const [name, rule, least] of [
  ["number", number, 30], ["short", short, 30], ["field", field, 30], ["tick", tick, 6],
  ["power_tick", powerTick, 6],
]) {
  test(`${name} words the table`, () => {
    assert.ok(CASES[name].length >= least);
    for (const [value, words] of CASES[name]) assert.equal(rule(real(value)), words, `${value}`);
  });
}

test("numbers of an axis are worded alike", () => {
  assert.ok(CASES.ticks.length >= 5);
  for (const [values, words] of CASES.ticks) assert.deepEqual(ticks(values), words);
});

test("a field reads back", () => {
  for (const [value, words] of CASES.field) {
    if (Math.abs(value) > 1e308) continue; // four digits may lie beyond the largest number
    assert.ok(Math.abs(Number(words) - value) <= 6e-4 * Math.abs(value), `${value}: ${words}`);
  }
});

test("a falling clock is worded between frames; others are not", () => {
  const falling = CASES.counter.filter(([, values]) => falls(values));
  assert.ok(falling.length >= 3 && falling.length < CASES.counter.length);
  for (const [name, values, position, words] of falling) {
    assert.equal(counter({ name, values }, position), words);
  }
});

test("a caption begins with the statement, then come the numbers", () => {
  assert.ok(CASES.caption_parts.length >= 8);
  for (const [caption, words] of CASES.caption_parts) {
    const { visible, figures, whole } = captionParts(caption);
    assert.deepEqual([visible, figures, whole], words);
  }
});

test("null is shown as a dash", () => assert.equal(number(null), "–"));

test("numbers with an exponent are apart from the words around them", () => {
  const said = "gap 2.5e-7, best 1,250e-12.";
  assert.deepEqual(byNumbers(said), ["gap ", "2.5e-7", ", best ", "1,250e-12", "."]);
  assert.deepEqual(byNumbers("w₁ = 0.5, the e-mail"), ["w₁ = 0.5, the e-mail"]);
});
