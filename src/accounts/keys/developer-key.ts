import { BASE62, randomBase62 } from '../../platform/text/random-base62.ts'
import { crc32 } from 'node:zlib'
import type { FillRandom } from '../../platform/text/fill-random.ts'

/**
 * Format of a developer key: `bkl_<12 public id>_<32 secret><6 CRC32>`, all Base62. Prefix and
 * checksum let a scanner detect a leaked key offline; the checksum is not a security feature. The
 * secret has 190 bits.
 */
const SHAPE = /^bkl_([0-9A-Za-z]{12})_[0-9A-Za-z]{38}$/
const ANYWHERE = /bkl_[0-9A-Za-z]{12}_[0-9A-Za-z]{38}/g
const ID_LENGTH = 12
const SECRET_LENGTH = 32
const CHECK_LENGTH = 6

/** Generates a key. `text` is the secret and is shown once; `keyId` is public. */
export function generateKey(fillRandom: FillRandom): {
  readonly keyId: string
  readonly text: string
} {
  const keyId = randomBase62(ID_LENGTH, fillRandom)
  const body = `bkl_${keyId}_${randomBase62(SECRET_LENGTH, fillRandom)}`
  return { keyId, text: body + checksum(body) }
}

/**
 * Returns the public id of a key, or `undefined` when the text is no complete key with a valid
 * checksum.
 */
export function keyIdOf(text: string): string | undefined {
  const keyId = SHAPE.exec(text)?.[1]
  return keyId !== undefined && text.endsWith(checksum(text.slice(0, -CHECK_LENGTH)))
    ? keyId
    : undefined
}

/**
 * Returns the complete keys with a valid checksum in a text, without duplicates, at most `max`.
 * Does not verify that they are genuine.
 */
export function keyTextsIn(text: string, max: number): readonly string[] {
  const found = new Set<string>()
  for (const [candidate] of text.matchAll(ANYWHERE)) {
    if (found.size === max) break
    if (keyIdOf(candidate) !== undefined) found.add(candidate)
  }
  return [...found]
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
