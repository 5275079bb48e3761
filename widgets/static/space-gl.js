// Draws marks and faces with three. The pictures of a page share one context, as browsers
// allow few of them: it is on a canvas that is never shown, from which each picture is copied.

import * as three from "./vendor/three.js";
import { lit } from "./space-shapes.js";

/** @import { Shapes } from "./space-shapes.js" */

const MARK = [
  ["a", 3], ["b", 3], ["color", 4], ["width", 1], ["from", 1], ["layer", 1], ["symbol", 1],
  ["pattern", 4],
];
const FACE = [["position", 3], ["color", 4]];

const HEAD = `precision highp float;
uniform mat4 projectionMatrix, viewMatrix;
uniform vec2 screen; // in pixels`;

// Lines and markers in one: a quad about each piece of a line, wide enough for its round ends, and
// about a piece of no length, whose symbol it has. A mark is drawn a little in front of faces, and
// a pale line behind what is solid: along an edge it would tint it.
const MARKS = {
  vertexShader: `${HEAD}
in vec2 corner; in vec3 a, b; in vec4 color, pattern; in float width, from, layer, symbol;
out vec2 place; flat out float along, radius, start, kind; flat out vec4 tone, dash;
void main() {
  vec4 p = viewMatrix * vec4(a, 1.0), q = viewMatrix * vec4(b, 1.0);
  const float near = -0.011;
  if (p.z > near && q.z > near) { gl_Position = vec4(2.0, 2.0, 2.0, 1.0); return; }
  if (p.z > near) p = mix(p, q, (near - p.z) / (q.z - p.z));
  if (q.z > near) q = mix(q, p, (near - q.z) / (p.z - q.z));
  p = projectionMatrix * p; q = projectionMatrix * q;
  vec3 near_ = p.xyz / p.w, far_ = q.xyz / q.w;
  vec2 way = 0.5 * (far_.xy - near_.xy) * screen;
  along = symbol < 0.0 ? length(way) : 0.0;
  vec2 unit = along > 0.0 ? way / along : vec2(1.0, 0.0);
  radius = 0.5 * width; start = from; tone = color; dash = pattern; kind = symbol;
  float reach = (symbol < 0.0 ? 1.0 : 1.6) * radius + 1.0;
  place = vec2(mix(-reach, along + reach, corner.x), reach * corner.y);
  vec2 at = 0.5 * near_.xy * screen + place.x * unit + place.y * vec2(-unit.y, unit.x);
  float z = mix(near_.z, far_.z, along > 0.0 ? clamp(place.x / along, 0.0, 1.0) : 0.0);
  gl_Position = vec4(2.0 * at / screen, z - (symbol < 0.0 ? LINE : 2e-5 + 4e-6 * layer), 1.0);
}`,
  // How far a pixel is outside of the shape; symbols that are open are a line along it. What is
  // solid hides what is drawn later: of its soft edge only the inner half is drawn.
  fragmentShader: `precision highp float;
in vec2 place; flat in float along, radius, start, kind; flat in vec4 tone, dash;
uniform float stroke;
out vec4 drawn;
float bars(vec2 p) {
  vec2 q = abs(p); if (q.y > q.x) q = q.yx;
  return max(q.x - radius, q.y - 0.28 * radius);
}
float line() {
  float past = max(max(-place.x, place.x - along), 0.0);
  // Round ends overlap at a joint: pale lines, where that would be visible, have none.
  if (tone.a == 1.0 && dash.y == 0.0) return length(vec2(past, place.y)) - radius;
  float at = mod(start + place.x, dash.x + dash.y + dash.z + dash.w);
  if (at > dash.x && !(at > dash.x + dash.y && at < dash.x + dash.y + dash.z)) discard;
  return past > 0.0 ? past : abs(place.y) - radius;
}
float marker() {
  vec2 p = abs(place);
  bool open = kind > 6.5;
  float shape = open ? kind - 7.0 : kind, away = length(place) - radius;
  if (shape > 5.5) away = bars(0.707 * vec2(place.x + place.y, place.x - place.y));
  else if (shape > 4.5) away = bars(place);
  else if (shape > 2.5) {
    vec2 up = shape > 3.5 ? -place : place;
    away = max(0.866 * p.x + 0.5 * up.y, -up.y) - 0.5 * radius;
  }
  else if (shape > 1.5) away = 0.707 * (p.x + p.y - (open ? 1.4 : 1.55) * radius);
  else if (shape > 0.5) away = max(p.x, p.y) - (open ? 1.0 : 0.85) * radius;
  return open ? abs(away) - 0.5 * stroke : away;
}
void main() {
  float away = kind < 0.0 ? line() : marker();
  float share = clamp(0.5 + GROWN - away, 0.0, 1.0);
  if (share <= LEAST) discard;
  if (kind < 0.0) share *= min(2.0 * radius, 1.0);
  drawn = vec4(tone.rgb, 1.0) * tone.a * share;
}`,
};
const SOLID = { LEAST: "0.5", GROWN: "0.25", LINE: "(2e-5 + 4e-6 * layer)" };
const PALE = { LEAST: "0.02", GROWN: "0.0", LINE: "1e-5" };

