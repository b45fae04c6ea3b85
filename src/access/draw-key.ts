import type { FillRandom } from '../domain/fill-random.ts'
import type { KeySecret } from '../domain/own-key-store.ts'
import { generateKey } from './developer-key.ts'
import type { Pepper } from './pepper.ts'

/** A fresh key. `text` is shown once and stored nowhere; `secret` is what it is recognised by. */
export interface DrawnKey {
  readonly text: string
  readonly secret: KeySecret
}

/** Draws a fresh key. */
export type DrawKey = () => DrawnKey

/** Makes what draws keys. */
export function createDrawKey({
  pepper,
  fillRandom,
}: {
  readonly pepper: Pepper
  readonly fillRandom: FillRandom
}): DrawKey {
  return () => {
    const { keyId, text } = generateKey(fillRandom)
    return { text, secret: { keyId, mac: pepper.mac(text), pepperId: pepper.pepperId } }
  }
}
