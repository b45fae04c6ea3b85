import { headingId } from './render-markdown.ts'

/** A version of the server and of its documents, as the changelog lists it. */
export interface DocumentVersion {
  /** Its number, such as `0.1.0`. */
  readonly name: string
  /** Its changes, in the changelog of this server. */
  readonly href: string
  /** Whether this server runs it, so that these documents describe it. */
  readonly isCurrent: boolean
}

/** The heading of a release in the changelog: `## 0.2.0` or `## [0.2.0] - 2026-12-24`. */
const RELEASE = /^## (\[?(\d+\.\d+\.\d+)\]?.*)$/gm

/**
 * Returns the versions that a changelog lists, newest first, with the running one. A version whose
 * release has no heading yet is the one with the unreleased changes.
 */
export function listDocumentVersions(
  changelog: string,
  running: string,
): readonly DocumentVersion[] {
  const released = [...changelog.matchAll(RELEASE)].map(([, heading = '', name = '']) => ({
    name,
    href: `/docs/changelog#${headingId(heading)}`,
    isCurrent: name === running,
  }))
  if (released.some(({ isCurrent }) => isCurrent)) return released
  return [{ name: running, href: '/docs/changelog#unreleased', isCurrent: true }, ...released]
}
