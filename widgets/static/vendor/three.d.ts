// What the pages take of three, which writes no types of its own.

declare const taken: any;
export {
  taken as BufferAttribute, taken as BufferGeometry, taken as DoubleSide, taken as DynamicDrawUsage,
  taken as GLSL3, taken as InstancedBufferGeometry, taken as InstancedInterleavedBuffer,
  taken as InterleavedBuffer, taken as InterleavedBufferAttribute, taken as Mesh,
  taken as PerspectiveCamera, taken as RawShaderMaterial, taken as Scene, taken as Vector2,
  taken as Vector3, taken as WebGLRenderer,
};
