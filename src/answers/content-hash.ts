import { createHash } from 'node:crypto'

/** Names a content: 22 letters, digits, `-` and `_`, of which different contents never have the same. */
export function contentHash(body: Uint8Array): string {
  return createHash('sha256').update(body).digest('base64url').slice(0, 22)
}
