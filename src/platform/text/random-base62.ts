import type { FillRandom } from './fill-random.ts'

/** The digits of Base62, in the order of their values. */
export const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/**
 * Returns random Base62 text without bias: bytes that would favor the first digits are discarded.
 */
export function randomBase62(length: number, fillRandom: FillRandom): string {
  const bytes = new Uint8Array(length * 2)
  let text = ''
  while (text.length < length) {
    fillRandom(bytes)
    for (const byte of bytes) {
      if (byte < 248 && text.length < length) text += BASE62[byte % 62]
    }
  }
  return text
}
