// Which stage a name in the text means.
import assert from "node:assert/strict";
import { test } from "node:test";
import { stageMeant } from "../../widgets/static/panel-links.js";

test("a name means the nearest stage above, else the first below", () => {
  assert.equal(stageMeant(500, [400, 100, 600], false), 0);
  assert.equal(stageMeant(50, [400, 100, 600], false), 1);
  assert.equal(stageMeant(500, [], false), -1);
});

test("a name that looks ahead means the first stage below, else the nearest above", () => {
  assert.equal(stageMeant(500, [400, 100, 600, 900], true), 2);
  assert.equal(stageMeant(950, [400, 100, 600, 900], true), 3);
});
