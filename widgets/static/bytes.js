// From text to bytes, and from packed bytes to all of them.

/** @param {string} text in base64 @returns {Uint8Array<ArrayBuffer>} */
export const bytesOf = (text) => Uint8Array.from(atob(text), (c) => c.charCodeAt(0));

/**
 * @param {Uint8Array<ArrayBuffer> | DataView<ArrayBuffer>} bytes @param {CompressionFormat} format
 * @returns {Promise<ArrayBuffer>}
 */
export function inflated(bytes, format) {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream(format));
  return new Response(stream).arrayBuffer();
}
