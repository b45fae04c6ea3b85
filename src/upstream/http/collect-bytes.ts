/** A byte buffer with a maximum size. */
export interface CollectedBytes {
  /**
   * Appends a copy of a chunk. Returns false, and appends nothing, when the maximum would be
   * exceeded.
   */
  add(chunk: Uint8Array): boolean
  /** Returns everything appended so far, in order. Invalid after the next `add`. */
  bytes(): Uint8Array
}

const FIRST_BYTES = 16_384

/**
 * Creates a buffer of at most `bytesMax` bytes that doubles as it fills. It copies chunks: keeping
 * a chunk of a single byte would cost a hundred bytes.
 */
export function collectBytes(bytesMax: number): CollectedBytes {
  let buffer = Buffer.allocUnsafe(0)
  let length = 0
  return {
    add: (chunk) => {
      const end = length + chunk.length
      if (end > bytesMax) return false
      if (end > buffer.length) {
        const larger = Buffer.allocUnsafe(
          Math.min(bytesMax, Math.max(end, 2 * buffer.length, FIRST_BYTES)),
        )
        buffer.copy(larger, 0, 0, length)
        buffer = larger
      }
      buffer.set(chunk, length)
      length = end
      return true
    },
    bytes: () => buffer.subarray(0, length),
  }
}
