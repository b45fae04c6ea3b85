import type { Region } from '../../game/region.ts'
import type { NewPlayer } from '../../dataset/dataset-writer.ts'

/** The content of a profile card. */
export interface CardContent {
  readonly region: Region
  /** The player's name: any text, possibly empty. */
  readonly name: string
  readonly profileId: string
  readonly level: number
  /** In display order. */
  readonly statistics: readonly CardStatistic[]
  /** The training of the favorite member card, from 0 to 5. */
  readonly cardRank: number
  readonly cardId: string
  /** The seed of colors and shapes: 0 to 2³² − 1. */
  readonly artSeed: number
}

/** One bar: `value` of at most `top`. */
export interface CardStatistic {
  readonly name: keyof typeof STATISTIC_TOPS
  readonly value: number
  readonly top: number
}

/** The statistics with the maximum that a player of the demo can have. */
const STATISTIC_TOPS = {
  rankExp: 9_000_000,
  favorites: 5_000,
  cardRank: 5,
  awakeCount: 4,
  liveSkillLevel: 10,
  performanceSkillLevel: 10,
} as const

/** Returns the content of the card of a player. */
export function cardContentOf(
  region: Region,
  { profile, profileId, brief, favorites }: NewPlayer,
  look: number,
): CardContent {
  const card = profile.favoriteMemberCard ?? {}
  const values = { ...card, rankExp: profile.rankExp, favorites }
  return {
    region,
    name: profile.name ?? '',
    profileId,
    level: brief.level ?? 0,
    statistics: (Object.keys(STATISTIC_TOPS) as (keyof typeof STATISTIC_TOPS)[]).map((name) => ({
      name,
      value: values[name] ?? 0,
      top: STATISTIC_TOPS[name],
    })),
    cardRank: card.cardRank ?? 0,
    cardId: card.cardId ?? '0',
    artSeed: look,
  }
}
