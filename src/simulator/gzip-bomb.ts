import { constants, crc32, deflateRawSync } from 'node:zlib'
import type { Body } from './simulated-reply.ts'

const MEGABYTE = 1_048_576

/** A minimal gzip header (RFC 1952): deflate, no name, no time, any system. */
const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255])

/** The empty block that ends a deflate stream. */
const DEFLATE_END = Buffer.from([3, 0])

/**
 * Returns a valid gzip body that decompresses to `bytes` and then `megabytes` MiB of `padding`, in
 * a thousandth of that size. It is generated while it is sent: a completely flushed block can be
 * repeated.
 */
export function gzipBomb(
  contentType: string,
  { bytes, padding, megabytes }: { bytes: Uint8Array; padding: number; megabytes: number },
): Body {
  const block = Buffer.alloc(MEGABYTE, padding)
  const [packed, packedBlock] = [deflateOpen(bytes), deflateOpen(block)]
  const around = GZIP_HEADER.length + DEFLATE_END.length + 8
  return {
    contentType,
    length: around + packed.length + packedBlock.length * megabytes,
    *chunks() {
      yield Buffer.concat([GZIP_HEADER, packed])
      let sum = crc32(bytes)
      for (let count = 0; count < megabytes; count += 1) {
        sum = crc32(block, sum)
        yield packedBlock
      }
      const trailer = Buffer.alloc(8)
      trailer.writeUInt32LE(sum, 0)
      trailer.writeUInt32LE((bytes.length + megabytes * MEGABYTE) % 2 ** 32, 4)
      yield Buffer.concat([DEFLATE_END, trailer])
    },
  }
}

/**
 * Compresses without a final block, so that more can follow, and without back references, so that
 * it can be repeated.
 */
function deflateOpen(bytes: Uint8Array): Buffer {
  return deflateRawSync(bytes, { finishFlush: constants.Z_FULL_FLUSH, level: 9 })
}
