import type { SeededRandom } from '../../src/gateways/embedded/demo/seeded-random.ts'

const WORDS =
  'Night Star Moon The Of Love Dream Club Team Sky Blue Red Music Live Line Owls Shift Cafe Garden Little'.split(
    ' ',
  )
const HAN_FIRST = 0x4e00
const HAN_COUNT = 2_500
const KANA_FIRST = 0x30a2
const KANA_COUNT = 78

/** A mark that no circle bears which one joins by invitation, and four in ten of all others do. */
export const MARK = '☆'

/** A text that no circle is named, and all of whose pieces stand in one name of a hundred. */
export const NEVER_NAMED = 'らりらり'
const ALMOST = 'らりら・りらり'

/**
 * A name such as players give: Han (a few characters are in very many names, most in few), Katakana or English
 * words. Some are made to be hard on a search.
 */
export function circleName(random: SeededRandom, isByInvitation: boolean): string {
  if (random.integer(1, 100) === 1) return ALMOST
  const name = plainName(random)
  return !isByInvitation && random.integer(1, 10) <= 4 ? name + MARK : name
}

function plainName(random: SeededRandom): string {
  const script = random.integer(1, 10)
  if (script <= 6) return letters(random.integer(2, 10), () => HAN_FIRST + skewed(random))
  if (script <= 8) {
    return letters(random.integer(3, 10), () => KANA_FIRST + random.integer(0, KANA_COUNT - 1))
  }
  const number = random.integer(1, 3) === 1 ? ` ${random.integer(1, 99)}` : ''
  return `${random.pick(WORDS)} ${random.pick(WORDS)}${number}`
}

function letters(count: number, codePoint: () => number): string {
  return Array.from({ length: count }, () => String.fromCodePoint(codePoint())).join('')
}

/** The n-th is about 1/n as frequent as the first: how characters of a language are spread. */
function skewed(random: SeededRandom): number {
  return Math.floor(HAN_COUNT ** (random.integer(0, 1_000_000) / 1_000_001)) - 1
}
