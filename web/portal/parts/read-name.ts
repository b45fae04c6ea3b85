import { FORBIDDEN_IN_NAMES } from '../../../src/domain/forbidden-in-names.ts'

/** The longest name, as the table has it. */
export const NAME_MAX = 100

/** What no name may have in it, as the table has it. */
const FORBIDDEN = new RegExp(`[${FORBIDDEN_IN_NAMES}]`, 'u')

/** The name in a text that somebody typed; `undefined` where the portal would refuse it. */
export function readName(text: string): string | undefined {
  const name = text.trim()
  const isGood = name.length > 0 && name.length <= NAME_MAX && !FORBIDDEN.test(name)
  return isGood ? name : undefined
}
