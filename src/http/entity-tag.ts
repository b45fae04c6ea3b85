import { createHash } from 'node:crypto'
import { ENCODINGS, type Encoding } from '../domain/content-encoding.ts'

/** Names a content: 22 letters, digits, `-` and `_`, of which different contents never have the same. */
export function contentHash(body: Uint8Array): string {
  return createHash('sha256').update(body).digest('base64url').slice(0, 22)
}

/** The strong entity tag of a content in an encoding (RFC 9110 section 8.8.3). */
export function entityTag(hash: string, encoding: Encoding | undefined): string {
  return `"${hash}${encoding === undefined ? '' : `-${encoding}`}"`
}

/**
 * The tag by which `If-None-Match` (RFC 9110 section 13.1.2) names this content, in its strong form. All its encodings mean
 * the same, so any of their tags will do, weak or strong.
 */
export function knownTag(ifNoneMatch: string | undefined, hash: string): string | undefined {
  if (ifNoneMatch === undefined) return undefined
  const tags = [undefined, ...ENCODINGS].map((encoding) => entityTag(hash, encoding))
  const given = new Set(ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, '')))
  if (given.has('*')) return tags[0]
  return tags.find((tag) => given.has(tag))
}
