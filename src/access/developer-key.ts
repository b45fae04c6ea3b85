import { crc32 } from 'node:zlib'
import type { FillRandom } from '../domain/fill-random.ts'

/**
 * A developer key: `bkl_<12 public id>_<32 secret><6 CRC32>`, all Base62. The prefix and the checksum let a scanner
 * recognise a leaked key without asking anyone; the checksum is not a security feature. The secret has 190 bits.
 */
const SHAPE = /^bkl_([0-9A-Za-z]{12})_[0-9A-Za-z]{38}$/
const ANYWHERE = /bkl_[0-9A-Za-z]{12}_[0-9A-Za-z]{38}/g
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const ID_LENGTH = 12
const SECRET_LENGTH = 32
const CHECK_LENGTH = 6

/** A fresh key. `text` is the secret and is shown once; `keyId` is public. */
export function generateKey(fillRandom: FillRandom): {
  readonly keyId: string
  readonly text: string
} {
  const keyId = randomBase62(ID_LENGTH, fillRandom)
  const body = `bkl_${keyId}_${randomBase62(SECRET_LENGTH, fillRandom)}`
  return { keyId, text: body + checksum(body) }
}

/** The public id of a key text, or `undefined` when it is not a whole, untorn key. */
export function keyIdOf(text: string): string | undefined {
  const keyId = SHAPE.exec(text)?.[1]
  return keyId !== undefined && text.endsWith(checksum(text.slice(0, -CHECK_LENGTH)))
    ? keyId
    : undefined
}

/** The whole, untorn keys that stand anywhere in a text, each once, at most `max`; whether one is genuine is not known here. */
export function keyTextsIn(text: string, max: number): readonly string[] {
  const found = new Set<string>()
  for (const [candidate] of text.matchAll(ANYWHERE)) {
    if (found.size === max) break
    if (keyIdOf(candidate) !== undefined) found.add(candidate)
  }
  return [...found]
}

/** Random Base62 text without bias: bytes that would favour the first letters are thrown away. */
export function randomBase62(length: number, fillRandom: FillRandom): string {
  const bytes = new Uint8Array(length * 2)
  let text = ''
  while (text.length < length) {
    fillRandom(bytes)
    for (const byte of bytes) {
      if (byte < 248 && text.length < length) text += BASE62[byte % 62]
    }
  }
  return text
}

function checksum(body: string): string {
  let rest = crc32(body)
  let text = ''
  for (let index = 0; index < CHECK_LENGTH; index += 1) {
    text = BASE62[rest % 62] + text
    rest = Math.floor(rest / 62)
  }
  return text
}
