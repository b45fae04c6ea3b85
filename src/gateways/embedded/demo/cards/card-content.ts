import type { Region } from '../../../../domain/region.ts'
import type { NewPlayer } from '../../dataset-writer.ts'

/** What a profile card shows. */
export interface CardContent {
  readonly region: Region
  /** As the player wrote it; anything may be in it, or nothing. */
  readonly name: string
  readonly profileId: string
  readonly level: number
  /** In the order in which they are shown. */
  readonly statistics: readonly CardStatistic[]
  /** The training of the favorite member card, from 0 to 5. */
  readonly cardRank: number
  readonly cardId: string
  /** Decides colours and shapes: 0 to 2³² − 1. */
  readonly look: number
}

/** One bar: `value` of at most `top`. */
export interface CardStatistic {
  readonly name: keyof typeof STATISTIC_TOPS
  readonly value: number
  readonly top: number
}

/** What is measured, and the most of it that a player of the demo can have. */
const STATISTIC_TOPS = {
  rankExp: 9_000_000,
  favorites: 5_000,
  cardRank: 5,
  awakeCount: 4,
  liveSkillLevel: 10,
  performanceSkillLevel: 10,
} as const

/** What the card of this player shows. */
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
    look,
  }
}
