import { createVariants, inOwnMemory, type Variants } from './create-variants.ts'

/** A message in finished bytes, with its compressed variants. An image has none. */
export interface Finished extends Variants {
  readonly contentType: 'application/json' | 'image/png'
}

/** Turns a closed message into finished bytes. `onGrown` is called when a compressed variant has been added to them. */
export function finish(message: unknown, onGrown: () => void): Finished {
  if (message instanceof Uint8Array) {
    const plain = { body: inOwnMemory(message), encoding: undefined }
    return { contentType: 'image/png', bytes: message.byteLength, encoded: () => plain }
  }
  const variants = createVariants(inOwnMemory(Buffer.from(JSON.stringify(message))), onGrown)
  return {
    contentType: 'application/json',
    get bytes() {
      return variants.bytes
    },
    encoded: variants.encoded,
  }
}
