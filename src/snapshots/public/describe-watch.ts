import type { Freshness, PublicPart } from '../../contract/public/messages.ts'
import type { Gap, WatchState } from '../../domain/history-store.ts'

/** How long a snapshot may be overdue before its watch is called late: half of a cadence, and never less than this. */
const GRACE_MIN_MS = 5_000

/** What is not being collected, or is known, is looked at again after so many milliseconds. */
const QUIET_MS = 60_000

/** How long clients wait for a snapshot that is overdue. */
const OVERDUE_MS = 2_000

/** No client is told to come back sooner. */
const FRESH_MIN_MS = 1_000

/** How a watch is doing at a time (Unix ms), in one word. */
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

/** A watch as the interface shows it, or that there is none. */
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
    from: textOf(watch.fromMs),
    until: textOf(watch.untilMs),
    lastSnapshotAt: textOf(lastSnapshotMs),
    nextSnapshotDueAt: textOf(dueAtMs(state, freshness)),
    snapshots,
    gap: gap === undefined ? {} : describeGap(gap),
  }
}

/** For how many milliseconds nothing newer can be expected of a board: until its next reading is due. */
export function newestFreshForMs(state: WatchState | undefined, nowMs: number): number {
  const freshness = freshnessOf(state, nowMs)
  // Somebody may begin to watch it at any time, and at the first start of a server that is a matter of seconds.
  if (state === undefined) return OVERDUE_MS
  if (['ended', 'paused'].includes(freshness)) return QUIET_MS
  const due = dueAtMs(state, freshness)
  const leftMs = due === undefined || due <= nowMs ? OVERDUE_MS : Math.min(due - nowMs, QUIET_MS)
  return Math.max(FRESH_MIN_MS, leftMs)
}

/** A gap as the interface shows it. */
export function describeGap({ fromMs, untilMs, reason, failures }: Gap): PublicPart['Gap'] {
  return { from: String(fromMs), until: textOf(untilMs), reason, failures }
}

function dueAtMs({ watch, lastSnapshotMs }: WatchState, freshness: Freshness): number | undefined {
  if (freshness === 'waiting') return watch.fromMs
  if (!['fresh', 'late'].includes(freshness)) return undefined
  return lastSnapshotMs === undefined ? undefined : lastSnapshotMs + watch.cadenceMs
}

/** Nothing, which is left out, where there is no time. */
function textOf(ms: number | undefined): string {
  return ms === undefined ? '0' : String(ms)
}