const FACES = {
  vertexShader: `${HEAD}
in vec3 position; in vec4 color;
out vec4 tone; out vec3 at;
void main() {
  tone = color; at = position;
  gl_Position = projectionMatrix * (viewMatrix * vec4(position, 1.0));
}`,
  fragmentShader: `precision highp float;
in vec4 tone; in vec3 at;
uniform vec3 box; // half its sides
out vec4 drawn;
void main() {
  if (any(greaterThan(abs(at), box))) discard;
  drawn = vec4(tone.rgb * tone.a, tone.a);
}`,
};

/** How many batches there are: a test checks that all are freed. */
export const alive = { batches: 0 };

/** @param {any} shaders @param {any} uniforms @param {boolean} solid @param {object} defines */
const materialOf = (shaders, uniforms, solid, defines) => new three.RawShaderMaterial({
  ...shaders, uniforms, defines, glslVersion: three.GLSL3, transparent: true,
  premultipliedAlpha: true, depthWrite: solid, side: three.DoubleSide, forceSinglePass: true,
});

// Numbers of many pieces in one buffer, drawn at once. It grows, and the smaller buffer is freed.
class Batch {
  count = 0;
  capacity = 0;
  geometry = new three.BufferGeometry();

  /**
   * @param {any} scene @param {(string | number)[][]} parts @param {any} material
   * @param {boolean} quads whether a row is a quad, or a corner of a triangle
   */
  constructor(scene, parts, material, quads) {
    this.parts = /** @type {[string, number][]} */ (parts);
    this.stride = this.parts.reduce((sum, [, size]) => sum + size, 0);
    this.quads = quads;
    this.mesh = new three.Mesh(this.geometry, material);
    this.mesh.frustumCulled = false;
    scene.add(this.mesh);
    alive.batches += 1;
    this.reserve(64);
  }

  /** @param {number} capacity */
  reserve(capacity) {
    if (capacity <= this.capacity) return;
    this.capacity = Math.max(capacity, 2 * this.capacity);
    this.geometry.dispose();
    const { quads } = this;
    const geometry = quads ? new three.InstancedBufferGeometry() : new three.BufferGeometry();
    if (quads) {
      const corners = Float32Array.of(0, -1, 1, -1, 1, 1, 0, -1, 1, 1, 0, 1);
      geometry.setAttribute("corner", new three.BufferAttribute(corners, 2));
      geometry.setDrawRange(0, 6);
    }
    this.values = new Float32Array(this.capacity * this.stride);
    const Kind = quads ? three.InstancedInterleavedBuffer : three.InterleavedBuffer;
    this.buffer = new Kind(this.values, this.stride).setUsage(three.DynamicDrawUsage);
    let offset = 0;
    for (const [name, size] of this.parts) {
      const part = new three.InterleavedBufferAttribute(this.buffer, size, offset);
      geometry.setAttribute(name, part);
      offset += size;
    }
    this.mesh.geometry = this.geometry = geometry;
  }

  /**
   * @template T
   * @param {T[]} items @param {number} each rows of an item
   * @param {(item: T, values: Float32Array, at: number) => void} write
   */
  fill(items, each, write) {
    this.reserve(items.length * each);
    this.count = items.length * each;
    const { values, stride, buffer, geometry, count } = this;
    const list = /** @type {Float32Array} */ (values);
    items.forEach((item, i) => write(item, list, i * each * stride));
    this.mesh.visible = count > 0;
    if (!count) return;
    buffer.clearUpdateRanges();
    buffer.addUpdateRange(0, count * stride);
    buffer.needsUpdate = true;
    if (this.quads) geometry.instanceCount = count;
    else geometry.setDrawRange(0, count);
  }

  end() {
    this.mesh.removeFromParent();
    this.mesh.material.dispose();
    this.geometry.dispose();
    alive.batches -= 1;
  }
}

/** @param {import("./space-shapes.js").Mark} one @param {Float32Array} v @param {number} at */
function writeMark(one, v, at) {
  v.set(one.a, at);
  v.set(one.b, at + 3);
  v.set(one.color, at + 6);
  v[at + 10] = one.width;
  v[at + 11] = one.from;
  v[at + 12] = one.layer;
  v[at + 13] = one.symbol;
  v.set(one.pattern, at + 14);
}

/** @param {number[]} p @param {number[]} d */
const depthOf = (p, d) => p[0] * d[0] + p[1] * d[1] + p[2] * d[2];

/** @param {{ depth: number }} a @param {{ depth: number }} b */
const backToFront = (a, b) => b.depth - a.depth;

/** What one panel shows, ready to be drawn from any viewpoint. */
export class Drawing {
  screen = { value: new three.Vector2(1, 1) };
  box = { value: new three.Vector3() };
  stroke = { value: 1.2 };

