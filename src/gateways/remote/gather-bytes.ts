/** Bytes that come in pieces, up to a bound. */
export interface GatheredBytes {
  /** Takes a copy of a piece. False, and nothing is taken, when the bound would be passed. */
  add(piece: Uint8Array): boolean
  /** All that was taken, in order; not to be used after more was added. */
  bytes(): Uint8Array
}

const FIRST_BYTES = 16_384

/**
 * Gathers at most `most` bytes in one buffer that doubles as it fills. The pieces themselves are not kept: a sender of
 * single bytes would make each of them cost a hundred.
 */
export function gatherBytes(most: number): GatheredBytes {
  let buffer = Buffer.allocUnsafe(0)
  let length = 0
  return {
    add: (piece) => {
      const end = length + piece.length
      if (end > most) return false
      if (end > buffer.length) {
        const larger = Buffer.allocUnsafe(
          Math.min(most, Math.max(end, 2 * buffer.length, FIRST_BYTES)),
        )
        buffer.copy(larger, 0, 0, length)
        buffer = larger
      }
      buffer.set(piece, length)
      length = end
      return true
    },
    bytes: () => buffer.subarray(0, length),
  }
}
