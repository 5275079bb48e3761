// The frame of a picture: ends, steps, speed, loop, questions, and what the kernel gets.
import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { Player } from "../../widgets/static/player.js";

let frames = [];
let now = 0;
globalThis.requestAnimationFrame = (act) => frames.push(act);
globalThis.cancelAnimationFrame = () => { frames = []; };

let uid = 0;
function opened(count = 11) {
  const state = { uid: `player ${(uid += 1)}`, frame: 0 };
  const model = {
    get: (name) => state[name],
    set: mock.fn((name, value) => { state[name] = value; }),
    save_changes: mock.fn(),
  };
  const player = Player.of(model);
  const view = { model, follow: mock.fn(), get drawnPosition() { return player.position; } };
  player.join(view);
  player.load(count);
  return { player, view, model };
}

// Lets the page draw for so many seconds, sixty times a second.
function run(seconds) {
  for (let i = 0; i < Math.round(60 * seconds); i++) {
    now += 1000 / 60;
    for (const act of frames.splice(0)) act(now);
  }
}

beforeEach(() => {
  frames = [];
  now = 0;
  mock.method(performance, "now", () => now);
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout"] });
});

test("a position stays between the first and the last frame", () => {
  const { player, view } = opened();
  player.go(99);
  assert.equal(player.position, 10);
  player.go(-3);
  assert.equal(player.position, 0);
  const reported = view.follow.mock.callCount();
  player.go(0);
  const calls = view.follow.mock.callCount();
  assert.equal(calls, reported, "a player that does not move is not reported");
});

test("after a part with fewer frames the position is that in the whole", () => {
  const { player, model } = opened(11);
  player.go(7);
  player.load(4, undefined, true);
  assert.equal(player.position, 3);
  mock.timers.tick(10_000);
  assert.equal(model.set.mock.callCount(), 0, "the kernel hears nothing of it");
  player.load(5, undefined, true);
  player.load(21);
  assert.equal(player.position, 7);
  player.go(20);
  player.load(4, undefined, true);
  player.load(31);
  assert.equal(player.position, 30, "a player at the end stays there");
  player.load(4, undefined, true);
  player.go(1);
  player.load(31);
  assert.equal(player.position, 1, "who has moved meanwhile stays as well");
});

test("the end of a part does not count as having played the whole", () => {
  const { player } = opened(11);
  player.go(7);
  player.load(4, undefined, true);
  player.load(11);
  assert.equal(player.wasPlayed, false);
});

test("a step goes to a whole frame, forwards and back from between two", () => {
  const { player } = opened();
  player.go(2.5);
  player.step(-1);
  assert.equal(player.position, 2);
  player.go(2.5);
  player.step(1);
  assert.equal(player.position, 3);
});

test("a short scene takes three seconds, a long one twelve", () => {
  for (const [count, seconds] of [[5, 3], [21, 7], [500, 12]]) {
    const { player } = opened(count);
    player.play();
    run(seconds - 0.1);
    assert.ok(player.playing && player.position < player.last, `${count} frames`);
    run(0.2);
    assert.ok(!player.playing && player.position === player.last, `${count} frames`);
  }
});

test("double speed takes half the time", () => {
  const { player } = opened(500);
  player.speed = 2;
  player.play();
  run(5.9);
  assert.ok(player.playing);
  run(0.2);
  assert.ok(!player.playing);
});

test("a loop begins again; play at the end begins again", () => {
  const { player } = opened(5);
  player.loop = true;
  player.play();
  run(4);
  assert.ok(player.playing && player.position < 3);
  player.pause();
  player.loop = false;
  player.go(4);
  player.play();
  run(0.1);
  assert.ok(player.position < 1);
});

test("a loop shows its end too, after which what comes is shown", () => {
  const { player, view } = opened(11);
  let furthest = 0;
  view.follow.mock.mockImplementation(() => { furthest = Math.max(furthest, player.position); });
  player.loop = true;
  player.play();
  run(3.3);
  assert.equal(player.showsFuture, false);
  run(1);
  assert.equal(furthest, 10);
  assert.ok(player.showsFuture && player.playing && player.position < 5, `${player.position}`);
});

