"""Browser code that travels once per page: the player, the controls, their styles, plotly.js.

anywidget sends a widget's module with each instance, and gives up on one that is not ready within
two seconds. So every widget's own module is a few lines that ask for the real one by name, and one
hidden widget brings the real ones; nothing is evaluated before the first view asks for it. They are
messages, no traits, so that a saved notebook or its widget state does not hold them. plotly.js
comes with the first panel in space: a page without one never receives it.
"""

from __future__ import annotations

import gzip
import hashlib
import re
import uuid
from functools import cache

import anywidget
import traitlets

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
const take = async (content, buffers) => {
  if (content?.kind !== "source") return;
  const bytes = new Blob([buffers[0]]).stream().pipeThrough(new DecompressionStream("gzip"));
  slotOf(content.name).provide(await new Response(bytes).text());
};
const pause = (ms) => new Promise((resolve) => { setTimeout(resolve, ms); });
const ask = async (model, name, bundle) => {
  const slot = slotOf(name);
  await pause(250);
  if (globalThis.__convexlab.coming) await pause(10000);
  if (slot.filled || Date.now() - slot.asked < 10000) return;
  slot.asked = Date.now();
  model.send({ kind: "want", bundle });
};
"""
# The sources are sent once, unasked: a kernel that has many cells to run answers nobody meanwhile.
# A page that was not there to hear them asks: one that is reloaded, or that runs no module of a
# widget that is not shown, as marimo's.
# A page that is busy for two seconds, with a large picture or a slow hub, must not lose a widget:
# anywidget then drops every message to its model for ever. A message of our own tells whether that
# has happened; if so, the model's next messages go past anywidget, and what was lost is asked for.
_HELP = """\
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
function show({ model, el }, name, bundle) {
  let ended = false, end;
  ask(model, name, bundle);
  if (bundle === "stage") explain(model, el, name);
  slotOf(name).module().then((made) => {
    if (ended) return;
    el.querySelector(".cl-asleep")?.remove();
    made.dress(el);
    end = made.default.render({ model, el });
  });
  return () => { ended = true; end?.(); };
}
async function explain(model, el, name) {
  const real = await model.widget_manager?.get_model(model.get("uid"));
  if (slotOf(name).filled || real?.comm_live !== false) return;
  const words = el.appendChild(document.createElement("p"));
  words.className = "cl-asleep";
  words.setAttribute("role", "status");
  words.textContent = "This picture needs a running kernel: run its cell again.";
}
help.give({ listen, show });
"""
# What stubs do is brought by the stage, which no dashboard is without, and by the widget of the
# sources; those of the many knobs wait for it. Restored from a saved notebook, nobody answers; the
# stage says so for all.
_HELPER = """\
const help = ((globalThis.__convexlab ??= {})["$HELP"] ??= (() => {
  const made = {};
  made.ready = new Promise((resolve) => { made.give = resolve; });
  return made;
})());
"""
_STUB = """\
export default {
  initialize({ model }) { help.ready.then((it) => it.listen(model)); },
  render(given) {
    let ended = false, end;
    help.ready.then((it) => { if (!ended) end = it.show(given, "$NAME", "$BUNDLE"); });
    return () => { ended = true; end?.(); };
  },
};
"""
# The kernel sends plotly.js before the first scene with a panel in space; a page that is reloaded
# asks for it.
_WITH_PLOTLY = """\
export default made.stageWidget((model) => {
  ask(model, "$NAME", "plotly");
  return slotOf("$NAME").module().then((bundle) => bundle.default);
});
"""
_RECEIVE = """\
export default {
  initialize({ model }) {
    (globalThis.__convexlab ??= {}).coming = !model.get("sent");
    model.on("msg:custom", take);
  },
};
"""


def _digest(text):
    return hashlib.blake2b(text.encode(), digest_size=6).hexdigest()


def _whole(text):
    """A module that brings what stubs do."""
    return _short(_SLOTS + _HELPER + _HELP + text)


def _short(text):
    """A module without comments and indents: it travels, and is saved, with each widget."""
    bare = re.sub(r"\s*// .*$|^ +", "", text, flags=re.MULTILINE)
    return bare.replace("$HELP", f"help-{_digest(_SLOTS + _HELP)}")


class Assets(anywidget.AnyWidget):
    """Brings the sources to the pages that are open; never shown.

    They travel as messages: what is a trait would be saved with every notebook.
    """

    _esm = _whole(_RECEIVE)
    sent = traitlets.Bool(False).tag(sync=True)

    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self._brought = set()
        for bundle in ("stage", "knob", "actions"):
            self.send_bundle(bundle)
        self.sent = True

    def send_bundle(self, bundle):
        """Send a bundle to the pages, once."""
        if bundle not in self._brought:
            self._brought.add(bundle)
            send_source(self, bundle)


class LazyWidget(anywidget.AnyWidget):
    """A widget whose module is a stub; `uid` names its model, on the page and in the kernel."""

    _bundle = ""
    uid = traitlets.Unicode().tag(sync=True)

    def __init_subclass__(cls, bundle="", **kwargs):
        """Take the name of the module that the stub asks for."""
        if bundle:
            cls._bundle, cls._esm = bundle, stub(bundle)
        super().__init_subclass__(**kwargs)

    def __init__(self, **kwargs):
        load_assets()
        uid = uuid.uuid4().hex
        super().__init__(uid=uid, model_id=uid, **kwargs)
        self.on_msg(self._wanted)

    def _wanted(self, _, content, __):
        """A page lacks the module of this widget, or what that module loads for some pictures."""
        known = (self._bundle, *_LATER[self._bundle])
        if content.get("kind") == "want" and content.get("bundle") in known:
            send_source(self, content["bundle"])


#: What a bundle loads for some pictures.
_LATER = {"stage": ("plotly",), "knob": (), "actions": ()}
_assets = None


def load_assets(*more):
    """Send the sources to this kernel's pages, once; more: bundles that some pictures need."""
    global _assets
    if _assets is None or _assets.comm is None:  # or somebody closed all widgets
        _assets = Assets()
    for bundle in more:
        _assets.send_bundle(bundle)


def send_source(widget, bundle):
    """Send a bundle's source to the pages, by the messages of `widget`."""
    widget.send({"kind": "source", "name": name_of(bundle)}, buffers=[packed(bundle)])


@cache
def packed(bundle):
    """The bundle's source as it travels: gzip, which the browser inflates."""
    return gzip.compress(source_of(bundle).encode(), 9, mtime=0)


def stub(bundle):
    """The module of a widget whose code is `bundle`."""
    own = _STUB.replace("$NAME", name_of(bundle)).replace("$BUNDLE", bundle)
    return _whole(own) if bundle == "stage" else _short(_HELPER + own)


@cache
def name_of(bundle):
    """The bundle's name on the page."""
    return f"{bundle}-{_digest(source_of(bundle))}"


def plotly_js():
    """The text of plotly.js, with what it has for panels in space; a script, no module."""
    return _text("vendor/plotly.js")


@cache
def source_of(bundle):
    """The JavaScript of a bundle, as an ES module."""
    if bundle == "plotly":
        # plotly's UMD exports where a CommonJS module would.
        opened = "let module = { exports: {} }; let exports = module.exports;\n"
        return f"{opened}{plotly_js()}\nexport default module.exports;\n"
    if bundle == "stage":
        result = _WITH_PLOTLY.replace("$NAME", name_of("plotly"))
        return _SLOTS + script(bundle, "made") + result + _styled("stage")
    return script(bundle, "made") + "export default { render: made.render };\n" + _styled("knob")


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
