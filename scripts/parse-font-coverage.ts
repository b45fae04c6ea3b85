import { brotliDecompressSync } from 'node:zlib'

/**
 * The indexes of three tables in the list of known tags of WOFF2 (W3C, WOFF File Format 2.0,
 * section 4.1).
 */
const CMAP = 0
const GLYF = 10
const LOCA = 11
/** The index that announces an explicit tag. */
const TAG_FOLLOWS = 63
const HEADER_BYTES = 48

/**
 * Reads the code points that a WOFF2 file has glyphs for. The layout engine draws a box for a
 * character without a glyph, so coverage must be known in advance. Throws when the file is not
 * WOFF2 or has no usable `cmap`.
 */
export function readFontCoverage(woff2: Uint8Array): ReadonlySet<number> {
  const bytes = new DataView(woff2.buffer, woff2.byteOffset, woff2.byteLength)
  if (bytes.getUint32(0) !== 0x774f4632) throw new Error('The file is not a WOFF2 font.')
  const { start, length, dataAt } = findCmap(bytes)
  const compressedBytes = bytes.getUint32(20)
  const tables = brotliDecompressSync(woff2.subarray(dataAt, dataAt + compressedBytes))
  return readCmap(new DataView(tables.buffer, tables.byteOffset + start, length))
}

/**
 * Returns the position of the `cmap` in the decompressed data, and the offset of the compressed
 * data in the file.
 */
function findCmap(bytes: DataView): { start: number; length: number; dataAt: number } {
  let at = HEADER_BYTES
  /**
   * Reads a number in groups of seven bits, the highest first; all but the last byte have the top
   * bit set.
   */
  function base128(): number {
    for (let value = 0; ;) {
      const byte = bytes.getUint8(at++)
      value = value * 128 + (byte & 0x7f)
      if (byte < 0x80) return value
    }
  }
  let [before, start, length] = [0, 0, 0]
  for (let left = bytes.getUint16(12); left > 0; left -= 1) {
    const flags = bytes.getUint8(at++)
    const tag = flags & 0x3f
    if (tag === TAG_FOLLOWS) at += 4
    const originalLength = base128()
    // Outline tables are transformed at version 0, all others at any other version.
    const isOutline = tag === GLYF || tag === LOCA
    const isTransformed = isOutline ? flags >> 6 === 0 : flags >> 6 !== 0
    const stored = isTransformed ? base128() : originalLength
    if (tag === CMAP) [start, length] = [before, stored]
    before += stored
  }
  return { start, length, dataAt: at }
}

/** Reads the subtables of the two formats that Unicode fonts have. */
function readCmap(cmap: DataView): ReadonlySet<number> {
  const covered = new Set<number>()
  for (let index = 0; index < cmap.getUint16(2); index += 1) {
    const at = cmap.getUint32(4 + index * 8 + 4)
    const format = cmap.getUint16(at)
    if (format === 4) addSegments(cmap, at, covered)
    if (format === 12) addGroups(cmap, at, covered)
  }
  if (covered.size === 0) throw new Error('The font has no readable character map.')
  return covered
}

/** Format 4: segments of the first 65,536 code points, whose glyphs are computed or listed. */
function addSegments(cmap: DataView, at: number, covered: Set<number>): void {
  const doubled = cmap.getUint16(at + 6)
  const [ends, starts] = [at + 14, at + 16 + doubled]
  const [deltas, offsets] = [starts + doubled, starts + 2 * doubled]
  for (let segment = 0; segment < doubled; segment += 2) {
    const [first, last] = [cmap.getUint16(starts + segment), cmap.getUint16(ends + segment)]
    const offset = cmap.getUint16(offsets + segment)
    const delta = cmap.getUint16(deltas + segment)
    for (let code = first; code <= last && code < 0xffff; code += 1) {
      const glyph =
        offset === 0
          ? (code + delta) & 0xffff
          : cmap.getUint16(offsets + segment + offset + 2 * (code - first))
      if (glyph !== 0) covered.add(code)
    }
  }
}

/** Format 12: groups of consecutive code points and glyphs. */
function addGroups(cmap: DataView, at: number, covered: Set<number>): void {
  for (let group = 0; group < cmap.getUint32(at + 12); group += 1) {
    const entry = at + 16 + group * 12
    const [first, last] = [cmap.getUint32(entry), cmap.getUint32(entry + 4)]
    const firstGlyph = cmap.getUint32(entry + 8)
    for (let code = first; code <= last; code += 1) {
      if (firstGlyph + code - first !== 0) covered.add(code)
    }
  }
}
