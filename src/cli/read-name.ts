import { hasControl } from '../domain/has-control.ts'
import { MISLEADING } from '../domain/misleading.ts'
import { UsageError } from './explain.ts'

const MISLEADS = new RegExp(`[${MISLEADING}]`, 'u')

/**
 * Reads what somebody calls something: 1 to 100 characters without the spaces around them, none a control character, and none that
 * makes a name look like another one.
 */
export function readName(text: string, option: string): string {
  const name = text.trim()
  if (name === '' || name.length > 100 || hasControl(name) || MISLEADS.test(name)) {
    throw new UsageError(
      `${option} takes a name of 1 to 100 characters, none of them a control character or an invisible one.`,
    )
  }
  return name
}
