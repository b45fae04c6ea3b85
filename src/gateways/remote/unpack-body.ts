import { promisify } from 'node:util'
import {
  brotliDecompress,
  constants,
  gunzip,
  inflate,
  zstdDecompress,
  type BrotliOptions,
  type ZlibOptions,
  type ZstdOptions,
} from 'node:zlib'

type Unpack = (bytes: Uint8Array, most: number) => Promise<Uint8Array>

const asGzip = promisify<Uint8Array, ZlibOptions, Buffer>(gunzip)
const asDeflate = promisify<Uint8Array, ZlibOptions, Buffer>(inflate)
const asBrotli = promisify<Uint8Array, BrotliOptions, Buffer>(brotliDecompress)
const asZstd = promisify<Uint8Array, ZstdOptions, Buffer>(zstdDecompress)

/** Bytes that are made at one time. */
const CHUNK_BYTES = 65_536
/** A frame may ask for a window of up to 2 GiB; 8 MiB (2²³ bytes) is as much as a whole body may have. */
const ZSTD_WINDOW_LOG_MAX = 23

const withGzip: Unpack = (bytes, most) => asGzip(bytes, bounds(most))

const UNPACK: Readonly<Record<string, Unpack>> = {
  identity: async (bytes) => bytes,
  gzip: withGzip,
  'x-gzip': withGzip,
  deflate: (bytes, most) => asDeflate(bytes, bounds(most)),
  br: (bytes, most) => asBrotli(bytes, bounds(most)),
  zstd: (bytes, most) =>
    asZstd(bytes, {
      ...bounds(most),
      params: { [constants.ZSTD_d_windowLogMax]: ZSTD_WINDOW_LOG_MAX },
    }),
}

/** The codings asked for, the cheapest to unpack first. */
export const ACCEPT_ENCODING = 'zstd, gzip, br'

/** Whether a body with this `Content-Encoding` can be unpacked: no coding, or one that is known. */
export function canUnpack(encoding: string): boolean {
  return Object.hasOwn(UNPACK, codingOf(encoding))
}

/**
 * Undoes the one coding that `Content-Encoding` names (RFC 9110, 8.4). Rejects when the bytes are not in that coding or
 * are cut off, when the coding is unknown or not the only one, and as soon as more than `most` bytes come out.
 */
export async function unpackBody(
  bytes: Uint8Array,
  encoding: string,
  most: number,
): Promise<Uint8Array> {
  const unpack = canUnpack(encoding) ? UNPACK[codingOf(encoding)] : undefined
  if (unpack === undefined) throw new Error('The body is in a coding that is not known.')
  return await unpack(bytes, most)
}

function codingOf(encoding: string): string {
  const coding = encoding.trim().toLowerCase()
  return coding === '' ? 'identity' : coding
}

function bounds(most: number): { maxOutputLength: number; chunkSize: number } {
  return { maxOutputLength: most, chunkSize: CHUNK_BYTES }
}
