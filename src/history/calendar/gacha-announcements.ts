import type { Region } from '../../game/region.ts'
import type { Fact } from './fact.ts'
import { isPictureUrl, type Announcement } from './match-announcements.ts'

/** An announced gacha: the content of a fact of the source `announcement`. Times are Unix ms. */
export interface AnnouncedGacha {
  readonly title: string
  readonly bannerUrl?: string
  readonly startsAtMs: number
  /** 0 without an end. */
  readonly endsAtMs: number
}

/**
 * Converts the gacha announcements of a list to facts. Their id is that of the announcement,
 * because announcements do not state the gacha.
 */
export function gachaFacts(
  region: Region,
  announcements: readonly Announcement[],
  toWallMs: (gameMs: number) => number,
): readonly Fact[] {
  return announcements
    .filter(({ category, id, startAt = '0' }) => category === 'GACHA' && id && startAt !== '0')
    .map(({ id = '', title = '', bannerUrl, startAt, endAt = '0' }) => {
      const startsAtMs = toWallMs(Number(startAt))
      const gacha: AnnouncedGacha = {
        title,
        ...(isPictureUrl(bannerUrl) && { bannerUrl }),
        startsAtMs,
        endsAtMs: endAt === '0' ? 0 : toWallMs(Number(endAt)),
      }
      return {
        region,
        kind: 'gacha',
        id,
        startsAtMs,
        source: 'announcement',
        content: { ...gacha },
      }
    })
}
