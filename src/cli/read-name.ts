import { hasControl } from '../domain/has-control.ts'
import { UsageError } from './explain.ts'

/** Reads what somebody calls something: 1 to 100 characters without the spaces around them, none a control character. */
export function readName(text: string, option: string): string {
  const name = text.trim()
  if (name === '' || name.length > 100 || hasControl(name)) {
    throw new UsageError(
      `${option} takes a name of 1 to 100 characters, none of them a control character.`,
    )
  }
  return name
}
