import { crc32 } from 'node:zlib'

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/**
 * Maximum pixels per side. No page of a profile card comes near, and it bounds the memory of a
 * client that decodes the image.
 */
const SIDE_MAX = 16_384
/**
 * Maximum pixels in total: decoded, a pixel takes up to 8 bytes, so an image takes up to 200 MB.
 */
const PIXELS_MAX = 25_000_000
/** Bytes of the length, type and checksum of a chunk. */
const CHUNK_OVERHEAD = 12
/**
 * Maximum chunks per image. Encoders write one per few kilobytes; millions of empty ones would take
 * seconds to check.
 */
const CHUNKS_MAX = 10_000
/** The bit depths of each color type (the PNG specification, 11.2.1). */
const BIT_DEPTHS: Readonly<Record<number, readonly number[]>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
}

/**
 * Returns why `png` is not a complete PNG, or `undefined` when it is one: a signature, a valid
 * header with at most 25 million pixels, image data, nothing after the end chunk, and every chunk
 * with a correct checksum. Does not decompress the image data.
 */
export function checkPng(png: Uint8Array): string | undefined {
  const problem = findProblem(Buffer.from(png.buffer, png.byteOffset, png.byteLength))
  return problem === undefined ? undefined : `is not a complete PNG: it ${problem}`
}

function findProblem(bytes: Buffer): string | undefined {
  if (!bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE)) return 'has no signature'
  let hasData = false
  let hasEnd = false
  let at = SIGNATURE.length
  for (let nth = 0; at < bytes.length; nth += 1) {
    if (nth >= CHUNKS_MAX) return 'has too many chunks'
    if (at + CHUNK_OVERHEAD > bytes.length) return 'is truncated'
    const end = at + CHUNK_OVERHEAD + bytes.readUInt32BE(at)
    if (end > bytes.length) return 'is truncated'
    if (crc32(bytes.subarray(at + 4, end - 4)) !== bytes.readUInt32BE(end - 4)) {
      return 'has a chunk with a wrong checksum'
    }
    const type = bytes.toString('latin1', at + 4, at + 8)
    const content = bytes.subarray(at + 8, end - 4)
    const problem = nth === 0 ? findHeaderProblem(type, content) : undefined
    if (problem !== undefined) return problem
    hasData ||= type === 'IDAT'
    hasEnd ||= type === 'IEND'
    if (hasEnd && end !== bytes.length) return 'has bytes after its end'
    at = end
  }
  if (!hasEnd) return 'is truncated'
  return hasData ? undefined : 'has no image data'
}

function findHeaderProblem(type: string, header: Buffer): string | undefined {
  if (type !== 'IHDR' || header.length !== 13) return 'does not start with a header'
  const sides = [header.readUInt32BE(0), header.readUInt32BE(4)]
  const [depth = 0, color = 0, compression, filter, interlace = 0] = header.subarray(8)
  const possible =
    sides.every((side) => side > 0 && side <= SIDE_MAX) &&
    BIT_DEPTHS[color]?.includes(depth) === true &&
    compression === 0 &&
    filter === 0 &&
    interlace <= 1
  if (!possible) return 'has an invalid header'
  const [width = 0, height = 0] = sides
  return width * height > PIXELS_MAX ? 'has more than 25 million pixels' : undefined
}
