"""Browser code that travels once per page: plotly.js, the player, the controls, their styles.

anywidget sends a widget's module with each instance, and gives up on one that is not ready within
two seconds. So every widget's own module is a few lines that ask for the real one by name, and one
hidden widget brings the real ones; nothing is evaluated before the first view asks for it. They are
messages, no traits, so that a saved notebook or its widget state does not hold them.
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
_SLOTS = """\
const slotOf = (name) => ((globalThis.__convexlab ??= {})[name] ??= (() => {
  const made = { filled: false, asked: 0 };
  made.promise = new Promise((resolve) => {
    made.provide = (source) => { made.filled = true; resolve(source); };
  });
  made.module = () => (made.loaded ??= made.promise.then((source) => {
    const url = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
    return import(url).finally(() => URL.revokeObjectURL(url));
  }));
  return made;
})());
const take = (content, buffers) => {
  if (content?.kind !== "source") return;
  slotOf(content.name).provide(new TextDecoder().decode(buffers[0]));
};
"""
# The sources are sent once, unasked: a kernel that has many cells to run answers nobody meanwhile.
# A page that was not there to hear them asks: one that is reloaded, or that runs no module of a
# widget that is not shown, as marimo's.
# A page that is busy for two seconds, with a large picture or a slow hub, must not lose a widget:
# anywidget then drops every message to its model for ever. A message of our own tells whether that
# has happened; if so, the model's next messages go past anywidget, and what was lost is asked for.
_STUB = """\
const pause = (ms) => new Promise((resolve) => { setTimeout(resolve, ms); });
async function listen(model) {
  model.on("msg:custom", take);
  const real = await model.widget_manager.get_model(model.get("uid"));
  if (typeof real?._handle_comm_msg !== "function") return; // no Jupyter: nothing is dropped
  try {
    await real._handle_comm_msg({ content: { data: { method: "custom", content: {} } } });
  } catch {
    const plain = Object.getPrototypeOf(Object.getPrototypeOf(real))._handle_comm_msg;
    real.comm.on_msg(plain.bind(real));
    real.comm.send({ method: "request_state" }, {});
  }
}
async function ask(model) {
  await pause(250);
  if (globalThis.__convexlab.coming) await pause(10000);
  if (slot.filled || Date.now() - slot.asked < 10000) return;
  slot.asked = Date.now();
  model.send({ kind: "want" });
}
// Restored from a saved notebook, nobody answers.
async function explain(model, el) {
  const real = await model.widget_manager?.get_model(model.get("uid"));
  if (!WORDS || slot.filled || real?.comm_live !== false) return;
  const words = el.appendChild(document.createElement("p"));
  words.className = "cl-asleep";
  words.setAttribute("role", "status");
  words.textContent = WORDS;
}
export default {
  initialize({ model }) { listen(model); },
  render({ model, el }) {
    let ended = false, end;
    ask(model);
    explain(model, el);
    slot.module().then((kit) => {
      if (ended) return;
      el.querySelector(".cl-asleep")?.remove();
      kit.dress(el);
      end = kit.default.render({ model, el });
    });
    return () => { ended = true; end?.(); };
  },
};
"""
_BRING = """\
export default {
  initialize({ model }) {
    (globalThis.__convexlab ??= {}).coming = !model.get("sent");
    model.on("msg:custom", take);
  },
};
"""


class Assets(anywidget.AnyWidget):
    """Brings the sources to the pages that are open; never shown.

    They travel as messages: what is a trait would be saved with every notebook.
    """

    _esm = _SLOTS + _BRING
    sent = traitlets.Bool(False).tag(sync=True)

    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        for kit in ("plotly", "stage", "knob", "actions"):
            send_source(self, kit)
        self.sent = True


class LazyWidget(anywidget.AnyWidget):
    """A widget whose module is a stub; `uid` names its model, on the page and in the kernel."""

    _kit = ""
    uid = traitlets.Unicode().tag(sync=True)

    def __init_subclass__(cls, kit="", **kwargs):
        """Take the name of the module that the stub asks for."""
        if kit:
            cls._kit, cls._esm = kit, stub(kit)
        super().__init_subclass__(**kwargs)

    def __init__(self, **kwargs):
        load_assets()
        uid = uuid.uuid4().hex
        super().__init__(uid=uid, model_id=uid, **kwargs)
        self.on_msg(self._wanted)

    def _wanted(self, _, content, __):
        """A page lacks the module of this widget."""
        if content.get("kind") == "want":
            for kit in (*_NEEDS.get(self._kit, ()), self._kit):
                send_source(self, kit)


#: What a kit loads when it is drawn.
_NEEDS = {"stage": ("plotly",)}
_assets = None


def load_assets():
    """Send the sources to this kernel's pages; once per kernel."""
    global _assets
    if _assets is None or _assets.comm is None:  # or somebody closed all widgets
        _assets = Assets()


def send_source(widget, kit):
    """Send a kit's source to the pages, by the messages of `widget`."""
    source = source_of(kit).encode()
    widget.send({"kind": "source", "name": name_of(kit)}, buffers=[source])


def stub(kit):
    """The module of a widget whose code is `kit`."""
    words = "This picture needs a running kernel: run its cell again." if kit == "stage" else ""
    head = f'const slot = slotOf("{name_of(kit)}");\nconst WORDS = "{words}";\n'
    return _SLOTS + head + _STUB


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
        load = f'() => slotOf("{name_of("plotly")}").module().then((kit) => kit.default)'
        result = f"export default made.stageWidget({load});\n"
        return _SLOTS + script(kit, "made") + result + _styled("stage")
    return script(kit, "made") + "export default { render: made.render };\n" + _styled("knob")


def _styled(sheet):
    """Code whose export `dress` puts a style sheet where an element is, once: on the page, or in
    the shadow tree in which marimo shows it, where the page's sheets do not count."""
    css = _text(f"{sheet}.css").replace("\\", "\\\\").replace("`", "\\`")
    return (
        "\nexport function dress(el) {\n"
        "  const root = el.getRootNode();\n"
        "  const home = root instanceof ShadowRoot ? root : document.head;\n"
        f'  if (home.querySelector("#convexlab-{sheet}")) return;\n'
        '  const sheet = home.appendChild(document.createElement("style"));\n'
        f'  sheet.id = "convexlab-{sheet}";\n  sheet.textContent = `{css}`;\n}}\n'
    )


def _text(name):
    return (STATIC / name).read_text(encoding="utf-8")
