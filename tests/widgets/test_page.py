"""The saved page: everything inside, nothing from outside, no way out of its data."""

import html
import json
import re

import numpy as np

from widgets import Axis, Clock, Curve, Panel, Scene, row
from widgets.page import page_html, save_page

BAD = "</script><script>alert(1)</script><b>&"


def scene(words=BAD):
    marks = [Curve([0.0, 1.0], row(np.eye(2)), label=words, legend=True)]
    panel = Panel(words, marks, x=Axis(words), key="p", subtitle=words)
    readout = {"gap": [1.0, float("nan")]}
    return Scene([panel], Clock("step", [0, 1]), [words] * 2, readout, title=words, question=words)


def test_the_data_come_back_and_words_stay_words():
    text = page_html(scene())
    data = re.search(r'<script type="application/json" id="scene">(.*?)</script>', text, re.S)
    state = json.loads(data.group(1))
    assert state["spec"]["captions"] == [BAD, BAD]
    assert state["spec"]["chips"] == [
        [["proved within 1.0", "proof"]],
        [["no bound yet", "proof"]],
    ]
    assert "alert(1)</script>" not in text
    assert f"<title>{html.escape(BAD)}</title>" in text


def test_nothing_is_loaded_from_outside():
    text = page_html(scene("plain"))
    assert not re.search(r"<(script|link|img|iframe)[^>]*\s(src|href)\s*=", text)
    assert "default-src 'none'" in text


def test_the_file_is_the_text(tmp_path):
    made = scene("plain")
    save_page(made, tmp_path / "page.html")
    assert (tmp_path / "page.html").read_text(encoding="utf-8") == page_html(made)
