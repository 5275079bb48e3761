// The camera of a panel in space: nine numbers (eye, centre, up) in units of the box, whose longest
// side is 1 and whose middle is the origin; how they turn, and where points are projected.

import { PerspectiveCamera, Vector3 } from "./vendor/three.js";
import { clamp } from "./values.js";

/** @import { Panel } from "./types.js" */

/** The camera until somebody turns it. */
export const HOME = [1.34, 1.15, 0.73, 0, 0, -0.1, 0, 0, 1];
const [NEAR, FAR] = [0.01, 100];
const [CLOSEST, FARTHEST] = [0.4, 12]; // distances of the eye from the centre
const STEEPEST = Math.PI / 2 - 0.01;

/** Sides of the box: by the ranges where units are equal, else a cube. @param {Panel} panel */
export function sidesOf(panel) {
  const sides = panel.axes.map(({ range: [low, high] }) => (
    panel.equal ? Math.abs(high - low) : 1));
  return sides.map((side) => side / Math.max(...sides));
}

/**
 * Where a drawn coordinate of each axis lies in the box: [factor, summand].
 * @param {Panel} panel
 */
export function placingOf(panel) {
  const sides = sidesOf(panel);
  return panel.axes.map(({ range: [low, high] }, i) => {
    const factor = sides[i] / (high - low);
    return [factor, -0.5 * factor * (low + high)];
  });
}

/**
 * The camera of three.js for these numbers and a picture of this size.
 * @param {number[]} nine @param {number} width @param {number} height
 */
export function cameraOf(nine, width, height) {
  const camera = new PerspectiveCamera(45, width / height, NEAR, FAR);
  camera.up.set(...nine.slice(6));
  camera.position.set(...nine.slice(0, 3));
  camera.lookAt(...nine.slice(3, 6));
  camera.updateMatrixWorld();
  return camera;
}

/** @typedef {(x: number, y: number, z: number) => number[]} Project */

/**
 * From the box to pixels of the picture, y downwards, and the distance along the view; not finite
 * behind the eye.
 * @param {any} camera @param {number} width @param {number} height @returns {Project}
 */
export function projecting(camera, width, height) {
  const m = camera.projectionMatrix.clone().multiply(camera.matrixWorldInverse).elements;
  return (x, y, z) => {
    const w = m[3] * x + m[7] * y + m[11] * z + m[15];
    if (w < NEAR) return [NaN, NaN, w];
    const right = (m[0] * x + m[4] * y + m[8] * z + m[12]) / w;
    const up = (m[1] * x + m[5] * y + m[9] * z + m[13]) / w;
    return [0.5 * width * (1 + right), 0.5 * height * (1 - up), w];
  };
}

/** @param {number[]} nine */
const parts = (nine) => [0, 3, 6].map((i) => new Vector3(...nine.slice(i, i + 3)));

/** @param {any[]} vectors */
const numbers = (...vectors) => vectors.flatMap((v) => v.toArray());

/**
 * Turned as on a turntable: about the upward direction, and up or down, in radians.
 * @param {number[]} nine @param {number} about @param {number} over
 */
export function turned(nine, about, over) {
  const [eye, center, up] = parts(nine);
  const axis = up.clone().normalize();
  const arm = eye.clone().sub(center);
  const slope = Math.asin(clamp(arm.dot(axis) / arm.length(), -1, 1));
  const side = axis.clone().cross(arm);
  if (side.lengthSq() > 1e-12) {
    const by = clamp(slope + over, -STEEPEST, STEEPEST) - slope;
    arm.applyAxisAngle(side.normalize(), -by);
  }
  arm.applyAxisAngle(axis, about);
  return numbers(center.clone().add(arm), center, up);
}

/** The eye `factor` times as far. @param {number[]} nine @param {number} factor */
export function zoomed(nine, factor) {
  const [eye, center, up] = parts(nine);
  const arm = eye.sub(center);
  arm.setLength(clamp(factor * arm.length(), CLOSEST, FARTHEST));
  return numbers(center.clone().add(arm), center, up);
}

/**
 * Eye and centre moved with the picture, by shares of its height.
 * @param {number[]} nine @param {number} right @param {number} down
 */
export function moved(nine, right, down) {
  const [eye, center, up] = parts(nine);
  const arm = eye.clone().sub(center);
  const reach = 2 * Math.tan(Math.PI / 8) * arm.length();
  const across = up.clone().cross(arm).normalize();
  const upward = arm.cross(across).normalize();
  const by = across.multiplyScalar(-right * reach).add(upward.multiplyScalar(down * reach));
  return numbers(eye.add(by), center.add(by), up);
}
