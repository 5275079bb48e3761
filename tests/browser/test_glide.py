"""Between two pictures: marks move where motion is wanted, and arrive; words do not wait."""

import pytest

import lab

# Turn λ at the last frame: what is painted on the way, and what at its end and when painted anew.
TURN = """async (lam) => {
  const page = document.querySelector(".cl-page").convexlab;
  const stage = document.querySelector(".cl-stage").convexlab;
  const { canvas, plane } = stage.panels[0];
  const picture = () => canvas.toDataURL();
  const frame = () => new Promise((r) => requestAnimationFrame(r));
  stage.player.go(stage.player.last);
  const seen = { before: picture(), way: [], chips: [], start: performance.now() };
  const words = () => document.querySelector(".cl-gauge").ariaLabel;
  const moved = ({ target }) => {
    if (target !== plane.box) return;
    seen.way.push(picture());
    seen.chips.push(words());
  };
  document.addEventListener("cl-moved", moved);
  page.set({ lam });
  await page.ask();
  seen.first = picture();
  do await frame(); while (plane.transition);
  await frame();
  document.removeEventListener("cl-moved", moved);
  seen.end = picture();
  plane.paintMoving();
  const { at } = document.querySelector(".cl-stage").dataset;
  return { ...seen, anew: picture(), words: words(), at };
}"""


@pytest.mark.parametrize("calm", [True, False])
def test_marks_move_from_one_picture_to_the_next_and_arrive(browser, tmp_path, calm):
    path = tmp_path / "lasso.html"
    lab.page("lasso", vary={"lam": [0.2, 0.9]}, jobs=1, progress=False, out=path)
    motion = "reduce" if calm else "no-preference"
    context = browser.new_context(viewport={"width": 1400, "height": 1000}, reduced_motion=motion)
    page = context.new_page()
    page.goto(path.as_uri())
    page.wait_for_selector(".cl-stage[data-painted]", timeout=60_000)
    page.wait_for_timeout(200)
    seen = page.evaluate(TURN, 0.9)
    assert '"lam":0.9' in seen["at"] and seen["end"] == seen["anew"] != seen["before"]
    if calm:
        assert seen["way"] == [] and seen["first"] == seen["end"]
    else:
        assert seen["first"] not in (seen["before"], seen["end"])
        assert seen["way"][-1] == seen["end"]
        assert set(seen["chips"]) == {seen["words"]}
    context.close()


# The same at the first frame: both canvases on the way, when all has arrived, and painted anew.
STILL = """async (rho) => {
  const page = document.querySelector(".cl-page").convexlab;
  const { plane } = document.querySelector(".cl-stage").convexlab.panels[0];
  const both = () => [plane.ground, plane.canvas].map((canvas) => canvas.toDataURL());
  const frame = () => new Promise((r) => requestAnimationFrame(r));
  const before = both();
  page.set({ rho });
  await page.ask();
  const moving = [...plane.transition?.from.keys() ?? []].map(({ style }) => style.name);
  const first = both();
  for (const start = performance.now(); performance.now() - start < 400;) await frame();
  const end = both();
  plane.painted = plane.framed = "";
  plane.paint();
  return { before, moving, first, end, anew: both() };
}"""


def test_a_mark_that_is_still_between_frames_has_a_transition_too(browser, tmp_path):
    path = tmp_path / "metric.html"
    lab.page("metric", vary={"rho": [0.1, 0.13]}, dimension=2, jobs=1, progress=False, out=path)
    page = browser.new_page()
    page.goto(path.as_uri())
    page.wait_for_selector(".cl-stage[data-painted]", timeout=60_000)
    page.get_by_role("button", name="What comes").click()
    page.wait_for_timeout(200)
    seen = page.evaluate(STILL, 0.13)
    assert seen["moving"] == ["optimum"]
    assert seen["before"] != seen["first"] != seen["end"] == seen["anew"]
    ground, upper = zip(seen["first"], seen["end"], strict=True)
    assert ground[0] != ground[1] and upper[0] != upper[1]  # it leaves the one for the other
    page.close()


# A drag that passes over fifty stored pictures before one of them is painted.
PASSED = """async () => {
  const view = document.querySelector(".cl-stage").convexlab;
  let painted = 0;
  document.addEventListener("cl-painted", () => { painted += 1; });
  for (let k = 0; k < 50; k++) view.show();
  await new Promise((done) => setTimeout(done, 3000));
  return [painted, view.loading, view.missed];
}"""


def test_a_drag_over_pictures_in_space_waits_for_two_at_most(browser, tmp_path):
    path = tmp_path / "groups.html"
    lab.page("groups", jobs=1, progress=False, out=path)
    page = browser.new_page()
    page.goto(path.as_uri())
    page.wait_for_selector(".cl-stage[data-painted]", timeout=60_000)
    page.wait_for_timeout(500)
    assert page.evaluate(PASSED) == [2, 0, False]
    page.close()
