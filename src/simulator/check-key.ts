import { createHash, timingSafeEqual } from 'node:crypto'

/** Makes what tells whether an Authorization header carries `key`; how long it takes says nothing of the key. */
export function createCheckKey(key: string): (authorization: string | undefined) => boolean {
  const expected = digest(`Bearer ${key}`)
  return (authorization) => timingSafeEqual(digest(authorization ?? ''), expected)
}

function digest(text: string): Uint8Array {
  return createHash('sha256').update(text).digest()
}
