import type { GameEvent } from '../../game/game-event.ts'
import type { MessageOf } from '../../game/operations.ts'
import type { RunAnnouncement } from './event-facts.ts'
import { OVERLAP_RATIO_MIN, overlapRatio } from './overlap-ratio.ts'

/** An announcement as the game lists it. */
export type Announcement = NonNullable<MessageOf<'announcement.list'>['announcements']>[number]

/** Maximum characters of the URL of a picture. */
const URL_LENGTH_MAX = 2_048

/** An announcement that fits a run: 1 if both have the same period. */
interface Match {
  readonly announcement: Announcement
  readonly run: GameEvent
  readonly share: number
}

/**
 * Finds the announcement of each run of a region: among those of the category `EVENT` with an
 * overlap ratio of at least {@link OVERLAP_RATIO_MIN}, the one with the highest. The first in the
 * list wins a tie. An announcement that matches runs of two events equally is ignored. `toWallMs`
 * converts times of the game to wall time (Unix ms).
 */
export function matchAnnouncements(
  runs: readonly GameEvent[],
  announcements: readonly Announcement[],
  toWallMs: (gameMs: number) => number,
): ReadonlyMap<GameEvent, RunAnnouncement> {
  const best = new Map<GameEvent, Match>()
  for (const announcement of announcements) {
    const fit = announcement.category === 'EVENT' && bestRun(announcement, runs, toWallMs)
    if (!fit) continue
    const before = best.get(fit.run)
    if (before === undefined || before.share < fit.share) best.set(fit.run, fit)
  }
  return new Map(
    [...best.values()].map(({ run, announcement }) => [run, factOf(announcement, toWallMs)]),
  )
}

function bestRun(
  announcement: Announcement,
  runs: readonly GameEvent[],
  toWallMs: (gameMs: number) => number,
): Match | undefined {
  const fits = runs
    .map((run): Match => ({ announcement, run, share: shareOf(announcement, run, toWallMs) }))
    .filter(({ share }) => share >= OVERLAP_RATIO_MIN)
    .toSorted((one, other) => other.share - one.share)
  const [first, second] = fits
  return first !== undefined && first.share === second?.share ? undefined : first
}

/**
 * Returns the overlap ratio of a run and an announcement: the better one of its period and its
 * pickup period.
 */
function shareOf(
  { startAt = '0', endAt = '0', pickupStartAt = '0', pickupEndAt = '0' }: Announcement,
  { startsAtMs, endsAtMs }: GameEvent,
  toWallMs: (gameMs: number) => number,
): number {
  const shares = [
    [startAt, endAt],
    [pickupStartAt, pickupEndAt],
  ].map(([from, until]) => {
    const [fromMs, untilMs] = [Number(from), Number(until)]
    if (fromMs <= 0 || untilMs <= fromMs) return 0
    const shown = { startsAtMs: toWallMs(fromMs), endsAtMs: toWallMs(untilMs) }
    return overlapRatio(shown, { startsAtMs, endsAtMs })
  })
  return Math.max(...shares)
}

function factOf(
  { id = '', title = '', bannerUrl, pickupBannerUrl, startAt = '0' }: Announcement,
  toWallMs: (gameMs: number) => number,
): RunAnnouncement {
  const picture = [bannerUrl, pickupBannerUrl].find(isPictureUrl)
  return {
    announcementId: id,
    title,
    ...(picture !== undefined && { bannerUrl: picture }),
    shownFromMs: toWallMs(Number(startAt)),
  }
}

/** Returns whether a text is an absolute http or https address of at most 2,048 characters. */
export function isPictureUrl(text: string | undefined): text is string {
  if (text === undefined || text.length > URL_LENGTH_MAX) return false
  const url = URL.parse(text)
  return url !== null && (url.protocol === 'https:' || url.protocol === 'http:')
}
