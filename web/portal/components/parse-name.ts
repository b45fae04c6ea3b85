import { FORBIDDEN_IN_NAMES } from '../../../src/accounts/forbidden-name-characters.ts'

/** Maximum length of a name, as in the database. */
export const NAME_MAX = 100

/** Characters that a name must not contain, as in the database. */
const FORBIDDEN = new RegExp(`[${FORBIDDEN_IN_NAMES}]`, 'u')

/** Returns the normalized name, or `undefined` if the portal would reject it. */
export function parseName(text: string): string | undefined {
  const name = text.trim()
  const isGood = name.length > 0 && name.length <= NAME_MAX && !FORBIDDEN.test(name)
  return isGood ? name : undefined
}
