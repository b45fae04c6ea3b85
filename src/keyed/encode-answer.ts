import {
  createEncodedVariants,
  copyToExactBuffer,
  type EncodedVariants,
} from '../platform/http/encoded-variants.ts'

/** An encoded message with its compressed variants. An image has none. */
export interface EncodedAnswer extends EncodedVariants {
  readonly contentType: 'application/json' | 'image/png'
}

/** Encodes a normalized message. Calls `onGrown` after a compressed variant has been added. */
export function encodeAnswer(message: unknown, onGrown: () => void): EncodedAnswer {
  if (message instanceof Uint8Array) {
    const plain = { body: copyToExactBuffer(message), encoding: undefined }
    return { contentType: 'image/png', bytes: message.byteLength, encoded: () => plain }
  }
  const variants = createEncodedVariants(
    copyToExactBuffer(Buffer.from(JSON.stringify(message))),
    onGrown,
  )
  return {
    contentType: 'application/json',
    get bytes() {
      return variants.bytes
    },
    encoded: variants.encoded,
  }
}
