// Whether a kernel answers a widget. Front ends notify a widget of a restart that somebody asked
// for; that a kernel died, was shut down or was exchanged is known only from the kernel's
// connection.

/** @import { Model } from "./types.js" */

export const ASLEEP = "This needs a running kernel: run the cell again.";
const ENDED = ["restarting", "autorestarting", "terminating", "dead"];

/**
 * Call `notify` with whether a kernel answers, whenever that may have changed; the function that is
 * returned ends this. Where there is no Jupyter, and in a page without a kernel, nothing is
 * reported.
 * @param {Model} model @param {(answers: boolean) => void} notify
 */
export function watchKernel(model, notify) {
  let ended = false;
  let undo = () => {};
  watched(model, (answers) => { if (!ended) notify(answers); }).then((end) => {
    if (ended) end();
    else undo = end;
  });
  return () => {
    ended = true;
    undo();
  };
}

// Jupyter's own model of a widget; undefined where there is no Jupyter.
/** @param {Model} model */
async function realOf(model) {
  const real = await model.widget_manager?.get_model?.(model.get("uid"));
  return typeof real?.comm_live === "boolean" ? real : undefined;
}

/**
 * The connection to the kernel of a widget, whose `status` says what it does; null without one.
 * @param {Model} model @returns {Promise<{ status?: string } | null>}
 */
export async function kernelOf(model) {
  return (await realOf(model))?.widget_manager.kernel ?? null;
}

/**
 * @param {Model} model @param {(answers: boolean) => void} notify
 * @returns {Promise<() => void>}
 */
async function watched(model, notify) {
  const real = await realOf(model);
  if (!real) return () => {};
  const follow = () => notify(real.comm_live);
  const sleep = () => { real.comm_live = false; }; // an event follows
  /** @param {unknown} _ @param {string} status */
  const onStatus = (_, status) => { if (ENDED.includes(status)) sleep(); };
  const kernel = real.widget_manager.kernel;
  real.on("comm_live_update", follow);
  kernel?.statusChanged?.connect(onStatus);
  kernel?.disposed?.connect(sleep);
  if (kernel?.isDisposed || ENDED.includes(kernel?.status)) sleep();
  if (!real.comm_live) follow();
  return () => {
    real.off("comm_live_update", follow);
    kernel?.statusChanged?.disconnect(onStatus);
    kernel?.disposed?.disconnect(sleep);
  };
}
