import { promisify } from 'node:util'
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib'
import type { Encoding } from '../domain/content-encoding.ts'

const brotli = promisify(brotliCompress)
const zstd = promisify(zstdCompress)
const deflate = promisify(gzip)

/**
 * Compresses `body` on the thread pool, at levels that cost about as much as a read of the data and not more:
 * brotli 4, zstd 3, gzip 6.
 */
export function compress(body: Uint8Array, encoding: Encoding): Promise<Uint8Array> {
  switch (encoding) {
    case 'br':
      return brotli(body, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: 4,
          [constants.BROTLI_PARAM_SIZE_HINT]: body.byteLength,
        },
      })
    case 'zstd':
      return zstd(body, { params: { [constants.ZSTD_c_compressionLevel]: 3 } })
    case 'gzip':
      return deflate(body, { level: 6 })
  }
}
