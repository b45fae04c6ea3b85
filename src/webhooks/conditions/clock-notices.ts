import type { GameEvent } from '../../game/game-event.ts'
import type { BoardRow } from '../../game/board.ts'
import { DAY_MS, HOUR_MS } from '../../platform/time/time-units.ts'
import type { ExpiringKey, Notice } from '../outbox.ts'
import { createNotice, eventData, webhooksBy } from './create-notice.ts'
import type { SubscriptionIndex } from './subscription-index.ts'

/** A period in Unix milliseconds: after `fromMs`, up to and including `untilMs`. */
export interface Period {
  readonly fromMs: number
  readonly untilMs: number
}

/** Returns whether a time (Unix ms) is in a period. */
export function isWithin({ fromMs, untilMs }: Period, atMs: number): boolean {
  return fromMs < atMs && atMs <= untilMs
}

/** Creates the notices of known runs that have not started at `nowMs`. */
export function announcedNotices(
  runs: readonly GameEvent[],
  nowMs: number,
  index: SubscriptionIndex,
): readonly Notice[] {
  return runs
    .filter(({ startsAtMs }) => startsAtMs > nowMs)
    .map((run) => {
      const { region, id, startsAtMs } = run
      const matches = index.matches('event.announced', { region, eventId: id })
      return createNotice({
        type: 'event.announced',
        key: [region, id, startsAtMs],
        atMs: nowMs,
        data: eventData(run),
        webhookIds: matches.map(({ webhookId }) => webhookId),
      })
    })
}

/**
 * Creates the notices of running events: one for each number of hours before the end that passed in
 * the period.
 */
export function endingNotices(
  runs: readonly GameEvent[],
  period: Period,
  index: SubscriptionIndex,
): readonly Notice[] {
  return runs
    .filter(({ endsAtMs }) => endsAtMs > period.untilMs)
    .flatMap((run) => {
      const { region, id, startsAtMs, endsAtMs } = run
      const matches = index.matches('event.ending', { region, eventId: id })
      const byHours = webhooksBy(matches, ({ condition }) => condition.hours)
      return [...byHours]
        .filter(([hours]) => isWithin(period, Math.max(startsAtMs, endsAtMs - hours * HOUR_MS)))
        .map(([hours, webhookIds]) =>
          createNotice({
            type: 'event.ending',
            key: [region, id, startsAtMs, endsAtMs, hours],
            atMs: period.untilMs,
            data: { ...eventData(run), hours },
            webhookIds,
          }),
        )
    })
}

/** Creates the notice of an ended run, with its final cutoffs. */
export function endedNotice(
  run: GameEvent,
  rows: readonly Pick<BoardRow, 'rank' | 'points'>[],
  index: SubscriptionIndex,
): Notice {
  const { region, id, startsAtMs, endsAtMs } = run
  const matches = index.matches('event.ended', { region, eventId: id })
  return createNotice({
    type: 'event.ended',
    key: [region, id, startsAtMs],
    atMs: endsAtMs,
    data: { ...eventData(run), cutoffs: rows.map(({ rank, points }) => ({ rank, points })) },
    webhookIds: matches.map(({ webhookId }) => webhookId),
  })
}

/** Creates the notices of keys that expire within `days` days. */
export function expiryNotices(
  days: number,
  keys: readonly ExpiringKey[],
  nowMs: number,
  index: SubscriptionIndex,
): readonly Notice[] {
  const matches = index.matches('key.expiring').filter(({ condition }) => condition.days === days)
  return keys.flatMap(({ developerId, keyId, name, expiresAtMs }) => {
    const own = matches.filter((match) => match.developerId === developerId)
    if (own.length === 0) return []
    return createNotice({
      type: 'key.expiring',
      key: [keyId, expiresAtMs, days],
      atMs: nowMs,
      data: { keyId, name, expiresAt: String(expiresAtMs), days },
      webhookIds: own.map(({ webhookId }) => webhookId),
    })
  })
}

/** Requests of a developer on a UTC day. */
export interface DeveloperUsage {
  readonly developerId: string
  readonly used: number
  readonly limit: number
}

/** Creates the notices of a developer: one for each percentage of the daily quota that is used. */
export function quotaNotices(
  { developerId, used, limit }: DeveloperUsage,
  nowMs: number,
  index: SubscriptionIndex,
): readonly Notice[] {
  const own = index.matches('quota.used').filter((match) => match.developerId === developerId)
  const byPercent = webhooksBy(own, ({ condition }) => condition.percent)
  return [...byPercent]
    .filter(([percent]) => used * 100 >= limit * percent)
    .map(([percent, webhookIds]) =>
      createNotice({
        type: 'quota.used',
        key: [developerId, Math.floor(nowMs / DAY_MS), percent],
        atMs: nowMs,
        data: { percent, used, limit, day: new Date(nowMs).toISOString().slice(0, 10) },
        webhookIds,
      }),
    )
}
