import type { Messages } from '../messages/en.ts'

/** What the data of a game calls something: a word without a language. */
const IDENTIFIER = /^[\w.:-]*$/

/**
 * Returns the name of the kind of an event: translated if the word is known, as it is if it is text
 * that the operator wrote. `undefined` for an unknown word of the game's data.
 */
export function kindName(kind: string | undefined, { kinds }: Messages): string | undefined {
  if (kind === undefined) return undefined
  const known = Object.hasOwn(kinds, kind.toLowerCase()) ? kinds[kind.toLowerCase()] : undefined
  return known ?? (IDENTIFIER.test(kind) ? undefined : kind)
}
