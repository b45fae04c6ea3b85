import { BOARD_KINDS } from '../domain/board.ts'
import { readInt64 } from './read-integer.ts'
import type { Reading } from './reading.ts'

const PROBLEM = `It must be ${BOARD_KINDS.join(', ')}, a colon and an id.`

/** Reads a board of a region, such as `event:2004`, as its canonical text. */
export function readBoard(text: string): Reading<string> {
  const [kind = '', id, ...more] = text.split(':')
  const isKind = (BOARD_KINDS as readonly string[]).includes(kind)
  if (!isKind || id === undefined || more.length > 0) return { problem: PROBLEM }
  const read = readInt64(id)
  return 'problem' in read ? read : { value: `${kind}:${read.value}` }
}
