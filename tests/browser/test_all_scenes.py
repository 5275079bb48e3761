"""All scenes in six windows and on a projector: nothing that names a mark is cut, the player
covers no panel, sentences are short, numbers under the scrubber do not touch, and nothing is wider
than its place."""

from types import SimpleNamespace

import lab
from lab.discovery import LESSONS, find
from lab.site.page import controls
from widgets.knobs import NUMBERS
from widgets.lattice import Lattice, packed_point
from widgets.page import PageStage, asset_files, assets

SCENES = [f"{lesson.name}/{e.name}" for lesson in LESSONS.values() for e in lesson.scenes]
BODY = "body {margin: 0 auto; padding: 16px 20px; font-family: 'DejaVu Sans', sans-serif}"
#: The space that JupyterLab, with its file browser open, leaves to an output.
NOTEBOOK = (
    "main {position: fixed; inset: 91px 39px 30px 378px; padding-right: 15px; overflow: auto}"
)
#: The same with the file browser closed, as `lab` opens a small window.
FOLDED = NOTEBOOK.replace("378px", "109px")
#: The same of Notebook 7, which is 1366 pixels wide.
SEVEN = "main {position: fixed; inset: 102px 91px 0 174px; overflow: auto} body {padding: 0}"
#: Name -> (width and height of the window, what a style sheet adds).
WINDOWS = {
    1920: (1920, 1080, "body {max-width: 1800px}"),
    1400: (1400, 900, NOTEBOOK),
    1366: (1366, 768, NOTEBOOK),
    "Notebook 7": (1366, 768, SEVEN),
    1280: (1280, 720, FOLDED),
    1000: (1000, 800, ""),
    390: (390, 844, ""),
}
#: The most lines of a sentence; on a phone it may take more.
LINES = {390: 5}
STYLE = """(css) => {
  const sheet = document.getElementById('own') ?? document.head.appendChild(
    Object.assign(document.createElement('style'), { id: 'own' }));
  sheet.textContent = css;
  const isNotebook = css.includes('fixed');
  document.querySelector('main').classList.toggle('jp-WindowedPanel-outer', isNotebook);
}"""
SPY = """
globalThis.cutWords = [];
const fill = CanvasRenderingContext2D.prototype.fillText;
CanvasRenderingContext2D.prototype.fillText = function (words, ...rest) {
  if (String(words).endsWith('…') || parseFloat(this.font) < 11.9) globalThis.cutWords.push(words);
  return fill.call(this, words, ...rest);
};
"""
# What is wrong in the window as it is, what tabs hide among it.
MEASURED = """async () => {
  // What is laid out for this window's size is there a few painted frames later.
  for (let k = 0; k < 4; k++) await new Promise(requestAnimationFrame);
  const at = (e) => e.getBoundingClientRect();
  const stage = document.querySelector('.cl-stage');
  const view = stage.convexlab;
  const whole = at(stage);
  const isOut = (box, home) => box.left < home.left - 1 || box.right > home.right + 1;
  const isCut = (e) => e.scrollWidth > e.clientWidth + 1 || e.scrollHeight > e.clientHeight + 4;
  globalThis.cutWords.length = 0;
  for (const { plane } of view.panels) if (plane) plane.painted = plane.framed = '';
  for (const [key] of [...view.grid.tabs].reverse()) view.grid.choose(key);
  for (const panel of view.panels) if (!panel.isBehind) panel.plane?.paint();
  const [cut, severalLines] = [new Set(globalThis.cutWords), []];
  for (const { root } of view.panels.filter((p) => p.root.isConnected)) {
    for (const e of root.querySelectorAll('strong, .cl-subtitle, .cl-entries')) {
      const [box, home] = [at(e), at(root)];
      const isSeen = box.width && box.height && box.bottom <= home.bottom + 1;
      const isInline = getComputedStyle(e).display === 'inline';
      const isWhole = isSeen && !isOut(box, home) && (isInline || !isCut(e));
      // What does not fit in the key's line can be scrolled to, also by keys.
      const isReached = e.matches('.cl-entries[tabindex="0"][data-more~="after"]');
      const isShown = isSeen && !isOut(box, home) && (isWhole || isReached);
      if (e.textContent && !isShown) cut.add(e.textContent);
    }
    const tops = [...root.querySelectorAll('.cl-entry')].map((e) => Math.round(at(e).top));
    if (new Set(tops).size > 1) severalLines.push(root.dataset.key);
  }
  for (const tab of stage.querySelectorAll('.cl-tab')) {
    if (isCut(tab) || isOut(at(tab), whole)) cut.add(tab.textContent);
  }
  const height = (name) => at(stage.querySelector(name)).height;
  const line = parseFloat(getComputedStyle(view.caption).lineHeight) * view.caption.currentCSSZoom;
  let lines = 0;
  view.spec.captions.forEach((_, k) => {
    view.showWords(k);
    lines = Math.max(lines, Math.round(at(view.caption).height / line));
    const proof = [...stage.querySelectorAll('.cl-gauge :is(span, strong, svg)')];
    for (const chip of [...view.chips.children, ...proof.filter((e) => e.checkVisibility())]) {
      if (isCut(chip) || isOut(at(chip), whole)) cut.add(chip.textContent);
    }
  });
  view.showWords(view.player.frame);
  const main = document.querySelector('main');
  const isFixed = getComputedStyle(main).position === 'fixed';
  const scroller = isFixed ? main : document.scrollingElement;
  const available = isFixed ? main.clientHeight : window.innerHeight;
  // How much of the player hangs below the window; nothing does on a projector.
  const { bottom } = getComputedStyle(stage.querySelector('.cl-dock'));
  const hangs = Math.max(0, -parseFloat(bottom) || 0);
  const dock = height('.cl-dock') - hangs;
  const covered = Math.max(0, Math.round(height('.cl-panels') + 8 + dock - available));
  // How much of the proof's scale is below the window when the dashboard is at its top.
  const gauge = stage.querySelector('.cl-gauge');
  const under = at(stage.querySelector('.cl-dock')).bottom - at(gauge).bottom;
  const below = gauge.checkVisibility() ? Math.max(0, Math.round(hangs - under)) : 0;
  const untrue = [];
  for (const { plane } of view.panels) {
    for (const [k, name] of ['x', 'y'].entries()) {
      const { log, ticks } = plane?.panel.axes[k] ?? {};
      for (const { at, words } of (log || !ticks) && plane?.axes ? plane.axes[name] : []) {
        const plain = words.replace('−', '-').replace(/^10([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)$/, (_, digits) =>
          `1e${[...digits].map((d) => '⁻⁰¹²³⁴⁵⁶⁷⁸⁹'.indexOf(d) - 1).join('').replace('-1', '-')}`);
        const value = log ? 10 ** at : at;
        if (!(Math.abs(Number(plain) - value) <= 1e-3 * Math.abs(value) + 1e-12)) {
          untrue.push(`${words} at ${value}`);
        }
      }
    }
  }
  const ticks = [...view.ticks.children].filter((e) => e.style.visibility !== 'hidden');
  const touching = ticks.filter((e, i) => i && at(e).left < at(ticks[i - 1]).right + 3);
  return {
    cut: [...cut], severalLines, covered, below, lines,
    sideways: scroller.scrollWidth - scroller.clientWidth,
    touching: touching.map((e) => e.textContent), ticks: ticks.length, untrue,
  };
}"""

