import type { Kind, ScalarKind } from '../../src/api/parameter-kind.ts'

const LONG = 'x'.repeat(257)
const TOO_LARGE = '9223372036854775808'

/** Malformed texts by kind. Control characters are rejected for every kind. */
const MALFORMED: Readonly<Record<ScalarKind['kind'], readonly string[]>> = {
  int64: ['abc', '1.5', '+1', ' 1', '1e3', '0x1', '１', TOO_LARGE, '-9223372036854775809'],
  signed: ['abc', '1.5', '+1', ' 1', '1e3', '0x1', '１', '--1', '-'],
  digits: ['abc', '-1', '1.5', '+1', '１'],
  rank: ['abc', '0', '-1', '1.5', '2147483648'],
  page: ['abc', '0', '00', '-1', '1.5'],
  text: [LONG, '😀'.repeat(257)],
  choice: ['', '0', 'RAW', '5 m', '2h'],
  time: ['abc', '-1', '1.5', '+1', '1e3', '1000000000000000', '９'],
  run: [
    '',
    '2004',
    'jp',
    'jp:',
    'JP:2004',
    'cn:2004',
    'jp:2004@',
    'jp:2004@-1',
    'jp:x',
    'jp:2004:1',
  ],
  board: [
    '',
    'event',
    'event:',
    ':7',
    'EVENT:7',
    'arena:7',
    'event:x',
    'event:7:8',
    `event:${TOO_LARGE}`,
  ],
  whole: ['abc', '', '-1', '0', '1.5', '1e3', '+700', '９００', '100000', '9'.repeat(40)],
  name: ['', 'a b', 'a/b', 'ä', 'x'.repeat(65)],
  zone: ['', 'Nowhere/Else', '+09:00', 'UTC ', '../UTC', 'Asia/Tokyo/', LONG],
  enum: ['all', 'NOPE', '1.5', '2147483648', '-2147483649'],
}

/** Returns malformed raw values of a parameter of `kind`; a list of texts is several items. */
export function malformedValues(kind: Kind): readonly (string | readonly string[])[] {
  if (kind.kind !== 'list') return MALFORMED[kind.kind]
  const good = Array.from({ length: kind.max }, (_, index) => String(index + 1))
  return [...MALFORMED[kind.item.kind].map((bad) => ['1', bad]), ['1', ''], [...good, '1']]
}
