"""Browser code that travels once per page: plotly.js, the player, the controls, their styles.

anywidget sends a widget's module with each instance, and gives up on one that is not ready within
two seconds. So every widget's own module is a few lines that ask for the real one by name, and one
hidden widget brings the real ones; nothing is evaluated before the first view asks for it.
"""

from __future__ import annotations

import hashlib
import uuid
from functools import cache

import anywidget
import traitlets
from plotly.offline import get_plotlyjs

from widgets.bundle import STATIC, script

# A name carries a digest: a kernel with a newer version brings its own code to an open page.
_SLOT = """\
const slot = ((globalThis.__convexlab ??= {{}})["{name}"] ??= (() => {{
  const made = {{ promise: null }};
  made.promise = new Promise((resolve) => {{ made.provide = resolve; }});
  made.module = () => (made.loaded ??= made.promise.then((source) => {{
    const url = URL.createObjectURL(new Blob([source], {{ type: "text/javascript" }}));
    return import(url).finally(() => URL.revokeObjectURL(url));
  }}));
  return made;
}})());
"""
# A page that is busy for two seconds, with a large picture or a slow hub, must not lose a widget:
# anywidget then drops every message to its model for ever. A message of our own tells whether that
# has happened; if so, the model's next messages go past anywidget, and what was lost is asked for.
_STUB = """\
async function listen(model) {
  const real = await model.widget_manager.get_model(model.get("uid"));
  try {
    await real._handle_comm_msg({ content: { data: { method: "custom", content: {} } } });
  } catch {
    const plain = Object.getPrototypeOf(Object.getPrototypeOf(real))._handle_comm_msg;
    real.comm.on_msg(plain.bind(real));
    real.comm.send({ method: "request_state" }, {});
  }
}
export default {
  initialize({ model }) { listen(model); },
  render({ model, el }) {
    let ended = false, end;
    slot.module().then((kit) => { if (!ended) end = kit.default.render({ model, el }); });
    return () => { ended = true; end?.(); };
  },
};
"""
_BRING = """\
export default {
  initialize({ model }) {
    for (const [name, source] of Object.entries(model.get("sources"))) {
      PLACE
      slot.provide(source);
    }
  },
};
"""


class Assets(anywidget.AnyWidget):
    """Brings the sources to the page; never shown."""

    _esm = _BRING.replace("PLACE", _SLOT.format(name="__NAME__").replace('"__NAME__"', "name"))
    sources = traitlets.Dict().tag(sync=True)


class Light(anywidget.AnyWidget):
    """A widget whose module is a stub; `uid` names its model, on the page and in the kernel."""

    uid = traitlets.Unicode().tag(sync=True)

    def __init__(self, **kwargs):
        bring()
        uid = uuid.uuid4().hex
        super().__init__(uid=uid, model_id=uid, **kwargs)


_assets = None


def bring():
    """Make sure that this kernel's pages have, or will get, the sources; once per kernel."""
    global _assets
    if _assets is None or _assets.comm is None:  # or somebody closed all widgets
        kits = ("plotly", "stage", "knob", "actions")
        _assets = Assets(sources={name_of(kit): source_of(kit) for kit in kits})


def stub(kit):
    """The module of a widget whose code is `kit`."""
    return _SLOT.format(name=name_of(kit)) + _STUB


@cache
def name_of(kit):
    """The kit's name on the page."""
    return f"{kit}-{hashlib.blake2b(source_of(kit).encode(), digest_size=6).hexdigest()}"


@cache
def source_of(kit):
    """The JavaScript of a kit, as an ES module."""
    if kit == "plotly":
        # plotly's UMD exports where a CommonJS module would.
        opened = "let module = { exports: {} }; let exports = module.exports;\n"
        return f"{opened}{get_plotlyjs()}\nexport default module.exports;\n"
    if kit == "stage":
        slot = _SLOT.format(name=name_of("plotly")).replace("const slot", "const plotlySlot")
        load = "() => plotlySlot.module().then((kit) => kit.default)"
        made = f"export default made.stageWidget({load});\n"
        return slot + script(kit, "made") + made + _styled("stage")
    return script(kit, "made") + "export default { render: made.render };\n" + _styled("knob")


def _styled(sheet):
    """Code that puts a style sheet on the page, once."""
    css = _text(f"{sheet}.css").replace("\\", "\\\\").replace("`", "\\`")
    return (
        f'\nif (!document.getElementById("convexlab-{sheet}")) {{\n'
        '  const sheet = document.head.appendChild(document.createElement("style"));\n'
        f'  sheet.id = "convexlab-{sheet}";\n  sheet.textContent = `{css}`;\n}}\n'
    )


def _text(name):
    return (STATIC / name).read_text(encoding="utf-8")
