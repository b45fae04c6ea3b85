import { crc32, deflateSync } from 'node:zlib'
import type { DrawCards } from './draw-card.ts'

/**
 * Replaces drawing in tests that are not about cards: each card is one pixel of a different color.
 */
export const drawPlainCards: DrawCards = async (specs) =>
  specs.map(({ content: { artSeed }, page }) => {
    const header = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0])
    const pixel = Buffer.from([0, artSeed & 0xff, (artSeed >> 8) & 0xff, page])
    return Buffer.concat([
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
      chunk('IHDR', header),
      chunk('IDAT', deflateSync(pixel)),
      chunk('IEND', Buffer.alloc(0)),
    ])
  })

function chunk(name: string, data: Uint8Array): Uint8Array {
  const named = Buffer.concat([Buffer.from(name), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}
