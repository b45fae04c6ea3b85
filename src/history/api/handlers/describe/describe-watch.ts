import type { Freshness, PublicPart } from '../../public-messages.ts'
import type { Gap, WatchState } from '../../../history-store.ts'

/**
 * Lower bound of the grace period before a watch is late; the grace period is half of its cadence.
 */
const GRACE_MIN_MS = 5_000

/**
 * Upper bound of the freshness lifetime, and the lifetime of boards that are not being collected.
 */
const FRESH_MAX_MS = 60_000

/** Freshness lifetime while a snapshot is overdue. */
const OVERDUE_MS = 2_000

/** Lower bound of the freshness lifetime. */
const FRESH_MIN_MS = 1_000

/** Returns the state of a watch at a time (Unix ms). */
export function freshnessOf(state: WatchState | undefined, nowMs: number): Freshness {
  if (state === undefined) return 'unwatched'
  const { watch, gap, lastSnapshotMs } = state
  if (watch.paused) return 'paused'
  if (watch.untilMs !== undefined && nowMs >= watch.untilMs) return 'ended'
  if (watch.fromMs !== undefined && nowMs < watch.fromMs) return 'waiting'
  if (gap !== undefined) return 'gap'
  if (lastSnapshotMs === undefined || lastSnapshotMs < (watch.fromMs ?? 0)) return 'waiting'
  const graceMs = Math.max(GRACE_MIN_MS, watch.cadenceMs / 2)
  return nowMs > lastSnapshotMs + watch.cadenceMs + graceMs ? 'late' : 'fresh'
}

/** Returns a watch as a message, or the freshness `unwatched` without one. */
export function describeWatch(state: WatchState | undefined, nowMs: number): PublicPart['Watch'] {
  const freshness = freshnessOf(state, nowMs)
  if (state === undefined) return { freshness }
  const { watch, lastSnapshotMs, gap, snapshots } = state
  return {
    kind: watch.board.kind,
    id: watch.board.id,
    freshness,
    cadenceMs: watch.cadenceMs,
    ranks: [...(watch.ranks ?? [])],
    from: timeText(watch.fromMs),
    until: timeText(watch.untilMs),
    lastSnapshotAt: timeText(lastSnapshotMs),
    nextSnapshotDueAt: timeText(dueAtMs(state, freshness)),
    snapshots,
    gap: gap === undefined ? {} : describeGap(gap),
  }
}

/**
 * Returns the milliseconds until the next poll of a board is due: until then its newest snapshot
 * stays current.
 */
export function newestFreshForMs(state: WatchState | undefined, nowMs: number): number {
  const freshness = freshnessOf(state, nowMs)
  // A watch can be added at any time; on the first start of a server, that takes seconds.
  if (state === undefined) return OVERDUE_MS
  if (['ended', 'paused'].includes(freshness)) return FRESH_MAX_MS
  const due = dueAtMs(state, freshness)
  const leftMs =
    due === undefined || due <= nowMs ? OVERDUE_MS : Math.min(due - nowMs, FRESH_MAX_MS)
  return Math.max(FRESH_MIN_MS, leftMs)
}

/** Returns a gap as a message. */
export function describeGap({ fromMs, untilMs, reason, failures }: Gap): PublicPart['Gap'] {
  return { from: String(fromMs), until: timeText(untilMs), reason, failures }
}

function dueAtMs({ watch, lastSnapshotMs }: WatchState, freshness: Freshness): number | undefined {
  if (freshness === 'waiting') return watch.fromMs
  if (!['fresh', 'late'].includes(freshness)) return undefined
  return lastSnapshotMs === undefined ? undefined : lastSnapshotMs + watch.cadenceMs
}

/** Returns a time as text; `0`, which messages omit, for no time. */
function timeText(ms: number | undefined): string {
  return ms === undefined ? '0' : String(ms)
}
