"""A page that is loaded in a tab behind others, where no frame is painted, is whole once it is
seen: knobs, sentence and picture agree."""

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
  page.knobs.get('lam').set('value', 0.8);
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


def test_a_page_that_was_behind_others_is_whole_once_it_is_seen(page, tmp_path):
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
    assert found["captions"][2].split(" — ")[0] in found["sentence"]
