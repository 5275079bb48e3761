// Whether a kernel answers: told by the front end, or only by the kernel's connection.
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

// A model as Jupyter has it, whose liveness is told where it changes.
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
    const told = [];
    watchKernel(model, (answers) => told.push(answers));
    await settled();
    kernel.statusChanged.emit("busy");
    assert.deepEqual(told, []);
    kernel.statusChanged.emit(status);
    assert.deepEqual(told, [false]);
  });
}

test("a connection that is given up, or was before, answers no more", async () => {
  const [now, before] = [jupyter(), jupyter("dead")];
  const told = [];
  watchKernel(now.model, (answers) => told.push(["now", answers]));
  watchKernel(before.model, (answers) => told.push(["before", answers]));
  await settled();
  now.kernel.disposed.emit();
  assert.deepEqual(told[0], ["before", false]);
  assert.deepEqual(told.at(-1), ["now", false]);
});

test("what the front end tells is told, both ways, until the end", async () => {
  const { real, model, kernel, handlers } = jupyter();
  const told = [];
  const end = watchKernel(model, (answers) => told.push(answers));
  await settled();
  real.comm_live = false;
  real.comm_live = true;
  end();
  real.comm_live = false;
  assert.deepEqual(told, [false, true]);
  assert.equal(handlers.size + kernel.statusChanged.slots.size + kernel.disposed.slots.size, 0);
});

test("where there is no Jupyter nothing is told", async () => {
  const told = [];
  watchKernel({ get: () => "uid" }, (answers) => told.push(answers))();
  await settled();
  assert.deepEqual(told, []);
});
