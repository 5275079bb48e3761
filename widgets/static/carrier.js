// The module of the widget that brings the sources to the pages that are open.

import { expect, take } from "./sources.js";

/** @import { Context } from "./types.js" */

export default {
  /** @param {Context} context */
  initialize({ model }) {
    expect(!model.get("sent"));
    model.on("msg:custom", take);
  },
};
