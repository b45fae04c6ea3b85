/** The most characters of a name from a provider: a number may be put behind it. */
const LENGTH_MAX = 90

/**
 * Makes a name that a developer can have of the first text that has one in it: no control characters, nothing that is not seen (so
 * that nobody looks like somebody else), no more than one space together, none at the ends.
 */
export function cleanName(...texts: readonly unknown[]): string | undefined {
  for (const text of texts) {
    if (typeof text !== 'string') continue
    const spaced = text
      .toWellFormed()
      .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
      .replaceAll(/[\p{Cc}\s]+/gu, ' ')
      .trim()
    // A character may have been cut in two.
    const name = spaced
      .slice(0, LENGTH_MAX)
      .replace(/[\uD800-\uDBFF]$/, '')
      .trim()
    if (name !== '') return name
  }
  return undefined
}
