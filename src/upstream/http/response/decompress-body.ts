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

type Decompress = (bytes: Uint8Array, bytesMax: number) => Promise<Uint8Array>

const gunzipAsync = promisify<Uint8Array, ZlibOptions, Buffer>(gunzip)
const inflateAsync = promisify<Uint8Array, ZlibOptions, Buffer>(inflate)
const brotliDecompressAsync = promisify<Uint8Array, BrotliOptions, Buffer>(brotliDecompress)
const zstdDecompressAsync = promisify<Uint8Array, ZstdOptions, Buffer>(zstdDecompress)

/** Bytes decompressed in one step. */
const CHUNK_BYTES = 65_536
/** A frame may require a window of up to 2 GiB. 8 MiB (2²³ bytes) is the maximum size of a body. */
const ZSTD_WINDOW_LOG_MAX = 23

const decompressGzip: Decompress = (bytes, bytesMax) => gunzipAsync(bytes, bounds(bytesMax))

const DECOMPRESS: Readonly<Record<string, Decompress>> = {
  identity: async (bytes) => bytes,
  gzip: decompressGzip,
  'x-gzip': decompressGzip,
  deflate: (bytes, bytesMax) => inflateAsync(bytes, bounds(bytesMax)),
  br: (bytes, bytesMax) => brotliDecompressAsync(bytes, bounds(bytesMax)),
  zstd: (bytes, bytesMax) =>
    zstdDecompressAsync(bytes, {
      ...bounds(bytesMax),
      params: { [constants.ZSTD_d_windowLogMax]: ZSTD_WINDOW_LOG_MAX },
    }),
}

/** Accepted codings, the cheapest to decompress first. */
export const ACCEPT_ENCODING = 'zstd, gzip, br'

/**
 * Returns whether a body with this `Content-Encoding` can be decompressed: no coding, or a known
 * one.
 */
export function canDecompress(encoding: string): boolean {
  return Object.hasOwn(DECOMPRESS, codingOf(encoding))
}

/**
 * Decompresses a body with the one coding that `Content-Encoding` names (RFC 9110, 8.4). Rejects
 * when the bytes are invalid or truncated, when the coding is unknown or not the only one, and as
 * soon as the output exceeds `bytesMax` bytes.
 */
export async function decompressBody(
  bytes: Uint8Array,
  encoding: string,
  bytesMax: number,
): Promise<Uint8Array> {
  const decompress = canDecompress(encoding) ? DECOMPRESS[codingOf(encoding)] : undefined
  if (decompress === undefined) throw new Error('The body has an unknown content coding.')
  return await decompress(bytes, bytesMax)
}

function codingOf(encoding: string): string {
  const coding = encoding.trim().toLowerCase()
  return coding === '' ? 'identity' : coding
}

function bounds(bytesMax: number): { maxOutputLength: number; chunkSize: number } {
  return { maxOutputLength: bytesMax, chunkSize: CHUNK_BYTES }
}
