import { createHash } from 'node:crypto'

/**
 * Returns the hash that identifies a content: 22 letters, digits, `-` and `_` (132 bits of
 * SHA-256).
 */
export function contentHash(content: Uint8Array | string): string {
  return createHash('sha256').update(content).digest('base64url').slice(0, 22)
}
