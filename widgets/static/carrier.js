// The module of the widget that sends the sources to open pages.

import { receive, setComing } from "./sources.js";

/** @import { Context } from "./types.js" */

export default {
  /** @param {Context} context */
  initialize({ model }) {
    setComing(!model.get("sent"));
    model.on("msg:custom", receive);
  },
};
