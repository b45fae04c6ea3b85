/** Heading of the changes since the last release. */
const UNRELEASED = '## Unreleased'

/**
 * Moves the unreleased changes of a changelog under the heading of a version. Throws if there are
 * none, or if the version has a heading already.
 */
export function releaseChangelog(changelog: string, version: string, day: string): string {
  if (changesOf(changelog, version) !== undefined) {
    throw new Error(`CHANGELOG.md has a section of ${version} already.`)
  }
  const changes = sectionAfter(changelog, UNRELEASED)
  if (changes === undefined || changes.trim() === '') {
    throw new Error('CHANGELOG.md has no unreleased changes.')
  }
  return changelog.replace(UNRELEASED, `${UNRELEASED}\n\n${headingOf(version)} (${day})`)
}

/** Returns the section of a version, or `undefined`. */
export function changesOf(changelog: string, version: string): string | undefined {
  return sectionAfter(changelog, headingOf(version))
    ?.replace(/^ \([^)]*\)\n/, '')
    .trim()
}

function headingOf(version: string): string {
  return `## ${version}`
}

/** Returns the text between a heading and the next one of its level. */
function sectionAfter(changelog: string, heading: string): string | undefined {
  const at = changelog.search(new RegExp(`^${heading.replaceAll('.', '\\.')}(?: |$)`, 'm'))
  if (at < 0) return undefined
  const [section = ''] = changelog.slice(at + heading.length).split(/^## /m)
  return section
}
