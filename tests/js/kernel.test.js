// Whether a kernel answers: reported by the front end, or only by the kernel's connection.
import assert from "node:assert/strict";
import { test } from "node:test";
import { watchKernel } from "../../widgets/static/kernel.js";

const signal = () => {
  const slots = new Set();
  return {
    slots,
    connect: (slot) => slots.add(slot),
    disconnect: (slot) => slots.delete(slot),
    emit: (value) => [...slots].forEach((slot) => slot(null, value)),
  };
};

// A model as Jupyter has it, whose liveness is reported when it changes.
function jupyter(status = "idle") {
  const kernel = { status, statusChanged: signal(), disposed: signal(), isDisposed: false };
  const handlers = new Set();
  const real = {
    live: true,
    widget_manager: { kernel },
    get comm_live() { return this.live; },
    set comm_live(value) { this.live = value; handlers.forEach((handler) => handler()); },
    on: (_, handler) => handlers.add(handler),
    off: (_, handler) => handlers.delete(handler),
  };
  const model = { get: () => "uid", widget_manager: { get_model: async () => real } };
  return { kernel, real, model, handlers };
}
const settled = () => new Promise((resolve) => { setTimeout(resolve); });

for (const status of ["restarting", "autorestarting", "terminating", "dead"]) {
  test(`a kernel that is ${status} answers no more`, async () => {
    const { kernel, model } = jupyter();
    const reported = [];
    watchKernel(model, (answers) => reported.push(answers));
    await settled();
    kernel.statusChanged.emit("busy");
    assert.deepEqual(reported, []);
    kernel.statusChanged.emit(status);
    assert.deepEqual(reported, [false]);
  });
}

test("a connection that was disposed of, now or before, does not answer", async () => {
  const [now, before] = [jupyter(), jupyter("dead")];
  const reported = [];
  watchKernel(now.model, (answers) => reported.push(["now", answers]));
  watchKernel(before.model, (answers) => reported.push(["before", answers]));
  await settled();
  now.kernel.disposed.emit();
  assert.deepEqual(reported[0], ["before", false]);
  assert.deepEqual(reported.at(-1), ["now", false]);
});

test("changes that the front end reports are passed on until the listener ends", async () => {
  const { real, model, kernel, handlers } = jupyter();
  const reported = [];
  const end = watchKernel(model, (answers) => reported.push(answers));
  await settled();
  real.comm_live = false;
  real.comm_live = true;
  end();
  real.comm_live = false;
  assert.deepEqual(reported, [false, true]);
  assert.equal(handlers.size + kernel.statusChanged.slots.size + kernel.disposed.slots.size, 0);
});

test("without Jupyter nothing is reported", async () => {
  const reported = [];
  watchKernel({ get: () => "uid" }, (answers) => reported.push(answers))();
  await settled();
  assert.deepEqual(reported, []);
});
