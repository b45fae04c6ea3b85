import { createHash, timingSafeEqual } from 'node:crypto'

/** Creates a constant-time check of whether an Authorization header has `key`. */
export function createCheckKey(key: string): (authorization: string | undefined) => boolean {
  const expected = digest(`Bearer ${key}`)
  return (authorization) => timingSafeEqual(digest(authorization ?? ''), expected)
}

function digest(text: string): Uint8Array {
  return createHash('sha256').update(text).digest()
}
