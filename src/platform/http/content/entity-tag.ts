import { ENCODINGS, type Encoding } from './content-encoding.ts'

/** Returns the strong entity tag of a content in an encoding (RFC 9110 section 8.8.3). */
export function entityTag(hash: string, encoding: Encoding | undefined): string {
  return `"${hash}${encoding === undefined ? '' : `-${encoding}`}"`
}

/**
 * Returns the tag of this content that `If-None-Match` (RFC 9110 section 13.1.2) contains, in its
 * strong form. All encodings are equivalent, so the tag of any matches, weak or strong.
 */
export function matchingTag(ifNoneMatch: string | undefined, hash: string): string | undefined {
  if (ifNoneMatch === undefined) return undefined
  const tags = [undefined, ...ENCODINGS].map((encoding) => entityTag(hash, encoding))
  const given = new Set(tagsOf(ifNoneMatch))
  if (given.has('*')) return tags[0]
  return tags.find((tag) => given.has(tag))
}

/**
 * Returns the content hashes in `If-None-Match`, or `*`. {@link matchingTag} matches exactly these.
 */
export function namedContents(ifNoneMatch: string | undefined): readonly string[] {
  if (ifNoneMatch === undefined) return []
  const named = tagsOf(ifNoneMatch).map((tag) => (tag === '*' ? tag : TAG.exec(tag)?.[1]))
  return [...new Set(named.filter((name) => name !== undefined))]
}

/** A tag created by {@link entityTag}, in any encoding. */
const TAG = new RegExp(`^"([A-Za-z0-9_-]{22})(?:-(?:${ENCODINGS.join('|')}))?"$`)

function tagsOf(ifNoneMatch: string): readonly string[] {
  return ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
}
