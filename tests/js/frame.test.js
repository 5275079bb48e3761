// The line that puts a page of the site into another: it holds no path of this machine.
import assert from "node:assert/strict";
import { test } from "node:test";
import { publicAddress } from "../../lab/site/static/frame.js";

test("an address on a server is unchanged, without query and fragment", () => {
  const here = new URL("https://uni.example/lab/scenes/lars-path.html?scene=x#cl1.abc");
  assert.equal(publicAddress(here), "https://uni.example/lab/scenes/lars-path.html");
});

test("for a file only the end of the path is known", () => {
  const here = new URL("file:///home/ann/site/scenes/lars-path.html?scene=x");
  assert.equal(publicAddress(here), "https://your.server/convexlab/scenes/lars-path.html");
});
