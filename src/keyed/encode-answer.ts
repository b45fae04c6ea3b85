import {
  createEncodedVariants,
  copyToExactBuffer,
  type EncodedVariants,
} from '../platform/http/content/encoded-variants.ts'
import { nextTurn } from '../platform/concurrency/next-turn.ts'

/** An encoded message with its compressed variants. An image has none. */
export interface EncodedAnswer extends EncodedVariants {
  readonly contentType: 'application/json' | 'image/png'
}

/**
 * Elements of a list serialized in one turn of the event loop: the largest, rows with decks, take
 * about a millisecond.
 */
export const SLICE_ELEMENTS = 128

/** Bytes copied in one turn: 12 MB at once, into new memory, take 8 ms. */
const COPIED_BYTES = 1_048_576

/** Encodes a normalized message. Calls `onGrown` after a compressed variant has been added. */
export function encodeAnswer(message: unknown, onGrown: () => void): EncodedAnswer {
  if (message instanceof Uint8Array) {
    const plain = { body: copyToExactBuffer(message), encoding: undefined }
    return { contentType: 'image/png', bytes: message.byteLength, encoded: () => plain }
  }
  return jsonAnswer(copyToExactBuffer(Buffer.from(JSON.stringify(message))), onGrown)
}

/**
 * Encodes a normalized message into the same bytes, but its list `name` in slices, yielding to the
 * event loop between them: a window of 10,000 ranks has 12 MB.
 */
export async function encodeInSlices(
  message: unknown,
  name: string,
  onGrown: () => void,
): Promise<EncodedAnswer> {
  const parts: Buffer[] = []
  let text = '{'
  for (const [at, [key, value]] of Object.entries(message as object).entries()) {
    text += `${at === 0 ? '' : ','}${JSON.stringify(key)}:`
    if (key !== name) {
      text += JSON.stringify(value)
      continue
    }
    const elements = value as readonly unknown[]
    text += '['
    for (let start = 0; start < elements.length; start += SLICE_ELEMENTS) {
      const slice = JSON.stringify(elements.slice(start, start + SLICE_ELEMENTS))
      text += `${start === 0 ? '' : ','}${slice.slice(1, -1)}`
      parts.push(Buffer.from(text))
      text = ''
      await nextTurn()
    }
    text += ']'
  }
  parts.push(Buffer.from(`${text}}`))
  return jsonAnswer(await joinExactly(parts), onGrown)
}

function jsonAnswer(body: Uint8Array, onGrown: () => void): EncodedAnswer {
  const variants = createEncodedVariants(body, onGrown)
  return {
    contentType: 'application/json',
    get bytes() {
      return variants.bytes
    },
    encoded: variants.encoded,
  }
}

/** Joins parts in a buffer of exactly their size, yielding to the event loop between them. */
async function joinExactly(parts: readonly Uint8Array[]): Promise<Uint8Array> {
  const body = Buffer.allocUnsafeSlow(parts.reduce((sum, { byteLength }) => sum + byteLength, 0))
  let [offset, copied] = [0, 0]
  for (const part of parts) {
    if (copied >= COPIED_BYTES) {
      copied = 0
      await nextTurn()
    }
    body.set(part, offset)
    offset += part.byteLength
    copied += part.byteLength
  }
  return body
}
