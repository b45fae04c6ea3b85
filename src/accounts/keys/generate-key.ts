import type { FillRandom } from '../../platform/text/fill-random.ts'
import type { KeySecret } from '../self-service-keys.ts'
import { generateKey } from './developer-key.ts'
import type { Pepper } from './pepper.ts'

/** Generated key. `text` is shown once and stored nowhere; `secret` holds its id and MAC. */
export interface GeneratedKey {
  readonly text: string
  readonly secret: KeySecret
}

/** Generates a key. */
export type GenerateKey = () => GeneratedKey

/** Creates a key generator. */
export function createKeyGenerator({
  pepper,
  fillRandom,
}: {
  readonly pepper: Pepper
  readonly fillRandom: FillRandom
}): GenerateKey {
  return () => {
    const { keyId, text } = generateKey(fillRandom)
    return { text, secret: { keyId, mac: pepper.mac(text), pepperId: pepper.pepperId } }
  }
}
