import type { PublicPart } from '../../public-messages.ts'
import type { Fact } from '../../../calendar/fact.ts'
import type { AnnouncedGacha } from '../../../calendar/gacha-announcements.ts'
import type { MasterPeriod } from '../../../calendar/master-items.ts'
import { OVERLAP_RATIO_MIN, overlapRatio } from '../../../calendar/overlap-ratio.ts'
import { REGION_LANGUAGES } from '../../../../game/localized-text.ts'
import type { Region } from '../../../../game/region.ts'
import { overlaps, type Span } from '../boards/span.ts'

/** An announced gacha, with the id of its announcement. */
type Announced = AnnouncedGacha & { readonly announcementId: string }

/** A gacha in the operator's data, and its announcement. */
interface KnownGacha extends MasterPeriod {
  readonly id: string
  readonly announced: Announced | undefined
}

/**
 * Converts the gachas of a span to messages, latest start first: those of the operator's data, each
 * with the announcement whose period matches best, and the other announced ones.
 */
export function describeGachas(
  region: Region,
  facts: readonly Fact[],
  span: Span,
): PublicPart['Gacha'][] {
  const announced = facts
    .filter(({ source }) => source === 'announcement')
    .map(({ id, content }) => ({ ...(content as unknown as AnnouncedGacha), announcementId: id }))
    .filter(({ startsAtMs, endsAtMs }) => overlaps(span, startsAtMs, endsAtMs))
  const known = facts
    .filter(({ source }) => source === 'data')
    .map(({ id, content }): KnownGacha => {
      const gacha = content as MasterPeriod
      return { ...gacha, id, announced: closest(gacha, announced) }
    })
    .filter(({ startsAtMs = 0, endsAtMs = 0 }) => overlaps(span, startsAtMs, endsAtMs))
  const taken = new Set(known.flatMap((gacha) => gacha.announced ?? []))
  const others = announced.filter((one) => !taken.has(one))
  return [
    ...known.map((gacha) => describeKnown(region, gacha)),
    ...others.map((gacha) => describeAnnounced(region, gacha)),
  ].toSorted((one, other) => Number(other.startsAt) - Number(one.startsAt))
}

function closest(
  { startsAtMs, endsAtMs }: MasterPeriod,
  announced: readonly Announced[],
): Announced | undefined {
  if (startsAtMs === undefined || endsAtMs === undefined) return undefined
  const period = { startsAtMs, endsAtMs }
  const [best] = announced
    .map((one) => ({ one, share: overlapRatio(period, one) }))
    .filter(({ share }) => share >= OVERLAP_RATIO_MIN)
    .toSorted((left, right) => right.share - left.share)
  return best?.one
}

function describeKnown(
  region: Region,
  { id, name, bannerUrl, startsAtMs = 0, endsAtMs = 0, announced }: KnownGacha,
): PublicPart['Gacha'] {
  const title = announced && { [REGION_LANGUAGES[region]]: announced.title }
  return {
    id,
    announcementId: announced?.announcementId ?? '0',
    name: { ...(name ?? title) },
    bannerUrl: bannerUrl ?? announced?.bannerUrl ?? '',
    startsAt: String(startsAtMs),
    endsAt: String(endsAtMs),
    sources: {
      ...((name ?? title) && { name: name ? 'data' : 'announcement' }),
      ...((bannerUrl ?? announced?.bannerUrl) && {
        bannerUrl: bannerUrl ? 'data' : 'announcement',
      }),
      ...(startsAtMs > 0 && { period: 'data' }),
    },
  }
}

function describeAnnounced(
  region: Region,
  { announcementId, title, bannerUrl, startsAtMs, endsAtMs }: Announced,
): PublicPart['Gacha'] {
  return {
    announcementId,
    name: { [REGION_LANGUAGES[region]]: title },
    bannerUrl: bannerUrl ?? '',
    startsAt: String(startsAtMs),
    endsAt: String(endsAtMs),
    sources: {
      name: 'announcement',
      ...(bannerUrl !== undefined && { bannerUrl: 'announcement' }),
      period: 'announcement',
    },
  }
}