test("play stops at a question and no frame later", () => {
  const { player } = opened(500);
  player.stops = new Set([7]);
  player.play();
  run(5);
  assert.equal(player.position, 7);
  assert.ok(!player.playing);
});

test("the kernel gets the frame once, when the player stops", () => {
  const { player, model } = opened();
  for (let i = 1; i <= 8; i++) player.go(i);
  mock.timers.tick(299);
  assert.equal(model.save_changes.mock.callCount(), 0);
  mock.timers.tick(2);
  assert.equal(model.save_changes.mock.callCount(), 1);
  assert.deepEqual(model.set.mock.calls.map((c) => c.arguments), [["frame", 8]]);
});

test("a frame that the kernel has cut while it had not got the user's moves no player", () => {
  const { player, model } = opened(100);
  const cut = (frame) => { model.set("frame", frame); player.sync(frame); };
  player.go(60);
  player.load(75, undefined, true);
  cut(74);
  player.load(75);
  assert.equal(player.position, 60);
  mock.timers.tick(301);
  assert.equal(model.get("frame"), 60);
  for (const frame of [20, 30]) cut(frame); // set in Python, one soon after the other
  assert.equal(player.position, 30);
});

test("what a button reports during play is no frame that the kernel has later", () => {
  const { player, model } = opened(500);
  player.go(4);
  mock.timers.tick(301);
  player.play();
  run(1);
  player.report();
  assert.equal(model.get("frame"), player.position);
  player.pause();
  player.go(4);
  mock.timers.tick(301);
  assert.equal(model.get("frame"), 4);
});

test("a new scene leaves a player at the end there, others where they can be", () => {
  const { player } = opened(11);
  player.go(10);
  player.load(31);
  assert.equal(player.position, 30);
  player.go(20);
  player.load(11);
  assert.equal(player.position, 10);
});

test("scenes that are too short on the way change no frame in those that have it", () => {
  const { player, model } = opened(31);
  for (const [put, there] of [[20, 20], [30, 40]]) {
    player.load(31);
    player.go(put);
    for (const many of [11, 1, 5, 41]) {
      player.load(many);
      mock.timers.tick(301);
      assert.equal(model.get("frame"), Math.min(there, many - 1), "the kernel has what is shown");
    }
    assert.equal(player.position, there);
  }
  player.load(5);
  player.go(4);
  player.load(31);
  assert.equal(player.position, 30, "who goes to the end of a short one is at the end");
});

test("a view that is added while the picture is played finds the player where it is", () => {
  const { player } = opened(500);
  player.load(500, 3);
  assert.equal(player.position, 0, "only the first scene begins where the kernel says");
  player.play();
  run(5);
  const { position } = player;
  player.load(500, 0);
  assert.equal(player.position, position);
});

test("a page that was hidden while it played continues from where it was", () => {
  const { player } = opened(500);
  player.play();
  run(2);
  const { position } = player;
  now += 60_000;
  run(0.1);
  assert.ok(player.playing && player.position < position + 1.2 * player.perSecond);
});

test("the kernel gets the frame that is shown, between two frames the first", () => {
  const { player, view, model } = opened(500);
  Object.defineProperty(view, "drawnPosition", { get: () => player.frame });
  player.play();
  run(1.11);
  player.pause();
  assert.notEqual(player.position, player.frame);
  mock.timers.tick(301);
  assert.equal(model.get("frame"), player.frame);
});

test("views of one stage share a player, which is removed with the last", () => {
  const { player, view, model } = opened();
  const other = { model, follow: mock.fn() };
  assert.equal(Player.of(model), player);
  player.join(other);
  player.go(3);
  assert.equal(other.follow.mock.callCount(), 1);
  player.leave(view);
  assert.equal(player.leader, other);
  player.leave(other);
  assert.notEqual(Player.of(model), player);
});
