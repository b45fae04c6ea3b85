import { shiftOfRepeat } from './event-period.ts'
import type { Announcement } from './message-parts.ts'

/** The times of an announcement that move with its repetitions. When it was last updated does not. */
const MOVING = ['startAt', 'endAt', 'pickupStartAt', 'pickupEndAt'] as const

/**
 * An announcement that repeats, at a game time: all its times are those of the repetition that runs, or else of the
 * latest that has started, or else of the first. A time that is not set stays unset.
 */
export function shiftAnnouncement(
  announcement: Announcement,
  repeatsMs: bigint,
  gameNowMs: number,
): Announcement {
  const shift = shiftOfRepeat(timeOf(announcement, 'startAt'), repeatsMs, BigInt(gameNowMs))
  const moved = MOVING.filter((name) => timeOf(announcement, name) !== 0n).map(
    (name) => [name, String(timeOf(announcement, name) + shift)] as const,
  )
  return { ...announcement, ...Object.fromEntries(moved) }
}

/** Whether a game time lies in an announcement's own: start included, end excluded. */
export function isOpen(announcement: Announcement, gameNowMs: number): boolean {
  const now = BigInt(gameNowMs)
  return timeOf(announcement, 'startAt') <= now && now < timeOf(announcement, 'endAt')
}

/** The order of lists: sortOrder, then the newest, then the id. */
export function compareAnnouncements(left: Announcement, right: Announcement): number {
  return (
    (left.sortOrder ?? 0) - (right.sortOrder ?? 0) ||
    compare(timeOf(right, 'startAt'), timeOf(left, 'startAt')) ||
    compare(BigInt(left.id ?? 0), BigInt(right.id ?? 0))
  )
}

function timeOf(announcement: Announcement, name: (typeof MOVING)[number]): bigint {
  return BigInt(announcement[name] ?? 0)
}

function compare(left: bigint, right: bigint): number {
  if (left === right) return 0
  return left < right ? -1 : 1
}
