import { LRUCache } from 'lru-cache'
import {
  QUOTA_NAMES,
  type QuotaDecision,
  type QuotaLimits,
  type QuotaState,
} from '../../domain/quota.ts'
import { NEVER, windowEndsInMs, type WindowCount } from '../../domain/quota-window.ts'
import { DAY_MS, MINUTE_MS } from '../../domain/time-units.ts'

/** Where the store said a developer stands. Times in milliseconds. */
export interface Standing {
  /** The store's clock. */
  readonly nowMs: number
  readonly minute: WindowCount
  readonly day: WindowCount
  readonly leases: number
}

/** When this node asked and heard of a standing, on its monotonic clock, and how many of the leases were its own. */
export interface Heard {
  readonly askedMs: number
  readonly heardMs: number
  readonly own: number
}

/** What this node remembers of what the store said, by developer. */
export interface SeenCounts {
  note(developerId: string, standing: Standing, heard: Heard): void
  /** The counts that a store cannot have fallen below, unless it has lost some. */
  floorsOf(developerId: string): Pick<Standing, 'minute' | 'day'>
  /** A day count that is known from elsewhere. One of another day changes nothing. */
  raiseDay(developerId: string, day: WindowCount): void
  /**
   * Decides without the store where it would certainly refuse: a window's count never falls before the window ends, and
   * what this node holds is never more than what all hold. `old` means that it was so when the store was last heard, too
   * long ago. Whatever may be admitted is `unknown`.
   */
  decide(
    developerId: string,
    limits: QuotaLimits,
    now: { readonly ms: number; readonly own: number },
  ): QuotaDecision | 'old' | 'unknown'
}

/** How long a refusal may be repeated without asking: limits and counts are then at most this old in what it says. */
const FRESH_MS = 1_000

interface Seen extends Standing, Heard {}

/** Makes the memory, of the developers last heard of. */
export function createSeenCounts(developersMax: number): SeenCounts {
  const seen = new LRUCache<string, Seen>({ max: developersMax })
  return {
    note: (developerId, standing, heard) => {
      const before = seen.get(developerId)
      const minute = higher(before?.minute, standing.minute)
      const day = higher(before?.day, standing.day)
      seen.set(developerId, { ...standing, ...heard, minute, day })
    },
    floorsOf: (developerId) => seen.get(developerId) ?? { minute: NEVER, day: NEVER },
    raiseDay: (developerId, day) => {
      const before = seen.get(developerId)
      if (before?.day.index !== day.index) return
      seen.set(developerId, { ...before, day: higher(before.day, day) })
    },
    decide: (developerId, limits, { ms, own }) => {
      const last = seen.get(developerId)
      if (last === undefined) return 'unknown'
      // From when it was asked: the window may have ended by now, and then nothing is certain.
      const atMostMs = last.nowMs + (ms - last.askedMs)
      const endsMs = windowEndsInMs(last.minute.index, MINUTE_MS, atMostMs)
      if (endsMs <= 0 || windowEndsInMs(last.day.index, DAY_MS, atMostMs) <= 0) return 'unknown'
      const { minute, day } = last
      if (minute.count < limits.minute && day.count < limits.day && own < limits.concurrency) {
        return 'unknown'
      }
      if (ms - last.heardMs >= FRESH_MS) return 'old'
      // From when it was heard, so that no wait that it names is too short.
      const nowMs = last.nowMs + (ms - last.heardMs)
      const leases = Math.max(0, last.leases - last.own) + own
      return decisionOf({ minute, day, leases, nowMs }, limits)
    },
  }
}

/** The decision that follows from a standing alone. */
function decisionOf(standing: Standing, limits: QuotaLimits): QuotaDecision {
  const state = stateOf(standing, limits)
  return { violated: QUOTA_NAMES.filter((name) => state.used[name] >= limits[name]), state }
}

/** A standing as the port says it. */
export function stateOf({ nowMs, minute, day, leases }: Standing, limits: QuotaLimits): QuotaState {
  return {
    limits,
    used: { minute: minute.count, day: day.count, concurrency: leases },
    minuteEndsInMs: windowEndsInMs(minute.index, MINUTE_MS, nowMs),
    dayEndsInMs: windowEndsInMs(day.index, DAY_MS, nowMs),
  }
}

/** Answers may be heard in another order than they were given; within a window the greater count is the later one. */
function higher(before: WindowCount | undefined, now: WindowCount): WindowCount {
  return before?.index === now.index && before.count > now.count ? before : now
}
