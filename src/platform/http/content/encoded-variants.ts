import type { Awaitable } from '../../concurrency/awaitable.ts'
import type { Encoding } from './content-encoding.ts'
import { compress } from './compress.ts'

/** Minimum size, in bytes, of a compressed body: compressing smaller ones saves too little. */
const COMPRESSED_FROM_BYTES = 1_024

/** Assumed overhead of a variant besides its bytes. */
const VARIANT_BYTES = 512

/** One encoding of a body. */
export interface EncodedBody {
  readonly body: Uint8Array
  /** `undefined` for the plain body. */
  readonly encoding: Encoding | undefined
}

/** A body with the compressed variants created so far. */
export interface EncodedVariants {
  /** Size of the plain body and all variants, in bytes. */
  readonly bytes: number
  /**
   * Returns the body in an encoding, or plain where that is not smaller. Only the first request for
   * an encoding waits for it.
   */
  readonly encoded: (encoding: Encoding | undefined) => EncodedBody | Promise<EncodedBody>
}

/** Compresses a body. */
export type Compress = (body: Uint8Array, encoding: Encoding) => Awaitable<Uint8Array>

/**
 * Creates the variants of `body`, which should be a buffer of its own size. Compresses on demand,
 * by default on the thread pool. Calls `onGrown` after a variant has been added.
 */
export function createEncodedVariants(
  body: Uint8Array,
  onGrown: () => void = () => {},
  compressBody: Compress = compress,
): EncodedVariants {
  const plain: EncodedBody = { body, encoding: undefined }
  const variants = new Map<Encoding, EncodedBody | Promise<EncodedBody>>()
  let bytes = body.byteLength

  const createVariant = async (encoding: Encoding): Promise<EncodedBody> => {
    try {
      const compressed = await compressBody(body, encoding)
      const isSmaller = compressed.byteLength < body.byteLength
      const variant = isSmaller ? { body: copyToExactBuffer(compressed), encoding } : plain
      variants.set(encoding, variant)
      if (isSmaller) {
        bytes += compressed.byteLength + VARIANT_BYTES
        onGrown()
      }
      return variant
    } catch (error) {
      // The next request retries.
      variants.delete(encoding)
      throw error
    }
  }
  return {
    get bytes() {
      return bytes
    },
    encoded: (encoding) => {
      if (encoding === undefined || body.byteLength < COMPRESSED_FROM_BYTES) return plain
      let variant = variants.get(encoding)
      if (variant === undefined) {
        variant = createVariant(encoding)
        variants.set(encoding, variant)
      }
      return variant
    },
  }
}

/**
 * Returns a copy in a buffer of exactly the same size. Buffers are often slices of slabs of 64 KiB
 * and more: retaining a small slice retains the whole slab.
 */
export function copyToExactBuffer(bytes: Uint8Array): Uint8Array {
  const own = Buffer.allocUnsafeSlow(bytes.byteLength)
  own.set(bytes)
  return own
}
