import { FORBIDDEN_IN_NAMES } from '../../../src/accounts/forbidden-name-characters.ts'

/** Maximum length of a name, as in the database. */
export const NAME_MAX = 100

/** Characters that a text must not contain, as in the database. */
const FORBIDDEN = new RegExp(`[${FORBIDDEN_IN_NAMES}]`, 'u')

/** Returns the normalized name, or `undefined` if the portal would reject it. */
export function parseName(text: string): string | undefined {
  return parseLine(text, NAME_MAX)
}

/** Returns the text without its ends, or `undefined` if the portal would reject it as a line. */
export function parseLine(text: string, max: number): string | undefined {
  const line = text.trim()
  return line.length > 0 && line.length <= max && !FORBIDDEN.test(line) ? line : undefined
}

/** Returns a text of several lines, or `undefined` if the portal would reject it. */
export function parseText(text: string, max: number): string | undefined {
  const read = text.replaceAll('\r\n', '\n').replaceAll('\t', ' ').trim()
  const isGood = read.length > 0 && read.length <= max
  return isGood && !FORBIDDEN.test(read.replaceAll('\n', ' ')) ? read : undefined
}
