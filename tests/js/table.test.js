// What is typed or pasted into the table of points.
import assert from "node:assert/strict";
import { test } from "node:test";
import { pasted, valueOf } from "../../widgets/static/table.js";

const number = { words: "x₁", options: null };
const kind = { words: "class", options: [[1, "+1"], [-1, "−1"]] };
const named = { words: "kind", options: [["similar", "similar"], ["dissimilar", "dissimilar"]] };

test("numbers are read as people and spreadsheets write them, and nothing else is", () => {
  for (const [words, value] of [["1", 1], [" -2.5 ", -2.5], ["−0,5", -0.5], ["1e-3", 0.001]]) {
    assert.equal(valueOf(words, number), value);
  }
  for (const words of ["", " ", "x", "1;2", "NaN", "Infinity", "1.2.3", "alert(1)"]) {
    assert.equal(valueOf(words, number), undefined, words);
  }
});

test("a choice is known by its value or its words", () => {
  for (const words of ["1", "+1", "1.0"]) assert.equal(valueOf(words, kind), 1);
  for (const words of ["-1", "−1"]) assert.equal(valueOf(words, kind), -1);
  for (const words of ["", "0", "2", "plus"]) assert.equal(valueOf(words, kind), undefined, words);
  assert.equal(valueOf("dissimilar", named), "dissimilar");
});

test("rows come as spreadsheets copy them, names above them or not", () => {
  const rows = [[1, 2.5, 1], [-3, 0.5, -1]];
  const columns = [number, number, kind];
  for (const text of [
    "1\t2.5\t1\n-3\t0.5\t-1\n", "1\t2,5\t+1\r\n−3\t0,5\t−1", "1;2,5;1\n-3;0,5;-1", "1,2.5,1\n-3,0.5,-1",
    "a\tb\tclass\n1\t2.5\t1\n-3\t0.5\t-1",
  ]) assert.deepEqual(pasted(text, columns), rows, text);
});

test("rows that do not fit are refused whole", () => {
  const columns = [number, kind];
  for (const text of ["", "1\t2", "1\t1\nx\t1\n2\t1", "1\t1\t1\n2\t1\t1", "a\tb"]) {
    assert.equal(pasted(text, columns), null, text);
  }
});
