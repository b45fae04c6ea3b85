/**
 * Member counts of the search ranges, both ends included: 30 is the maximum of a circle. The spec
 * lists the names and leaves their meaning open.
 */
const MEMBER_RANGES = [
  [1, 10],
  [11, 20],
  [21, 30],
] as const

/** Filters of a search: the index of the listed name, 0 for no filter. */
export interface CircleFilters {
  readonly memberRange: number
  readonly joinRule: number
  readonly playStyle: number
}

/** Returns the member range of a count, from 1; 0 when it is in none. */
export function memberRangeOf(memberCount: number): number {
  return 1 + MEMBER_RANGES.findIndex(([min, max]) => min <= memberCount && memberCount <= max)
}

/**
 * Returns the word that every circle matching all the filters has. One word per combination needs
 * one list, where one word per filter would need up to three lists to be intersected.
 */
export function filterWord({ memberRange, joinRule, playStyle }: CircleFilters): string {
  return `m${memberRange}j${joinRule}p${playStyle}`
}

/**
 * Returns the words of a circle: one for each combination of filters that it matches. Codes without
 * a filter have none.
 */
export function filterWordsOf(circle: CircleFilters): string[] {
  const words: string[] = []
  for (const memberRange of orNone(circle.memberRange)) {
    for (const joinRule of orNone(circle.joinRule)) {
      for (const playStyle of orNone(circle.playStyle)) {
        words.push(filterWord({ memberRange, joinRule, playStyle }))
      }
    }
  }
  // The first combination is no filter at all, which every circle matches.
  return words.slice(1)
}

/** Returns the codes 0 (no filter) and `code`; an unlisted code has no filter. */
function orNone(code: number): number[] {
  return code > 0 ? [0, code] : [0]
}
