"""The saved page: everything inside, nothing from outside, no way out of its data."""

import html
import re

import numpy as np
import pytest

from widgets import Axis, Clock, Curve, Panel, Question, Scene, row
from widgets.page import asset_files, embed, page_html, save_page, stage_of

BAD = "</script><script>alert(1)</script><b>&"


def scene(words=BAD):
    marks = [Curve([0.0, 1.0], row(np.eye(2)), label=words, legend=True)]
    panel = Panel(words, marks, x=Axis(words), key="p", subtitle=words)
    readout = {"gap": [1.0, float("nan")]}
    return Scene([panel], Clock("step", [0, 1]), [words] * 2, readout, title=words, question=words)


def test_data_come_back_and_words_stay_words(unpacked):
    text = page_html(scene())
    (spec,) = [point["spec"] for point in unpacked(text)]
    assert spec["captions"] == [BAD, BAD]
    assert spec["chips"] == [[["proved within 1.0", "proof"]], [["no bound yet", "proof"]]]
    assert "alert(1)</script>" not in text
    assert f"<title>{html.escape(BAD)}</title>" in text


def test_answers_cannot_be_read_in_the_file():
    asked = Question(0, "Which one?", ("this", "that"), 1, "Because it is.")
    panel = Panel("p", [Curve([0.0, 1.0], row(np.eye(2)))])
    text = page_html(Scene([panel], Clock("step", [0, 1]), ["a", "b"], {}, questions=(asked,)))
    assert "Which one?" not in text and "Because it is." not in text


def test_another_page_can_have_several_stages():
    text = "<html><body><p>one</p><!-- convexlab a --><!-- convexlab b --></body></html>"
    stages = {name: stage_of(scene("plain")) for name in "ab"}
    found, script = embed(text, stages), asset_files()["stage.js"]
    assert found.count('<div class="cl-page') == 2 and found.count(script) == 1
    assert found.startswith("<html><body><p>one</p><div") and found.endswith("</body></html>")
    beside = embed(text, stages, "../kit")
    assert '<script src="../kit/stage.js"></script>' in beside and script[:200] not in beside
    with pytest.raises(ValueError, match="must hold '<!-- convexlab c -->' once, got it 0 times"):
        embed(text, {"c": stages["a"]})


def test_nothing_is_loaded_from_outside():
    text = page_html(scene("plain"))
    assert not re.search(r"<(script|link|img|iframe)[^>]*\s(src|href)\s*=", text)
    assert "default-src 'none'" in text


def test_file_is_the_text(tmp_path):
    result = scene("plain")
    save_page(result, tmp_path / "page.html")
    assert (tmp_path / "page.html").read_text(encoding="utf-8") == page_html(result)
