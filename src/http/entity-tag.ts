import { ENCODINGS, type Encoding } from '../domain/content-encoding.ts'

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
  const given = new Set(tagsOf(ifNoneMatch))
  if (given.has('*')) return tags[0]
  return tags.find((tag) => given.has(tag))
}

/** The contents that `If-None-Match` names by tags of ours, or `*` for any. {@link knownTag} knows these and no others. */
export function namedContents(ifNoneMatch: string | undefined): readonly string[] {
  if (ifNoneMatch === undefined) return []
  const named = tagsOf(ifNoneMatch).map((tag) => (tag === '*' ? tag : TAG.exec(tag)?.[1]))
  return [...new Set(named.filter((name) => name !== undefined))]
}

/** A tag of ours, in any encoding. */
const TAG = new RegExp(`^"([A-Za-z0-9_-]{22})(?:-(?:${ENCODINGS.join('|')}))?"$`)

function tagsOf(ifNoneMatch: string): readonly string[] {
  return ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
}