# The height of the stage with its panels, and with the placeholder before there are any.
HEIGHTS = """async () => {
  const stage = document.querySelector('.cl-stage');
  const { height } = stage.getBoundingClientRect();
  const panels = stage.querySelector('.cl-panels');
  panels.dataset.arrangement = 'beside';
  panels.replaceChildren(...stage.convexlab.placeholders());
  // What the window leaves to them is measured before they are painted.
  for (let k = 0; k < 3; k++) await new Promise(requestAnimationFrame);
  return [height, stage.getBoundingClientRect().height];
}"""


# The visible knobs whose name or value reaches over their own place, into another's.
SPILT = """() => [...document.querySelectorAll('.cl-knob')].filter((e) => e.checkVisibility())
  .map((knob) => [knob.dataset.name, Math.max(
    ...[...knob.querySelectorAll('.cl-label, .cl-round, .cl-number')].map((e) => (
      e.getBoundingClientRect().right - knob.getBoundingClientRect().right)))])"""


def page_of(address, lives=False):
    """The text of a page of a scene with its knobs at fixed values; lives: but for its sliders."""
    address, experiment = find(address)
    run = lab.run(address)
    scene, lattice = lab.scene(run), Lattice()
    lattice.add(0, packed_point(scene))
    sliders = [k.name for k in experiment.knobs if k.primary and k.kind in NUMBERS and lives]
    axes = {name: (run.settings[name],) for name in sliders}
    knobs = controls(experiment, SimpleNamespace(axes=axes, base=run.settings))
    stage = PageStage(scene.title, scene.question, lattice, knobs=knobs, state={"frame": -1})
    head = f"<!doctype html><meta charset=utf-8><style>{BODY}</style>"
    return f"{head}<main>{stage.html()}</main>{assets(stage.space, '.')}"


