// The module that anywidget gets with each live widget: it asks for the real one, by name.

import { spaceOf, moduleOf, receive, request, slotOf } from "./sources.js";

/** @import { Context, Model } from "./types.js" */

// A page that is busy for two seconds, with a large picture or a slow hub, must not lose a widget:
// anywidget then drops every message to its model for ever. A message of our own shows whether that
// has happened; if so, the model's next messages go past anywidget, and what was lost is asked for.
/** @param {Model} model */
async function surviveSlowPage(model) {
  const real = await model.widget_manager?.get_model?.(model.get("uid"));
  if (typeof real?._handle_comm_msg !== "function") return; // no Jupyter: nothing is dropped
  try {
    await real._handle_comm_msg({ content: { data: { method: "custom", content: {} } } });
  } catch {
    const plain = Object.getPrototypeOf(Object.getPrototypeOf(real))._handle_comm_msg;
    real.comm.on_msg(plain.bind(real));
    real.comm.send({ method: "request_state" }, {});
  }
}

// In a notebook restored from a file, no kernel answers.
/** @param {Context} context @param {string} name */
async function explainNoKernel({ model, el }, name) {
  const real = await model.widget_manager?.get_model(model.get("uid"));
  if (slotOf(name).filled || real?.comm_live !== false) return;
  const words = el.appendChild(document.createElement("p"));
  words.className = "cl-asleep";
  words.setAttribute("role", "status");
  words.textContent = "This picture needs a running kernel: run its cell again.";
}

export default {
  /** @param {Context} context */
  initialize({ model }) {
    model.on("msg:custom", receive);
    surviveSlowPage(model);
  },
  /** @param {Context} context */
  render({ model, el }) {
    let ended = false;
    /** @type {() => void} */
    let end = () => {};
    const { live, space, draw } = model.get("sources");
    request(model, "live", live);
    explainNoKernel({ model, el }, live);
    // The kernel sends what draws space before the first scene with such a panel; a page that is
    // reloaded asks for it.
    const loadSpace = () => {
      request(model, "space", space);
      return spaceOf(space);
    };
    const loadDraw = () => {
      request(model, "draw", draw);
      return moduleOf(draw);
    };
    moduleOf(live).then((made) => {
      if (ended) return;
      el.querySelector(".cl-asleep")?.remove();
      made.dress(el);
      end = made.render({ model, el }, loadSpace, loadDraw);
    });
    return () => {
      ended = true;
      end();
    };
  },
};
