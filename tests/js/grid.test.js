// Where panels are placed: one that was made large, those without space, titles of shared axes.
import assert from "node:assert/strict";
import { test } from "node:test";
import { panelPlaces } from "../../widgets/static/fit.js";
import { crowded, swapped, titled } from "../../widgets/static/grid.js";

const LAYOUT = { hero: "a", side: ["b", "c"], tabs: ["d"], twin: false, share_x: [] };
const keys = ({ hero, side, tabs }) => [hero, ...side, "|", ...tabs].join("");

test("a panel is exchanged with the large one, wherever it is, and none is lost", () => {
  assert.equal(keys(swapped(LAYOUT, "c")), "cba|d");
  assert.equal(keys(swapped(LAYOUT, "d")), "dbc|a");
  assert.equal(keys(LAYOUT), "abc|d");
});

test("only a panel next to the large one can be exchanged", () => {
  for (const key of ["", "a", "other"]) assert.equal(swapped(LAYOUT, key), LAYOUT);
});

test("a panel without space next to the large one is a tab, and none is lost", () => {
  assert.equal(keys(crowded(LAYOUT, 1)), "ab|cd");
  assert.equal(crowded(LAYOUT, 2), LAYOUT);
  const twin = { ...LAYOUT, twin: true };
  assert.equal(crowded(twin, 1), twin);
});

test("of so many panels each has space for 140 px of data", () => {
  for (let height = 240; height < 900; height += 10) {
    const places = panelPlaces(height);
    // Next to the hero with its 45 px of words: words, axis and gap of each, and one row of tabs.
    if (places > 1) assert.ok((height + 45 - 26) / places - 8 - 52 - 56 >= 140, `${height}`);
    assert.ok(places >= 1 && panelPlaces(height + 256) === places + 1);
  }
});

test("a panel that leaves its x axis's title to another has it when it is alone", () => {
  const axes = (title) => [{ title, log: false }, { title: "y", log: false }];
  const panels = [["a", "x of a"], ["b", ""], ["c", "shared"]]
    .map(([key, title]) => ({ key, axes: axes(title) }));
  const layout = { ...LAYOUT, share_x: ["b", "c"] };
  const spec = { panels, layout };
  assert.equal(titled(spec, layout), panels);
  const titles = titled(spec, swapped(layout, "b")).map((p) => p.axes[0].title);
  assert.deepEqual(titles, ["x of a", "shared", "shared"]);
  assert.equal(panels[1].axes[0].title, "");
  const upcoming = panels.map((p) => ({ ...p, axes: p.key === "b" ? [] : p.axes }));
  const during = titled({ panels: upcoming, layout }, swapped(layout, "b"));
  assert.deepEqual(during.map((p) => p.axes[0]?.title), ["x of a", undefined, "shared"]);
});
