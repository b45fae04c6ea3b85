import type { Awaitable } from '../domain/awaitable.ts'
import type { Encoding } from '../domain/content-encoding.ts'
import { compress } from './compress.ts'

/** Bodies smaller than this many bytes are sent as they are: compressing them saves nothing that matters. */
const COMPRESSED_FROM_BYTES = 1_024

/** What a variant is taken to cost besides its bytes. */
const VARIANT_BYTES = 512

/** The bytes of one body. */
export interface EncodedBody {
  readonly body: Uint8Array
  /** `undefined` for the plain body. */
  readonly encoding: Encoding | undefined
}

/** A body with its compressed variants, as far as they were asked for. */
export interface Variants {
  /** Bytes of the plain body and of all variants there are. */
  readonly bytes: number
  /**
   * The body in an encoding; plain where that is not smaller. The first request for an encoding waits for it, every one
   * after it does not.
   */
  encoded(encoding: Encoding | undefined): EncodedBody | Promise<EncodedBody>
}

/** How bodies are compressed. */
export type Compress = (body: Uint8Array, encoding: Encoding) => Awaitable<Uint8Array>

/**
 * Keeps a body, which should be in memory of its own, and compresses it when it is asked for, on the thread pool where nothing else
 * is said. `onGrown` is called when a variant has been added.
 */
export function createVariants(
  body: Uint8Array,
  onGrown: () => void = () => {},
  compressBody: Compress = compress,
): Variants {
  const plain: EncodedBody = { body, encoding: undefined }
  const variants = new Map<Encoding, EncodedBody | Promise<EncodedBody>>()
  let bytes = body.byteLength

  const make = async (encoding: Encoding): Promise<EncodedBody> => {
    try {
      const compressed = await compressBody(body, encoding)
      const isSmaller = compressed.byteLength < body.byteLength
      const variant = isSmaller ? { body: inOwnMemory(compressed), encoding } : plain
      variants.set(encoding, variant)
      if (isSmaller) {
        bytes += compressed.byteLength + VARIANT_BYTES
        onGrown()
      }
      return variant
    } catch (error) {
      // The next one may try again.
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
        variant = make(encoding)
        variants.set(encoding, variant)
      }
      return variant
    },
  }
}

/**
 * A copy of bytes in memory of exactly their size. Buffers are cut from slabs of 64 KiB and more: whoever keeps a few
 * bytes of one keeps all of it.
 */
export function inOwnMemory(bytes: Uint8Array): Uint8Array {
  const own = Buffer.allocUnsafeSlow(bytes.byteLength)
  own.set(bytes)
  return own
}
