import { crc32 } from 'node:zlib'
import { DataProblem } from './data-problem.ts'

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** Length, type and checksum of a chunk. */
const AROUND_CHUNK = 12
/** The bit depths that each colour type may have (the PNG specification, 11.2.1). */
const BIT_DEPTHS: Readonly<Record<number, readonly number[]>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
}

/**
 * Throws a {@link DataProblem} unless `png` is a whole PNG: the signature, a header that can be, image data, an end
 * with nothing behind it, and every chunk with the checksum of its bytes. The image data is not unpacked.
 */
export function checkPng(png: Uint8Array): void {
  const bytes = Buffer.from(png.buffer, png.byteOffset, png.byteLength)
  if (!bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE)) throw broken('has no signature')
  const types: string[] = []
  let at = SIGNATURE.length
  while (at < bytes.length) {
    if (at + AROUND_CHUNK > bytes.length) throw broken('is cut off')
    const length = bytes.readUInt32BE(at)
    const end = at + AROUND_CHUNK + length
    if (end > bytes.length) throw broken('is cut off')
    if (crc32(bytes.subarray(at + 4, end - 4)) !== bytes.readUInt32BE(end - 4)) {
      throw broken('has a chunk with a wrong checksum')
    }
    const type = bytes.toString('latin1', at + 4, at + 8)
    if (types.length === 0) checkHeader(type, bytes.subarray(at + 8, end - 4))
    types.push(type)
    if (type === 'IEND' && end !== bytes.length) throw broken('has bytes behind its end')
    at = end
  }
  if (types.at(-1) !== 'IEND') throw broken('is cut off')
  if (!types.includes('IDAT')) throw broken('has no image data')
}

function checkHeader(type: string, header: Buffer): void {
  if (type !== 'IHDR' || header.length !== 13) throw broken('does not begin with a header')
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)]
  const [depth = 0, colour = 0, compression, filter, interlace = 0] = header.subarray(8)
  const possible =
    [width, height].every((side) => side > 0 && side < 2 ** 31) &&
    BIT_DEPTHS[colour]?.includes(depth) === true &&
    compression === 0 &&
    filter === 0 &&
    interlace <= 1
  if (!possible) throw broken('has a header that cannot be')
}

function broken(what: string): DataProblem {
  return new DataProblem(`is not a whole PNG: it ${what}`)
}
