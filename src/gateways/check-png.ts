import { crc32 } from 'node:zlib'

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** Pixels a side may have. No page of a profile card comes near, and what a client unpacks it to stays bounded. */
const SIDE_MAX = 16_384
/** Length, type and checksum of a chunk. */
const AROUND_CHUNK = 12
/** Chunks an image may have. Encoders make one for every few kilobytes; millions of empty ones would cost seconds. */
const CHUNKS_MAX = 10_000
/** The bit depths that each colour type may have (the PNG specification, 11.2.1). */
const BIT_DEPTHS: Readonly<Record<number, readonly number[]>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
}

/**
 * Says what keeps `png` from being a whole PNG, and `undefined` when nothing does: the signature, a header that can be,
 * image data, an end with nothing behind it, and every chunk with the checksum of its bytes. The image data is not
 * unpacked.
 */
export function checkPng(png: Uint8Array): string | undefined {
  const fault = faultOf(Buffer.from(png.buffer, png.byteOffset, png.byteLength))
  return fault === undefined ? undefined : `is not a whole PNG: it ${fault}`
}

function faultOf(bytes: Buffer): string | undefined {
  if (!bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE)) return 'has no signature'
  let hasData = false
  let hasEnd = false
  let at = SIGNATURE.length
  for (let nth = 0; at < bytes.length; nth += 1) {
    if (nth >= CHUNKS_MAX) return 'has too many chunks'
    if (at + AROUND_CHUNK > bytes.length) return 'is cut off'
    const end = at + AROUND_CHUNK + bytes.readUInt32BE(at)
    if (end > bytes.length) return 'is cut off'
    if (crc32(bytes.subarray(at + 4, end - 4)) !== bytes.readUInt32BE(end - 4)) {
      return 'has a chunk with a wrong checksum'
    }
    const type = bytes.toString('latin1', at + 4, at + 8)
    const content = bytes.subarray(at + 8, end - 4)
    const fault = nth === 0 ? headerFaultOf(type, content) : undefined
    if (fault !== undefined) return fault
    hasData ||= type === 'IDAT'
    hasEnd ||= type === 'IEND'
    if (hasEnd && end !== bytes.length) return 'has bytes behind its end'
    at = end
  }
  if (!hasEnd) return 'is cut off'
  return hasData ? undefined : 'has no image data'
}

function headerFaultOf(type: string, header: Buffer): string | undefined {
  if (type !== 'IHDR' || header.length !== 13) return 'does not begin with a header'
  const sides = [header.readUInt32BE(0), header.readUInt32BE(4)]
  const [depth = 0, colour = 0, compression, filter, interlace = 0] = header.subarray(8)
  const possible =
    sides.every((side) => side > 0 && side <= SIDE_MAX) &&
    BIT_DEPTHS[colour]?.includes(depth) === true &&
    compression === 0 &&
    filter === 0 &&
    interlace <= 1
  return possible ? undefined : 'has a header that cannot be'
}
