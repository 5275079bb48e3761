"""Pages whose knobs live: from a file, with the network off, they draw what a live run draws."""

import contextlib
import re

import numpy as np
import pytest
from lattices import agree, drawn, two_knobs
from offline import offline

import lab
from lab.discovery import LESSONS, find
from solvers import InputError
from widgets.page import embed
from widgets.state import encode

SCENES = [f"{lesson.name}/{e.name}" for lesson in LESSONS.values() for e in lesson.scenes]
VARY = {"lam": (0.01, 1.0, 6), "order": None}
#: Turn the knobs to setting k, and return what is drawn once it is there.
TURN = """async (k) => {
  const page = document.querySelector(".cl-page").convexlab;
  page.set(page.lattice.settings(k));
  await page.ask();
  const stage = document.querySelector(".cl-stage");
  await new Promise((r) => requestAnimationFrame(() => requestAnimationFrame(r)));
  const { spec, arrays } = stage.convexlab;
  const numbers = Object.entries(spec ? arrays : {}).map(([name, one]) =>
    [name, Array.from(one.values, (v) => Number.isFinite(v) ? v : String(v))]);
  const words = document.querySelector(".cl-status").innerText;
  const error = stage.querySelector(".cl-is-error") !== null;
  return { settings: page.lattice.settings(k), about: spec?.arrays, captions: spec?.captions,
    arrays: Object.fromEntries(numbers), words, error };
}"""


# One scene of each lesson, and one in space; `--long` opens all. Node decodes all of them in
# tests/lab/site.
OPENED = {"lasso", "path", "svm-3d", "central-path", "methods", "bags"}
SOME = [a if a.split("/")[1] in OPENED else pytest.param(a, marks=pytest.mark.long) for a in SCENES]


@pytest.mark.parametrize("address", SOME)
def test_a_random_lattice_draws_every_array_of_a_live_run(page, tmp_path, address, monkeypatch):
    rng = np.random.default_rng(100 + SCENES.index(address))
    experiment = find(address)[1]
    made = None
    while made is None:  # a page is refused where no setting has a picture
        vary = two_knobs(experiment, _at_random, rng)
        with contextlib.suppress(InputError):
            made = lab.page(
                address, vary=vary, jobs=1, progress=False, limit="60MB", out=tmp_path / "p.html"
            )
    page.route(lambda url: not url.startswith(("file:", "blob:", "data:")), lambda r: r.abort())
    page.goto((tmp_path / "p.html").as_uri())
    page.wait_for_selector("[data-setting]", timeout=60_000)
    for k in range(made.settings):
        shown = page.evaluate(TURN, k)
        try:
            scene = lab.scene(address, **shown["settings"])
        except InputError as error:
            assert shown["error"] and " ".join(str(error).split()) in shown["words"]
            continue
        spec, raw = drawn(scene, monkeypatch)
        assert not shown["error"] and shown["captions"] == spec["captions"]
        assert set(shown["arrays"]) == set(raw)
        wrong = [n for n, v in raw.items() if not agree(shown["arrays"][n], v, shown["about"][n])]
        assert not wrong, (shown["settings"], wrong)


def _at_random(experiment, rng):
    """Values of all knobs: one of few, or somewhere in the middle of the range."""
    found = {}
    for knob in experiment.knobs:
        options = [value for value, _ in knob.pairs()]
        if knob.kind == "choice":
            found[knob.name] = options[rng.integers(len(options))]
        elif knob.kind == "several":
            found[knob.name] = tuple(o for o in options if rng.random() < 0.3)
        elif knob.kind == "switch":
            found[knob.name] = bool(rng.random() < 0.5)
        elif knob.low is None:
            found[knob.name] = knob.default
        else:
            space = np.geomspace if knob.kind == "log" else np.linspace
            value = space(knob.low, knob.high, 101)[rng.integers(5, 96)]
            found[knob.name] = round(value) if knob.kind == "integer" else float(value)
    return found


@pytest.fixture(scope="module")
def lasso(tmp_path_factory):
    """A page of the lasso whose λ and order live, and what it was made of."""
    path = tmp_path_factory.mktemp("page") / "lasso.html"
    return path, lab.page("lasso", vary=VARY, jobs=1, progress=False, out=path)


def test_a_slider_moves_between_solved_stops_by_pointer_and_by_keys(page, lasso):
    path, made = lasso
    assert not offline(page, path)
    knob = page.locator(".cl-knob[data-name=lam]")
    slider, box = knob.get_by_role("slider"), knob.get_by_role("textbox")
    assert slider.get_attribute("max") == "5" and knob.locator(".cl-stops > span").count() == 6
    before = box.input_value()
    slider.press("ArrowRight")
    page.wait_for_function("v => document.querySelector('.cl-number').value !== v", arg=before)
    stops = dict(made.stage.axes)["lam"]
    assert float(box.input_value()) == pytest.approx(stops[4], rel=0.01)
    slider.press("End")
    assert box.input_value() == "1"
    box.fill("0.03")
    box.press("Enter")
    page.wait_for_function("document.querySelector('.cl-status').innerText.includes('nearest')")
    said = page.locator(".cl-status").inner_text()
    assert said == "λ = 0.03 is not solved in this page; the nearest, 0.0251, is shown."
    box.fill("much")
    box.press("Enter")
    assert 'lam must be a number, got "much".' in page.locator(".cl-is-error").inner_text()
    page.get_by_role("button", name="Reset").click()
    assert box.input_value() == before and page.locator(".cl-is-error").count() == 0
    assert "18 settings of λ and order are solved" in page.locator(".cl-solved").inner_text()


