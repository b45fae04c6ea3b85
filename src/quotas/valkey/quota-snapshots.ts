import { LRUCache } from 'lru-cache'
import { QUOTA_NAMES, type QuotaDecision, type QuotaLimits, type QuotaState } from '../quota.ts'
import { EMPTY_WINDOW, windowEndsInMs, type WindowCount } from '../quota-window.ts'
import { DAY_MS, MINUTE_MS } from '../../platform/time/time-units.ts'

/** State of a developer as reported by the store. Times in milliseconds. */
export interface QuotaSnapshot {
  /** Time on the store's clock. */
  readonly nowMs: number
  readonly minute: WindowCount
  readonly day: WindowCount
  readonly leases: number
}

/**
 * Request and reply time of a snapshot on this node's monotonic clock, and this node's share of the
 * leases.
 */
export interface SnapshotTiming {
  readonly requestedMs: number
  readonly repliedMs: number
  readonly own: number
}

/** Latest snapshots by developer. */
export interface QuotaSnapshots {
  note(developerId: string, snapshot: QuotaSnapshot, timing: SnapshotTiming): void
  /** Returns the counts below which an intact store cannot fall. */
  highWaterMarksOf(developerId: string): Pick<QuotaSnapshot, 'minute' | 'day'>
  /** Returns the marks of every developer, most recently updated first. */
  all(): Iterable<readonly [developerId: string, marks: Pick<QuotaSnapshot, 'minute' | 'day'>]>
  /** Raises a day count from another source. Ignores a count of another day. */
  readonly raiseDay: (developerId: string, day: WindowCount) => void
  /**
   * Decides without the store where it would certainly reject: a window's count never falls before
   * the window ends, and this node's leases are at most the total. `stale` means that the limit was
   * exceeded at the last reply, which is too old to repeat. `unknown` means that the store may
   * admit.
   */
  decide(
    developerId: string,
    limits: QuotaLimits,
    now: { readonly ms: number; readonly own: number },
  ): QuotaDecision | 'stale' | 'unknown'
}

/**
 * How long a rejection may be repeated without a call to the store; bounds the age of the limits
 * and counts in it.
 */
const FRESH_MS = 1_000

interface Entry extends QuotaSnapshot, SnapshotTiming {}

/** Creates the store of snapshots, bounded to the `developersMax` most recently used. */
export function createQuotaSnapshots(developersMax: number): QuotaSnapshots {
  const entries = new LRUCache<string, Entry>({ max: developersMax })
  return {
    note: (developerId, snapshot, timing) => {
      const before = entries.get(developerId)
      const minute = laterCount(before?.minute, snapshot.minute)
      const day = laterCount(before?.day, snapshot.day)
      entries.set(developerId, { ...snapshot, ...timing, minute, day })
    },
    highWaterMarksOf: (developerId) =>
      entries.get(developerId) ?? { minute: EMPTY_WINDOW, day: EMPTY_WINDOW },
    all: () => entries.entries(),
    raiseDay: (developerId, day) => {
      const before = entries.get(developerId)
      if (before?.day.index !== day.index) return
      entries.set(developerId, { ...before, day: laterCount(before.day, day) })
    },
    decide: (developerId, limits, { ms, own }) => {
      const entry = entries.get(developerId)
      if (entry === undefined) return 'unknown'
      // Counts from the request: if the window may have ended by now, nothing is certain.
      const atMostMs = entry.nowMs + (ms - entry.requestedMs)
      const endsMs = windowEndsInMs(entry.minute.index, MINUTE_MS, atMostMs)
      if (endsMs <= 0 || windowEndsInMs(entry.day.index, DAY_MS, atMostMs) <= 0) return 'unknown'
      const { minute, day } = entry
      if (minute.count < limits.minute && day.count < limits.day && own < limits.concurrency) {
        return 'unknown'
      }
      if (ms - entry.repliedMs >= FRESH_MS) return 'stale'
      // Counts from the reply, so that no reported wait is too short.
      const nowMs = entry.nowMs + (ms - entry.repliedMs)
      const leases = Math.max(0, entry.leases - entry.own) + own
      return decisionOf({ minute, day, leases, nowMs }, limits)
    },
  }
}

/** Returns the decision that a snapshot implies. */
function decisionOf(snapshot: QuotaSnapshot, limits: QuotaLimits): QuotaDecision {
  const state = stateOf(snapshot, limits)
  return { violated: QUOTA_NAMES.filter((name) => state.used[name] >= limits[name]), state }
}

/** Returns the snapshot as the port's state. */
export function stateOf(
  { nowMs, minute, day, leases }: QuotaSnapshot,
  limits: QuotaLimits,
): QuotaState {
  return {
    limits,
    used: { minute: minute.count, day: day.count, concurrency: leases },
    minuteEndsInMs: windowEndsInMs(minute.index, MINUTE_MS, nowMs),
    dayEndsInMs: windowEndsInMs(day.index, DAY_MS, nowMs),
  }
}

/**
 * Returns the later count. Replies may arrive out of order; within a window the higher count is the
 * later one.
 */
function laterCount(before: WindowCount | undefined, now: WindowCount): WindowCount {
  return before?.index === now.index && before.count > now.count ? before : now
}