  constructor() {
    this.scene = new three.Scene();
    this.scene.matrixWorldAutoUpdate = false;
    const uniforms = { screen: this.screen, box: this.box, stroke: this.stroke };
    /** @param {any[]} parts @param {any} shaders @param {boolean} solid */
    const batch = (parts, shaders, solid) => {
      const material = materialOf(shaders, uniforms, solid, solid ? SOLID : PALE);
      return new Batch(this.scene, parts, material, shaders === MARKS);
    };
    // What is solid first, as it hides; then what is pale, faces from the farthest to the nearest.
    this.solidFaces = batch(FACE, FACES, true);
    this.marks = batch(MARK, MARKS, true);
    this.paleMarks = batch(MARK, MARKS, false);
    this.paleFaces = batch(FACE, FACES, false);
  }

  get batches() { return [this.solidFaces, this.marks, this.paleMarks, this.paleFaces]; }

  /**
   * @param {Shapes} shapes @param {number[]} eye in the box
   * @param {number[]} towards the direction of the view
   */
  fill({ marks, faces }, eye, towards) {
    /** @type {<T extends { color: number[] }>(items: T[]) => T[][]} */
    const parted = (items) => [
      items.filter(({ color }) => color[3] >= 1), items.filter(({ color }) => color[3] < 1)];
    for (const face of faces) {
      face.depth = face.corners.reduce((sum, p) => sum + depthOf(p, towards), 0);
    }
    for (const one of marks) one.depth = depthOf(one.a, towards) + depthOf(one.b, towards);
    const [solid, pale] = parted(faces);
    pale.sort(backToFront);
    /** @param {import("./space-shapes.js").Face} face @param {Float32Array} v @param {number} at */
    const writeFace = ({ corners, color }, v, at) => {
      const light = lit(corners, eye);
      for (let k = 0; k < 3; k++) {
        const to = at + 7 * k;
        v.set(corners[k], to);
        for (let c = 0; c < 3; c++) v[to + 3 + c] = light * color[c];
        v[to + 6] = color[3];
      }
    };
    this.solidFaces.fill(solid, 3, writeFace);
    this.paleFaces.fill(pale, 3, writeFace);
    const [strong, faint] = parted(marks);
    // A soft edge shows what is behind it where that is there already.
    this.marks.fill(strong.sort(backToFront), 1, writeMark);
    this.paleMarks.fill(faint, 1, writeMark);
  }

  end() { for (const one of this.batches) one.end(); }
}

// The context of the page, while a picture needs it.
class Card {
  users = 0;
  lost = false;

  constructor() {
    const canvas = document.createElement("canvas");
    const context = canvas.getContext("webgl2", {
      alpha: true, antialias: false, premultipliedAlpha: true, powerPreference: "high-performance",
    });
    if (!context) throw new Error("This browser has no WebGL.");
    this.renderer = new three.WebGLRenderer({ canvas, context, alpha: true });
    this.renderer.autoClear = true;
    this.renderer.sortObjects = false;
    this.renderer.setScissorTest(true);
    canvas.addEventListener("webglcontextlost", () => this.notify(true));
    canvas.addEventListener("webglcontextrestored", () => this.notify(false));
    /** @type {Set<() => void>} */
    this.followers = new Set();
  }

  /** @param {boolean} lost */
  notify(lost) {
    this.lost = lost;
    for (const follow of this.followers) follow();
  }

  /**
   * Draw on the hidden canvas and copy from it: `width` and `height` in pixels of the screen.
   * @param {CanvasRenderingContext2D} ctx that counts in such pixels @param {Drawing} drawing
   * @param {any} camera @param {number} width @param {number} height
   */
  draw(ctx, drawing, camera, width, height) {
    const { renderer } = this;
    const canvas = renderer.domElement;
    if (canvas.width < width || canvas.height < height) {
      renderer.setSize(Math.max(canvas.width, width), Math.max(canvas.height, height), false);
    }
    renderer.setViewport(0, 0, width, height);
    renderer.setScissor(0, 0, width, height);
    renderer.render(drawing.scene, camera);
    ctx.drawImage(canvas, 0, canvas.height - height, width, height, 0, 0, width, height);
  }
}

/** @type {Card | null | undefined} */
let card;

/**
 * The card of the page, for one picture more; null where there is none.
 * @param {() => void} follow called when it is lost, or back
 */
export function takeCard(follow) {
  try {
    card ??= new Card();
  } catch {
    return null;
  }
  card.followers.add(follow);
  return card;
}

/** A picture needs it no more; the last one releases it. @param {() => void} follow */
export function leaveCard(follow) {
  if (!card?.followers.delete(follow) || card.followers.size) return;
  card.renderer.dispose();
  card.renderer.forceContextLoss();
  card = undefined;
}

/** What three holds for the page, for tests. */
export const held = () => ({ ...card?.renderer.info.memory, batches: alive.batches });
