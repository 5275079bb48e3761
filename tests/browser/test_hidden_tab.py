"""What is hidden. A page that is loaded in a tab behind others, where no frame is painted, is
complete once it is shown: knobs, sentence and picture agree. During a drag, a panel behind a tab is
neither made nor sent, and is never shown with newer ones."""

import ast

import lab

HIDDEN = """
const paint = window.requestAnimationFrame.bind(window);
const waiting = [];
let isHidden = true;
window.requestAnimationFrame = (f) => (isHidden ? waiting.push(f) : paint(f));
Object.defineProperty(document, 'hidden', { get: () => isHidden });
Object.defineProperty(document, 'visibilityState', {
  get: () => (isHidden ? 'hidden' : 'visible'),
});
globalThis.show = () => {
  isHidden = false;
  waiting.splice(0).forEach((f) => paint(f));
  document.dispatchEvent(new Event('visibilitychange'));
};
"""
TURN = """() => {
  const page = document.querySelector('.cl-page').convexlab;
  page.set({ lam: 0.8 });
  page.ask();
}"""
SHOWN = """() => {
  const stage = document.querySelector('.cl-stage');
  const { spec, player, panels, caption } = stage.convexlab;
  const dark = ({ plane: { canvas } }) => canvas.getContext('2d')
    .getImageData(0, 0, canvas.width, canvas.height).data.some((v, i) => i % 4 === 3 && v > 0);
  const seen = panels.filter(({ plane, isBehind }) => plane && !isBehind);
  return { frame: player.frame, sentence: caption.textContent, captions: spec.captions,
    painted: seen.map(dark), lam: document.querySelector('.cl-page').convexlab.settings.lam };
}"""


def test_a_page_behind_other_tabs_is_complete_once_it_is_shown(page, tmp_path):
    lab.page("lasso", vary={"lam": (0.1, 0.8, 3)}, jobs=1, progress=False, out=tmp_path / "p.html")
    page.add_init_script(HIDDEN)
    page.goto((tmp_path / "p.html").as_uri())
    page.wait_for_function("() => document.querySelector('.cl-page')?.convexlab?.lattice")
    page.wait_for_timeout(1000)
    page.evaluate(TURN)
    page.wait_for_timeout(500)
    page.evaluate("() => show()")
    page.wait_for_selector("[data-painted]", timeout=20_000)
    page.evaluate("() => document.querySelector('.cl-stage').convexlab.player.go(2)")
    page.wait_for_timeout(500)
    found = page.evaluate(SHOWN)
    assert found["lam"] == 0.8 and found["frame"] == 2
    assert len(found["painted"]) > 1 and all(found["painted"])
    live = lab.scene("lasso", lam=0.8)
    assert found["captions"] == list(live.captions)
    words = found["captions"][2].split(" — ")[0].split()
    assert " ".join(words) in " ".join(found["sentence"].split())


# Each panel has its value in the title; `made` records which were made.
BOARD = """\
import numpy as np
import widgets.session
import widgets.stored_still
from widgets import Clock, Curve, Knob, Layout, Panel, Scene, on_demand
from widgets.dashboard import Dashboard, Extras

made = []
widgets.stored_still.StoredStill.follow = lambda self: None  # it has all panels

def panel(key, a):
    made.append((key, a))
    return Panel(f"{key} at {a:.6g}", [Curve([0.0, 1.0], [0.0, a])], key=key)

def compute(settings, cancelled):
    a, layout = settings["a"], Layout("hero", ("side", "front"), ("behind",))
    panels = [on_demand(key, panel, key, a) for key in layout.shown()]
    return a, Scene(panels, Clock("step", np.arange(3)), [f"at {a:.6g}"] * 3, {}, layout=layout)

d = Dashboard([Knob("a", "linear", 0.5, low=0.0, high=1.0)], compute, title="t", question="q",
              extras=Extras(ahead=lambda settings: True))
d"""
# Records the titles that are visible together in each frame, and what the kernel sends of panels.
WATCH = """() => {
  const stage = document.querySelector('.cl-stage'), view = stage.convexlab;
  const isSeen = (e) => e.checkVisibility({ visibilityProperty: true });
  const kept = globalThis.kept = { seen: [], sent: [] };
  const titles = (text) => kept.sent.push(...text.match(/(hero|behind) at [\\d.e-]+/g) ?? []);
  const look = () => {
    const found = [...stage.querySelectorAll('.cl-panel strong')].filter(isSeen);
    kept.seen.push([...found, view.caption].map((e) => e.textContent));
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
  view.model.on('change:spec', () => titles(view.model.get('spec')));
  view.model.on('msg:custom', (content, [data]) => {
    if (content.kind === 'held') titles(new TextDecoder().decode(data));
  });
}"""


def drag(page, shares):
    """Drag the slider over these places, the first of which is pressed; it is not let go."""
    box = page.locator(".cl-knob[data-name=a] .cl-range").bounding_box()
    for share in shares:
        place = (box["x"] + 8 + share * (box["width"] - 16), box["y"] + box["height"] / 2)
        page.mouse.move(*place)
        if share == 0.0:
            page.mouse.down()
        page.wait_for_timeout(40)


def test_hidden_panels_are_neither_made_nor_sent_nor_shown_with_newer_ones(jupyter, page):
    jupyter.run(page, jupyter.write("tabs.ipynb", BOARD))
    page.wait_for_selector("[data-painted]", timeout=90_000)
    jupyter.kernel(page, "d.wait(); widgets.session.REST = 3600.0; made.clear()")
    page.evaluate(WATCH)
    drag(page, [k / 40 for k in range(41)])

    def made(wanted):
        reported = ast.literal_eval(jupyter.kernel(page, "print(made)"))
        return {a for key, a in reported if key == wanted}

    assert len(made("hero")) > 5 and not made("behind")
    sent = page.evaluate("kept.sent.splice(0)")
    assert {words.split()[0] for words in sent} == {"hero"}
    page.evaluate("document.querySelector('.cl-tab[id$=behind]').click()")
    page.wait_for_timeout(200)
    assert jupyter.kernel(page, "print(d.stage.tab)") == "behind"
    opened = page.evaluate("kept.seen.at(-1)")
    assert [words.split()[0] for words in opened] == ["hero", "side", "at"]
    before = made("front")
    drag(page, [1 - k / 40 for k in range(20)])
    page.mouse.up()
    jupyter.kernel(page, "widgets.session.REST = 0.15; d.wait()")
    last = jupyter.kernel(page, "print(f'behind at {d.run:.6g}')")
    page.wait_for_function("(last) => kept.seen.at(-1).includes(last)", arg=last, timeout=30_000)
    assert len(made("behind")) > 1 and len(made("front") - before) <= 1
    together = page.evaluate("kept.seen")
    assert all(len({words.split("at ")[1] for words in one}) == 1 for one in together)
    assert len({one[0] for one in together if len(one) == 4}) > 3
