/** Maximum characters of a provider's name; leaves space for a suffix. */
const LENGTH_MAX = 90

/**
 * Returns a valid developer name from the first usable text: without control and invisible
 * characters (which allow impersonation), with single spaces and none at the ends.
 */
export function cleanName(...texts: readonly unknown[]): string | undefined {
  for (const text of texts) {
    if (typeof text !== 'string') continue
    const spaced = text
      .toWellFormed()
      .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
      .replaceAll(/[\p{Cc}\s]+/gu, ' ')
      .trim()
    // The cut may have split a character.
    const name = spaced
      .slice(0, LENGTH_MAX)
      .replace(/[\uD800-\uDBFF]$/, '')
      .trim()
    if (name !== '') return name
  }
  return undefined
}
