"""A drag: the words below the plots change with each picture, the size of the plots does not."""

import lab

# Pictures whose words for the whole run take one line, or many: how high the plots are at each,
# while a knob is dragged, as parts and whole, and after it.
HEIGHTS = """async ([key, few, many]) => {
  const stage = document.querySelector(".cl-stage").convexlab;
  const { cache } = stage;
  const given = stage.kernelPicture;
  const settled = () => new Promise((done) => setTimeout(done, 100));
  const heights = async (times, drag, part) => {
    const [first] = given.spec.captions[0].split("\\n");
    const caption = `${first}\\n\\n${"It holds for the whole run. ".repeat(times)}`;
    const all = given.spec.captions.map(() => caption);
    const { player: { frame } } = stage;
    const only = (one) => ({ [frame]: one[frame] });
    const { chips, proof } = given.spec;
    const words = part ? { captions: only(all), chips: only(chips), proof: proof && only(proof) }
      : { captions: all };
    cache.drag = drag ? { knob: key, value: 0, share: () => 0, dragging: true } : null;
    cache.shown = { ...given, spec: { ...given.spec, ...words } };
    await stage.load();
    await settled();
    return [...document.querySelectorAll(".cl-plot")].map((p) => p.getBoundingClientRect().height);
  };
  const seen = { fewBefore: await heights(few, false), drag: [] };
  for (const part of [true, false]) {
    for (const times of [many, few, many, few]) seen.drag.push(await heights(times, true, part));
  }
  return { ...seen, fewAfter: await heights(few, false), manyAfter: await heights(many, false) };
}"""


def test_plots_keep_their_size_while_a_knob_is_dragged(browser, tmp_path):
    path = tmp_path / "lasso.html"
    lab.page("lasso", jobs=1, progress=False, out=path)
    page = browser.new_page(viewport={"width": 1400, "height": 1000})
    page.goto(path.as_uri())
    page.wait_for_selector(".cl-stage[data-painted]", timeout=60_000)
    page.wait_for_timeout(500)
    seen = page.evaluate(HEIGHTS, ["lam", 1, 40])
    assert seen["manyAfter"][0] < seen["fewBefore"][0]  # many words take space from the plots
    assert all(heights == seen["drag"][0] for heights in seen["drag"])
    assert seen["drag"][0] == seen["manyAfter"]
    assert seen["fewAfter"] == seen["fewBefore"]
    page.close()
