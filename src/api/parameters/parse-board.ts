import type { BoardKind } from '../parameter-kind.ts'
import { parseInt64 } from './parse-integer.ts'
import type { ParseResult } from './parse-result.ts'

/** Parses a board such as `event:2004` into its canonical text. */
export function parseBoard({ boards }: BoardKind, text: string): ParseResult<string> {
  const [kind = '', id, ...more] = text.split(':')
  if (!boards.includes(kind) || id === undefined || more.length > 0) {
    return { problem: `It must be ${boards.join(', ')}, a colon and an id.` }
  }
  const read = parseInt64(id)
  return 'problem' in read ? read : { value: `${kind}:${read.value}` }
}
