/**
 * How many members the ranges of a search mean, both ends included, from the first range: 30 is the most a circle can
 * have. The spec lists the names and leaves their meaning open.
 */
const MEMBER_RANGES = [
  [1, 10],
  [11, 20],
  [21, 30],
] as const

/** What the filters of a search ask for: the index of the listed name, 0 for no filter. */
export interface CircleFilters {
  readonly memberRange: number
  readonly joinRule: number
  readonly playStyle: number
}

/** The member range that a count falls into, from 1; 0 when it is in none. */
export function memberRangeOf(memberCount: number): number {
  return 1 + MEMBER_RANGES.findIndex(([min, max]) => min <= memberCount && memberCount <= max)
}

/**
 * The one word that every circle has which passes all the filters together. One word for each combination is one
 * list to read, where a word for each filter would be up to three to be compared.
 */
export function filterWord({ memberRange, joinRule, playStyle }: CircleFilters): string {
  return `m${memberRange}j${joinRule}p${playStyle}`
}

/** The words of a circle: one for each combination of filters that lets it pass. Codes nobody can ask for have none. */
export function filterWordsOf(circle: CircleFilters): string[] {
  const words: string[] = []
  for (const memberRange of orNone(circle.memberRange)) {
    for (const joinRule of orNone(circle.joinRule)) {
      for (const playStyle of orNone(circle.playStyle)) {
        words.push(filterWord({ memberRange, joinRule, playStyle }))
      }
    }
  }
  // The first combination is that of no filter at all, which every circle passes.
  return words.slice(1)
}

/** No filter, and the filter that asks for this code. What is not listed can be any int32. */
function orNone(code: number): number[] {
  return code > 0 ? [0, code] : [0]
}
