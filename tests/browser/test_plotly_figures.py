"""Figures for plotly, all scenes in three frames: their numbers are the scene's, and as plotly's
script draws them no words lie on others or beyond the figure."""

import plotly.graph_objects as go
import pytest
from plotly.offline import get_plotlyjs
from plotly_numbers import agree
from scenes import ADDRESSES

import lab
from widgets.plotly_figure import figure

# [kind, words, left, top, right, bottom] of all words that plotly has written.
WRITTEN = """async (json) => {
  const { data, layout } = JSON.parse(json);
  await Plotly.newPlot('figure', data, layout, { staticPlot: true });
  const kinds = {
    word: '.textpoint text', title: '.annotation-text', head: '.gtitle', key: '.legendtext',
    tick: '.xtick text, .ytick text', axis: '.xtitle, .ytitle', bar: '.cbaxis text',
    player: '.slider-label, .slider-current-value text, .updatemenu-item-text',
  };
  const found = [];
  for (const [kind, names] of Object.entries(kinds)) {
    for (const text of document.querySelectorAll(names)) {
      const lines = kind === 'word' ? [...text.querySelectorAll('tspan.line')] : [];
      for (const one of lines.length ? lines : [text]) {
        const { left, top, right, bottom } = one.getBoundingClientRect();
        if (one.textContent.trim() && right > left) {
          found.push([kind, one.textContent, left, top, right, bottom]);
        }
      }
    }
  }
  return found;
}"""


def meet(a, b, by=1.0):
    """Whether the boxes of two words share more than `by` pixels either way."""
    (*_, left, top, right, low), (*_, x0, y0, x1, y1) = a, b
    return left < x1 - by and x0 < right - by and top < y1 - by and y0 < low - by


@pytest.fixture
def plotly_page(page):
    page.set_content("<body style='margin: 0'><div id='figure'></div>")
    page.add_script_tag(content=get_plotlyjs())
    return page


def wrong(page, shown):
    """What lies on what in a figure, and what lies beyond it."""
    alone = go.Figure(shown.data, shown.layout)
    words = page.evaluate(WRITTEN, alone.to_json())
    assert len(words) > 10
    pairs = [(a, b) for i, a in enumerate(words) for b in words[:i] if meet(a, b)]
    yield from ((a[1], b[1]) for a, b in pairs)
    right, low = shown.layout.width + 1.0, shown.layout.height + 1.0
    yield from (w[1] for w in words if min(w[2:4]) < -1.0 or w[4] > right or w[5] > low)


def some(scene):
    """The first frame, the middle one and the last."""
    return sorted({0, len(scene) // 2, len(scene) - 1})


def frames_of(scene, shown):
    """(k, figure) of some frames, as the player of the figure `shown` at its first draws them."""
    frames = shown.frames
    for k in some(scene):
        if frames:
            for i, trace in zip(frames[k].traces, frames[k].data, strict=True):
                shown.data[i].update(trace)
            shown.update_layout(frames[k].layout)
            shown.layout.sliders[0].active = k
        yield k, shown


def test_plotly_numbers_match_the_scene_and_words_do_not_overlap(plotly_page):
    found = []
    for address in ADDRESSES:
        scene = lab.scene(address)
        made = figure(scene, frame=0)
        agree(made, scene, some(scene))
        for k, shown in frames_of(scene, made):
            found += [(address, k, *w) for w in wrong(plotly_page, shown)]
    assert found == []


def test_a_frame_of_the_player_is_the_figure_opened_there():
    scene = lab.scene("lasso")
    for k, shown in frames_of(scene, figure(scene, frame=0)):
        opened = figure(scene, frame=k).to_dict()
        assert shown.to_dict()["data"] == opened["data"]
        assert shown.to_dict()["layout"] == opened["layout"]


def test_words_that_lie_on_others_are_noticed(plotly_page):
    shown = figure(lab.scene("lars/race"))
    for trace in shown.data:
        if trace.mode == "text":
            trace.textposition = "middle right"
    assert any("LARS" in pair for pair in wrong(plotly_page, shown))