def measured(page, folder):
    """(scene, window) -> what `MEASURED` finds there."""
    found = {}
    page.add_init_script(SPY)
    for name, text in asset_files().items():
        (folder / name).write_text(text, encoding="utf-8")
    for address in SCENES:
        path = folder / f"{address.replace('/', '-')}.html"
        path.write_text(page_of(address), encoding="utf-8")
        page.goto(path.as_uri())
        page.wait_for_selector("[data-painted]", timeout=60_000)
        for window, (width, height, css) in WINDOWS.items():
            page.evaluate(STYLE, css)
            page.set_viewport_size({"width": width, "height": height})
            found[address, window] = page.evaluate(MEASURED)
        page.set_viewport_size({"width": 1280, "height": 720})
        page.locator(".cl-stage").focus()
        page.keyboard.press("f")
        page.wait_for_selector(".cl-projected")
        found[address, "projector"] = page.evaluate(MEASURED)
        page.keyboard.press("f")
        page.wait_for_selector(".cl-projected", state="detached")
        width, height, css = WINDOWS[1400]
        page.evaluate(STYLE, css)
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(200)
        found[address, 1400]["heights"] = page.evaluate(HEIGHTS)
    return found


def test_nothing_is_cut_covered_or_too_long(page, tmp_path):
    found = measured(page, tmp_path)
    assert {at: one["cut"] for at, one in found.items() if one["cut"]} == {}
    assert {at: one for at, one in found.items() if one["sideways"] > 0} == {}
    assert {at: one["touching"] for at, one in found.items() if one["touching"]} == {}
    assert all(one["ticks"] >= 2 for one in found.values())
    assert {at: one["untrue"] for at, one in found.items() if one["untrue"]} == {}
    covered = {at: one for at, one in found.items() if one["covered"] and at[1] != 390}
    assert covered == {}
    assert {at: n for at, one in found.items() if (n := one["lines"]) > LINES.get(at[1], 2)} == {}
    assert {at: keys for at, one in found.items() if (keys := one["severalLines"])} == {}
    assert {at: one["below"] for at, one in found.items() if one["below"]} == {}
    jumps = {at: one["heights"] for at, one in found.items() if "heights" in one}
    assert len(jumps) == len(SCENES)
    assert {at: (a, b) for at, (a, b) in jumps.items() if abs(b - a) > 0.07 * a} == {}


def test_on_a_phone_each_knob_keeps_to_its_place(page, tmp_path):
    for name, text in asset_files().items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    page.set_viewport_size({"width": 390, "height": 844})
    found = {}
    for address in SCENES:
        (tmp_path / "page.html").write_text(page_of(address, lives=True), encoding="utf-8")
        page.goto((tmp_path / "page.html").as_uri())
        page.wait_for_selector("[data-painted]", timeout=60_000)
        found[address] = page.evaluate(SPILT)
    assert sum(len(knobs) == 2 for knobs in found.values()) > len(SCENES) / 2
    assert {at: far for at, knobs in found.items() if (far := [k for k in knobs if k[1] > 6])} == {}
