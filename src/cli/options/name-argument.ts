import { FORBIDDEN_IN_NAMES } from '../../accounts/forbidden-name-characters.ts'
import { UsageError } from '../output/explain-error.ts'

const FORBIDDEN = new RegExp(`[${FORBIDDEN_IN_NAMES}]`, 'u')

/**
 * Parses a name by the rules of the portal: 1 to 100 characters after trimming, without control
 * characters and without characters that make names look alike.
 */
export function readName(text: string, option: string): string {
  const name = text.trim()
  if (name === '' || name.length > 100 || FORBIDDEN.test(name)) {
    throw new UsageError(
      `${option} takes a name of 1 to 100 characters without control or invisible characters.`,
    )
  }
  return name
}
