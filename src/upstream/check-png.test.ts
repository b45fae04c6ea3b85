import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { crc32 } from 'node:zlib'
import { onePixel } from '../../test/dataset/data-folder.ts'
import { checkPng } from './check-png.ts'

/** A PNG of one pixel whose header says other sides; the header's checksum is right. */
function withSides(width: number, height: number): Buffer {
  const png = Buffer.from(onePixel(9))
  png.writeUInt32BE(width, 16)
  png.writeUInt32BE(height, 20)
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29)
  return png
}

describe('the PNG check', () => {
  it('accepts a complete PNG at any offset of a buffer', () => {
    assert.equal(checkPng(onePixel(9)), undefined)
    const within = new Uint8Array(Buffer.concat([Buffer.alloc(7), onePixel(9)]))
    assert.equal(checkPng(within.subarray(7)), undefined)
  })

  it('accepts sides from 1 to 16384 pixels', () => {
    assert.equal(checkPng(withSides(1, 16_384)), undefined)
    for (const [width, height] of [
      [0, 1],
      [1, 16_385],
      [2 ** 32 - 1, 2 ** 32 - 1],
    ] as const) {
      assert.equal(
        checkPng(withSides(width, height)),
        'is not a complete PNG: it has an invalid header',
      )
    }
  })

  it('accepts at most 25 million pixels', () => {
    assert.equal(checkPng(withSides(5_000, 5_000)), undefined)
    assert.equal(checkPng(withSides(1_562, 16_000)), undefined)
    for (const [width, height] of [
      [5_000, 5_001],
      [16_384, 16_384],
    ] as const) {
      assert.equal(
        checkPng(withSides(width, height)),
        'is not a complete PNG: it has more than 25 million pixels',
      )
    }
  })

  it('rejects a PNG with any byte missing or changed', () => {
    const png = onePixel(9)
    for (let at = 0; at < png.length; at += 1) {
      assert.notEqual(checkPng(png.subarray(0, at)), undefined)
      assert.notEqual(checkPng(png.with(at, (png[at] ?? 0) ^ 1)), undefined, String(at))
    }
  })
})
