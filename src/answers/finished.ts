import type { Encoding } from '../domain/content-encoding.ts'
import { compress } from './compress.ts'

/** JSON smaller than this many bytes is sent as it is: compressing it saves nothing that matters. */
export const COMPRESSED_FROM_BYTES = 1_024

/** The bytes of one body. */
export interface EncodedBody {
  readonly body: Uint8Array
  /** `undefined` for the plain body. */
  readonly encoding: Encoding | undefined
}

/** A message in finished bytes, with its compressed variants as far as they were asked for. */
export interface Finished {
  readonly contentType: 'application/json' | 'image/png'
  /** Bytes of the plain body and of all variants there are. */
  readonly bytes: number
  /**
   * The body in an encoding; plain where that is not smaller or makes no sense. The first request for an encoding
   * waits for it, every one after it does not.
   */
  encoded(encoding: Encoding | undefined): EncodedBody | Promise<EncodedBody>
}

/** Turns a closed message into finished bytes. `onGrown` is called when a variant has been added to them. */
export function finish(message: unknown, onGrown: () => void): Finished {
  const isImage = message instanceof Uint8Array
  const plain: EncodedBody = {
    body: isImage ? message : Buffer.from(JSON.stringify(message)),
    encoding: undefined,
  }
  const variants = new Map<Encoding, EncodedBody | Promise<EncodedBody>>()
  const isCompressed = !isImage && plain.body.byteLength >= COMPRESSED_FROM_BYTES
  let bytes = plain.body.byteLength

  const make = async (encoding: Encoding): Promise<EncodedBody> => {
    const body = await compress(plain.body, encoding)
    if (body.byteLength >= plain.body.byteLength) {
      variants.set(encoding, plain)
      return plain
    }
    const variant = { body, encoding }
    variants.set(encoding, variant)
    bytes += body.byteLength
    onGrown()
    return variant
  }
  const finished: Finished = {
    contentType: isImage ? 'image/png' : 'application/json',
    get bytes() {
      return bytes
    },
    encoded: (encoding) => {
      if (encoding === undefined || !isCompressed) return plain
      let variant = variants.get(encoding)
      if (variant === undefined) {
        variant = make(encoding)
        variants.set(encoding, variant)
      }
      return variant
    },
  }
  return finished
}
