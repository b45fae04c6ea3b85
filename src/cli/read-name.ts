import { FORBIDDEN_IN_NAMES } from '../domain/forbidden-in-names.ts'
import { UsageError } from './explain.ts'

const FORBIDDEN = new RegExp(`[${FORBIDDEN_IN_NAMES}]`, 'u')

/**
 * Reads what somebody calls something, as the portal's pages take it: 1 to 100 characters without the spaces around them, none a
 * control character, and none that makes a name look like another one.
 */
export function readName(text: string, option: string): string {
  const name = text.trim()
  if (name === '' || name.length > 100 || FORBIDDEN.test(name)) {
    throw new UsageError(
      `${option} takes a name of 1 to 100 characters, none of them a control character or an invisible one.`,
    )
  }
  return name
}
