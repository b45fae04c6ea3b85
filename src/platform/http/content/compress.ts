import { promisify } from 'node:util'
import {
  brotliCompress,
  brotliCompressSync,
  constants,
  gzip,
  gzipSync,
  zstdCompress,
  zstdCompressSync,
} from 'node:zlib'
import type { Encoding } from './content-encoding.ts'

const brotli = promisify(brotliCompress)
const zstd = promisify(zstdCompress)
const deflate = promisify(gzip)

// Levels whose cost is about that of reading the data.
const GZIP = { level: 6 }
const ZSTD = { params: { [constants.ZSTD_c_compressionLevel]: 3 } }
const brotliOf = (body: Uint8Array) => ({
  params: {
    [constants.BROTLI_PARAM_QUALITY]: 4,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.byteLength,
  },
})

/** Compresses `body` on the thread pool. */
export function compress(body: Uint8Array, encoding: Encoding): Promise<Uint8Array> {
  switch (encoding) {
    case 'br':
      return brotli(body, brotliOf(body))
    case 'zstd':
      return zstd(body, ZSTD)
    case 'gzip':
      return deflate(body, GZIP)
  }
}

/**
 * Compresses `body` on the thread pool as far as possible, which takes a hundred times as long: for
 * files, which are compressed once per process.
 */
export function compressFully(body: Uint8Array, encoding: Encoding): Promise<Uint8Array> {
  return encoding === 'br' ? brotli(body) : compress(body, encoding)
}

/**
 * Compresses `body` synchronously on the calling thread: for worker threads that serve no requests.
 * The bytes may differ from those of {@link compress}, for the same content.
 */
export function compressSync(body: Uint8Array, encoding: Encoding): Uint8Array {
  switch (encoding) {
    case 'br':
      return brotliCompressSync(body, brotliOf(body))
    case 'zstd':
      return zstdCompressSync(body, ZSTD)
    case 'gzip':
      return gzipSync(body, GZIP)
  }
}
