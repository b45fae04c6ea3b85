import type { SeededRandom } from '../../src/platform/text/seeded-random.ts'

const WORDS =
  'Night Star Moon The Of Love Dream Club Team Sky Blue Red Music Live Line Owls Shift Cafe Garden Little'.split(
    ' ',
  )
const HAN_FIRST = 0x4e00
const HAN_COUNT = 2_500
const KANA_FIRST = 0x30a2
const KANA_COUNT = 78

/** A character in the names of 40 % of the circles, but in none that requires an invitation. */
export const MARK = '☆'

/** A search text that matches no name, although 1 % of the names contain all of its n-grams. */
export const NEVER_NAMED = 'らりらり'
const ALMOST = 'らりら・りらり'

/**
 * Returns a realistic circle name: Han with skewed character frequencies, Katakana or English
 * words. Some names are worst cases for a search.
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

/** Returns an index with a Zipf distribution: index n is about 1/n as frequent as the first. */
function skewed(random: SeededRandom): number {
  return Math.floor(HAN_COUNT ** (random.integer(0, 1_000_000) / 1_000_001)) - 1
}
