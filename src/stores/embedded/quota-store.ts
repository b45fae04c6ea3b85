import type { Clock } from '../../domain/clock.ts'
import {
  QUOTA_NAMES,
  type QuotaLimits,
  type QuotaState,
  type QuotaStore,
} from '../../domain/quota.ts'
import {
  dayWindow,
  minuteWindow,
  NEVER,
  plusOne,
  windowEndsInMs,
  type WindowCount,
} from '../../domain/quota-window.ts'
import { DAY_MS, MINUTE_MS } from '../../domain/time-units.ts'
import { openQuotaFile, type QuotaFile, type QuotaFileListeners } from './quota-file.ts'
import { SlotBytes } from './quota-slot.ts'

/** What the embedded quota store is made with. */
export interface EmbeddedQuotaSettings extends QuotaFileListeners {
  /** The path of `quota.bin`. The caller owns the data folder: two stores on one file would both be wrong. */
  readonly path: string
  readonly clock: Clock
}

/** Where one developer stands. Leases live in memory alone: a crash frees them all. */
interface Account {
  readonly slot: number
  /** Made for the first admission: most of the developers of a file never come back. */
  bytes?: SlotBytes
  minute: WindowCount
  day: WindowCount
  readonly leases: Set<string>
}

const SYNC_MS = 1_000

/**
 * Counts in this process. A decision is one synchronous block, so JavaScript's single thread is its lock, and the
 * developer's slot is written before the permit is returned: exact across a kill of the process. A power loss
 * forgets at most what was admitted since the last sync, one second ago.
 */
export function createEmbeddedQuotaStore({
  path,
  clock,
  ...listeners
}: EmbeddedQuotaSettings): QuotaStore {
  const file = openQuotaFile(path, listeners)
  const { accounts, free, slots } = accountsOf(file)
  let slotsUsed = slots
  const stopSync = every(clock, SYNC_MS, () => file.sync())

  const accountOf = (developerId: string): Account => {
    const known = accounts.get(developerId)
    if (known !== undefined) return known
    const slot = free.pop() ?? slotsUsed++
    const account: Account = { slot, minute: NEVER, day: NEVER, leases: new Set() }
    accounts.set(developerId, account)
    return account
  }

  return {
    take: (developerId, limits, leaseId) => {
      const nowMs = clock.nowMs()
      const account = accountOf(developerId)
      const minute = minuteWindow(account.minute, nowMs)
      const day = dayWindow(account.day, nowMs)
      if (account.leases.has(leaseId)) {
        return { violated: [], state: stateOf(account, minute, day, limits, nowMs) }
      }
      const used = usedOf(account, minute, day)
      const violated = QUOTA_NAMES.filter((name) => used[name] >= limits[name])
      if (violated.length > 0) {
        return { violated, state: stateOf(account, minute, day, limits, nowMs) }
      }
      const [minuteCharged, dayCharged] = [plusOne(minute), plusOne(day)]
      account.bytes ??= new SlotBytes(developerId)
      // The write comes first: should it fail, nothing is counted and nobody is admitted.
      file.write(account.slot, account.bytes.with(minuteCharged, dayCharged))
      account.minute = minuteCharged
      account.day = dayCharged
      account.leases.add(leaseId)
      return { violated, state: stateOf(account, minuteCharged, dayCharged, limits, nowMs) }
    },
    release: (developerId, leaseId) => {
      accounts.get(developerId)?.leases.delete(leaseId)
    },
    read: (developerId, limits) => {
      const nowMs = clock.nowMs()
      const account = accounts.get(developerId) ?? {
        slot: -1,
        minute: NEVER,
        day: NEVER,
        leases: new Set(),
      }
      const minute = minuteWindow(account.minute, nowMs)
      const day = dayWindow(account.day, nowMs)
      return stateOf(account, minute, day, limits, nowMs)
    },
    close: () => {
      stopSync()
      file.close()
    },
  }
}

function accountsOf(file: QuotaFile) {
  const accounts = new Map<string, Account>()
  const free: number[] = []
  for (const [slot, kept] of file.slots.entries()) {
    if (kept === undefined) free.push(slot)
    else {
      const { developerId, minute, day } = kept
      accounts.set(developerId, { slot, minute, day, leases: new Set() })
    }
  }
  return { accounts, free, slots: file.slots.length }
}

function usedOf(account: Account, minute: WindowCount, day: WindowCount): QuotaLimits {
  return { minute: minute.count, day: day.count, concurrency: account.leases.size }
}

function stateOf(
  account: Account,
  minute: WindowCount,
  day: WindowCount,
  limits: QuotaLimits,
  nowMs: number,
): QuotaState {
  return {
    limits,
    used: usedOf(account, minute, day),
    minuteEndsInMs: windowEndsInMs(minute.index, MINUTE_MS, nowMs),
    dayEndsInMs: windowEndsInMs(day.index, DAY_MS, nowMs),
  }
}

function every(clock: Clock, periodMs: number, task: () => void): () => void {
  let cancel = () => {}
  const next = () => {
    cancel = clock.after(periodMs, () => {
      task()
      next()
    })
  }
  next()
  return () => cancel()
}
