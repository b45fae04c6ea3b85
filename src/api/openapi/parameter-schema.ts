import type { EnumKind, Kind, ListKind, ScalarKind } from '../parameter-kind.ts'
import type { Node } from './document.ts'

/**
 * No control character: C0, DEL and C1. The escapes are valid in every regular-expression dialect.
 */
const NO_CONTROLS = '^[^\\u0000-\\u001F\\u007F-\\u009F]*$'

const INT32 = { minimum: -2_147_483_648, maximum: 2_147_483_647 }

/**
 * The context of a value: a required text is not empty, and a list in a path has at least one item.
 */
export interface SchemaPlace {
  readonly isInPath: boolean
  readonly optional: boolean
}

/** Returns the schema of a parameter of `kind`. */
export function parameterSchema(kind: Kind, place: SchemaPlace): Node {
  if (kind.kind !== 'list') return scalarSchema(kind, place)
  const min = place.isInPath ? 1 : kind.min
  return {
    type: 'array',
    items: scalarSchema(kind.item, place),
    ...(min > 0 && { minItems: min }),
    maxItems: kind.max,
  }
}

function scalarSchema(kind: ScalarKind, { isInPath, optional }: SchemaPlace): Node {
  switch (kind.kind) {
    case 'int64':
      return { type: 'string', format: 'int64', pattern: '^-?[0-9]+$' }
    case 'signed':
      return { type: 'string', pattern: '^-?[0-9]+$' }
    case 'digits':
      return { type: 'string', pattern: '^[0-9]+$' }
    case 'rank':
      return { type: 'integer', format: 'int32', minimum: 1, maximum: INT32.maximum }
    case 'page':
      return { type: 'integer', minimum: 1 }
    case 'text': {
      const minLength = optional && !isInPath ? 0 : 1
      return { type: 'string', minLength, maxLength: 256, pattern: NO_CONTROLS }
    }
    case 'enum':
      return enumSchema(kind)
    case 'choice':
      return { type: 'string', enum: [...kind.names] }
    case 'time':
      return { type: 'string', format: 'int64', pattern: '^0*[0-9]{1,15}$' }
    case 'board':
      return { type: 'string', pattern: `^(?:${kind.boards.join('|')}):-?[0-9]+$` }
    case 'whole':
      return { type: 'integer', minimum: kind.min, maximum: kind.max }
    case 'zone':
      return { type: 'string', format: 'time-zone', pattern: '^[A-Za-z][A-Za-z0-9_+/-]{0,63}$' }
    case 'name':
      return { type: 'string', pattern: '^[A-Za-z0-9._~-]{1,64}$' }
    case 'run':
      return {
        type: 'string',
        pattern: `^(?:${kind.regions.join('|')}):-?[0-9]+(?:@0*[0-9]{1,15})?$`,
      }
  }
}

function enumSchema({ names }: EnumKind): Node {
  return {
    anyOf: [
      { type: 'string', enum: [...names] },
      { type: 'integer', format: 'int32', ...INT32 },
    ],
  }
}

/** Returns the sentence about the notation of a kind. */
export function describeKind(kind: Kind, isInPath: boolean): string {
  if (kind.kind !== 'list') {
    const dots = kind.kind === 'text' && isInPath ? ` ${DOTS}` : ''
    return `${SCALAR_WORDS[kind.kind]}${dots}`
  }
  const how = howToList(kind, isInPath)
  const order = kind.order === 'ascending' ? ' The order does not matter.' : ''
  return `${how} ${kind.min === 0 ? 'Up to' : '1 to'} ${kind.max} items.${order} ${SCALAR_WORDS[kind.item.kind]}`
}

function howToList({ commas }: ListKind, isInPath: boolean): string {
  if (isInPath) return 'Separated by commas.'
  return commas
    ? 'Separated by commas, or repeat the parameter.'
    : 'Repeat the parameter; commas are rejected.'
}

const DOTS = 'In a path `.` and `..` are dot segments, which return 404; use the query form.'

const SCALAR_WORDS: Readonly<Record<ScalarKind['kind'], string>> = {
  int64: 'A 64-bit integer in decimal digits: keep it as a string.',
  signed: 'Decimal digits. A negative number, or one beyond 64 bits, returns 404.',
  digits: 'Decimal digits.',
  rank: 'Whole numbers in decimal digits, from 1 to 2147483647.',
  page: 'A whole number in decimal digits, at least 1; there is no upper bound.',
  text: 'At most 256 characters (Unicode code points), none of them a control character.',
  choice: 'One of the names, exactly.',
  time: 'Milliseconds: at most 15 decimal digits.',
  board:
    'A kind of board (`event`, `music` or `challenge`), a colon and the id of the event or song: `event:2004`.',
  run:
    'A region and the id of an event, `jp:2004`: its newest run. With a start, `jp:2004@1795175460000`: the run that began ' +
    'then.',
  whole: 'A whole number in decimal digits.',
  name: '1 to 64 letters, digits and the characters `.`, `_`, `~`, `-`.',
  zone: 'The name of a time zone in the IANA database: `Asia/Tokyo`.',
  enum: 'An unlisted number is valid and matches nothing.',
}
