"""One HTML file that plays a scene, with the player and the data inside; no network.

plotly.js is inside only where a panel is in space.
"""

from __future__ import annotations

import base64
import html
import json
import pathlib

from widgets.assets import packed
from widgets.bundle import STATIC, script
from widgets.plotly_marks import in_space, pack
from widgets.stage import THEMES

_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy"
  content="default-src 'none'; script-src 'unsafe-inline' 'unsafe-eval' blob:;
  style-src 'unsafe-inline'; img-src data: blob:; worker-src blob:; font-src data:">
<title>{title}</title>
<style>
body {{ margin: 0 auto; padding: 16px 20px; max-width: 1240px; background: #fff; color: #1b1f24;
  font-family: system-ui, "Segoe UI", "DejaVu Sans", sans-serif; }}
h1 {{ font-size: 17px; margin: 0; }}
header p {{ margin: 2px 0 12px; color: #59636e; font-size: 13px; }}
@media (prefers-color-scheme: dark) {{
  body {{ background: #11151a; color: #f0f3f6; }}
  header p {{ color: #9aa4af; }}
}}
{css}
</style>
</head>
<body>
<header><h1>{title}</h1><p>{question}</p></header>
<main id="stage"></main>
<script type="application/json" id="scene">{scene}</script>
<script type="application/octet-stream" id="plotly">{plotly}</script>
<script>
{player}
const state = JSON.parse(document.getElementById("scene").textContent);
for (const part of ["constant", "moving"]) {{
  for (const [name, text] of Object.entries(state[part])) {{
    const bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
    state[part][name] = new DataView(bytes.buffer);
  }}
}}
const model = {{
  get: (name) => state[name],
  set: (name, value) => {{ state[name] = value; }},
  on() {{}}, off() {{}}, send() {{}}, save_changes() {{}},
}};
const loadPlotly = async () => {{
  const text = document.getElementById("plotly").textContent;
  const bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  const inflated = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  const source = new Blob([await new Response(inflated).text()], {{ type: "text/javascript" }});
  return (await import(URL.createObjectURL(source))).default;
}};
let plotly;
player.stageWidget(() => (plotly ??= loadPlotly()))
  .render({{ model, el: document.getElementById("stage") }});
</script>
</body>
</html>
"""


def page_html(scene):
    """The text of a page that plays `scene`; everything it needs is inside."""
    spec, arrays = pack(scene)
    state = {
        "spec": spec,
        "constant": _as_text(arrays.static),
        "moving": _as_text(arrays.moving),
        "themes": THEMES,
        "status": {"kind": "ready", "text": "", "detail": ""},
        "frame": 0,
        "uid": "page",
    }
    return _PAGE.format(
        title=html.escape(scene.title or "Convex Lab"),
        question=html.escape(scene.question),
        css=(STATIC / "stage.css").read_text(encoding="utf-8"),
        # "<" inside the data must not end the script element.
        scene=json.dumps(state, allow_nan=False).replace("<", "\\u003c"),
        plotly=_base64(packed("plotly")) if in_space(spec) else "",
        player=script("stage", "player").replace("</script", "<\\/script"),
    )


def save_page(scene, path):
    """Write `page_html(scene)` to `path`."""
    pathlib.Path(path).write_text(page_html(scene), encoding="utf-8")


def _as_text(buffers):
    return {name: _base64(data) for name, data in buffers.items()}


def _base64(data):
    return base64.b64encode(data).decode("ascii")
