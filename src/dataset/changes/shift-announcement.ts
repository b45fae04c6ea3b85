import { shiftOfRepeat } from '../events/event-period.ts'
import type { Announcement } from '../message-parts.ts'

/**
 * The times of an announcement that shift with its repetitions; that of its last update does not.
 */
const SHIFTED_FIELDS = ['startAt', 'endAt', 'pickupStartAt', 'pickupEndAt'] as const

/**
 * Returns a repeating announcement at a game time: all its times are those of the current
 * repetition, else of the latest started one, else of the first. Unset times stay unset.
 */
export function shiftAnnouncement(
  announcement: Announcement,
  repeatsMs: bigint,
  gameNowMs: number,
): Announcement {
  const shift = shiftOfRepeat(timeOf(announcement, 'startAt'), repeatsMs, BigInt(gameNowMs))
  const moved = SHIFTED_FIELDS.filter((name) => timeOf(announcement, name) !== 0n).map(
    (name) => [name, String(timeOf(announcement, name) + shift)] as const,
  )
  return { ...announcement, ...Object.fromEntries(moved) }
}

/**
 * Returns whether a game time is within the period of an announcement: start included, end
 * excluded.
 */
export function isOpen(announcement: Announcement, gameNowMs: number): boolean {
  const now = BigInt(gameNowMs)
  return timeOf(announcement, 'startAt') <= now && now < timeOf(announcement, 'endAt')
}

/** Compares announcements in list order: sortOrder, then the newest first, then the id. */
export function compareAnnouncements(left: Announcement, right: Announcement): number {
  return (
    (left.sortOrder ?? 0) - (right.sortOrder ?? 0) ||
    compare(timeOf(right, 'startAt'), timeOf(left, 'startAt')) ||
    compare(BigInt(left.id ?? 0), BigInt(right.id ?? 0))
  )
}

function timeOf(announcement: Announcement, name: (typeof SHIFTED_FIELDS)[number]): bigint {
  return BigInt(announcement[name] ?? 0)
}

function compare(left: bigint, right: bigint): number {
  if (left === right) return 0
  return left < right ? -1 : 1
}
