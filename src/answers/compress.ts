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
import type { Encoding } from '../domain/content-encoding.ts'

const brotli = promisify(brotliCompress)
const zstd = promisify(zstdCompress)
const deflate = promisify(gzip)

// Levels that cost about as much as a read of the data and not more.
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

/** Compresses `body` likewise on the thread that asks: for one that serves nobody. The bytes may be others, for the same content. */
export function compressHere(body: Uint8Array, encoding: Encoding): Uint8Array {
  switch (encoding) {
    case 'br':
      return brotliCompressSync(body, brotliOf(body))
    case 'zstd':
      return zstdCompressSync(body, ZSTD)
    case 'gzip':
      return gzipSync(body, GZIP)
  }
}