def test_choices_are_choices_and_other_knobs_are_not_shown(page, lasso):
    offline(page, lasso[0])
    order = page.locator(".cl-knob[data-name=order] select")
    assert order.locator("option").all_inner_texts() == ["cyclic", "random", "greedy"]
    caption = "document.querySelector('.cl-stage').convexlab.spec.captions.join()"
    before = page.evaluate(caption)
    order.select_option(label="random")
    page.wait_for_function(f"v => {caption} !== v", arg=before)
    shown = page.locator(".cl-knob")
    assert [one.get_attribute("data-name") for one in shown.all()] == ["lam", "order"]
    assert page.get_by_role("button", name=re.compile("^More")).count() == 0
    assert "data" in page.locator(".cl-solved").inner_text()
    page.get_by_role("button", name="Copy Python").click()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert "order='random'" in copied and copied.startswith("import lab")


def test_a_setting_without_an_answer_says_so_and_the_picture_stays(page, tmp_path):
    made = lab.page(
        "metric", vary={"beta": [0.1, 10.0]}, rho=0.01, jobs=1, progress=False,
        out=tmp_path / "metric.html",
    )  # fmt: skip
    assert len(made.errors) == 1
    offline(page, tmp_path / "metric.html")
    stage = "document.querySelector('.cl-stage').dataset.painted"
    painted = page.evaluate(stage)
    page.locator(".cl-knob[data-name=beta]").get_by_role("slider").press("End")
    page.wait_for_selector(".cl-is-error")
    assert made.errors[0] in page.locator(".cl-is-error").inner_text()
    assert page.evaluate(stage) == painted
    page.locator(".cl-knob[data-name=beta]").get_by_role("slider").press("Home")
    page.wait_for_selector(".cl-status:not(.cl-is-error)")


def test_several_stages_of_another_page_are_independent(page, tmp_path, lasso):
    other = lab.page("svm-3d", vary={"C": [0.1, 10.0]}, jobs=1, progress=False)
    text = "<!doctype html><html><body><h1>Mine</h1><!-- convexlab a --><!-- convexlab b --></body>"
    (tmp_path / "own.html").write_text(embed(text, {"a": lasso[1].stage, "b": other.stage}))
    offline(page, tmp_path / "own.html")
    page.locator(".cl-page").nth(1).scroll_into_view_if_needed()
    page.wait_for_selector(".cl-page:nth-of-type(2) [data-painted]", timeout=60_000)
    frames = "[...document.querySelectorAll('.cl-stage')].map((s) => s.convexlab.player.frame)"
    page.locator(".cl-page").nth(0).get_by_role("button", name="Step forward").click()
    assert page.evaluate(frames) == [1, 0]
    slider = page.locator(".cl-page").nth(1).locator("[data-name=C]").get_by_role("slider")
    slider.press("End")
    page.wait_for_selector(".cl-page:nth-of-type(2)[data-setting='1']")
    assert page.locator(".cl-page").nth(0).get_attribute("data-setting") != "1"


def test_a_link_to_a_scene_with_two_stages_is_for_the_one_that_has_it(page, tmp_path, lasso):
    other = lab.page("lasso", vary={"lam": [0.1, 0.5]}, correlation=0.5, jobs=1, progress=False)
    gap = '<p style="height: 3000px"></p>'
    text = f"<!doctype html><html><body><!-- convexlab a -->{gap}<!-- convexlab b --></body></html>"
    path = tmp_path / "twice.html"
    path.write_text(embed(text, {"a": lasso[1].stage, "b": other.stage}), encoding="utf-8")
    state = dict(other.stage.state) | {"frame": 3}
    state["knobs"] = state["knobs"] | {"lam": 0.5}
    page.goto(f"{path.as_uri()}#{encode(state)}")
    page.wait_for_selector(".cl-page:nth-of-type(2)[data-setting='1']", timeout=60_000)
    top = "document.querySelectorAll('.cl-page')[1].getBoundingClientRect().y"
    page.wait_for_function(f"{top} < 500")  # visible
    page.locator(".cl-page").nth(0).scroll_into_view_if_needed()
    page.wait_for_selector(".cl-page:nth-of-type(1)[data-setting]")
    frames = "[...document.querySelectorAll('.cl-stage')].map((s) => s.convexlab.player.frame)"
    page.wait_for_function(f"{frames}.join() === '0,3'")
    assert page.locator(".cl-is-error").count() == 0
    for at, words in [(state["at"], "not solved"), ("lars/race", "not in this page")]:
        state["at"], state["knobs"] = at, state["knobs"] | {"correlation": 0.6}
        page.evaluate("(text) => { location.hash = text }", encode(state))
        page.wait_for_selector(f".cl-page:nth-of-type(1) .cl-is-error:has-text('{words}')")
        assert page.locator(".cl-is-error").count() == 1


def test_dark_pages_are_dark_all_over(page, lasso):
    page.emulate_media(color_scheme="dark")
    offline(page, lasso[0])
    colour = "getComputedStyle(document.querySelector('.cl-title')).color"
    assert page.evaluate(colour) == "rgb(240, 243, 246)"
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(17, 21, 26)"
    page.emulate_media(color_scheme="light")
    page.wait_for_function("!document.querySelector('.cl-page').classList.contains('cl-dark')")
    assert page.evaluate(colour) == "rgb(27, 31, 36)"
