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
  /**
   * A list, in which few stand at one time: a `Set` that is filled and emptied without end makes table after table, each of which
   * keeps those behind it until a full collection.
   */
  readonly leases: string[]
  unwritten?: Unwritten | undefined
}

/** Charges of one developer that are not on file yet. */
interface Unwritten {
  /** What is on file. */
  readonly minute: WindowCount
  readonly day: WindowCount
  readonly leaseIds: string[]
  /** Resolves when they are on file, and rejects when they cannot be: then they are undone. */
  readonly written: PromiseWithResolvers<void>
}

const SYNC_MS = 1_000

/**
 * Counts in this process. A decision is one synchronous block, so JavaScript's single thread is its lock, and the
 * developer's slot is written before the permit is given: exact across a kill of the process. All charges of a developer in one turn
 * of the event loop share a write. A power loss forgets at most what was admitted since the last sync, one second ago.
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

  let due: Account[] = []
  const writeAll = () => {
    const charged = due
    due = []
    for (const account of charged) writeDown(file, account)
  }
  const beginWrite = (account: Account): Unwritten => {
    if (due.push(account) === 1) setImmediate(writeAll)
    const { minute, day } = account
    return { minute, day, leaseIds: [], written: Promise.withResolvers() }
  }

  const accountOf = (developerId: string): Account => {
    const known = accounts.get(developerId)
    if (known !== undefined) return known
    const slot = free.pop() ?? slotsUsed++
    const account: Account = { slot, minute: NEVER, day: NEVER, leases: [] }
    accounts.set(developerId, account)
    return account
  }

  return {
    take: (developerId, limits, leaseId) => {
      const nowMs = clock.nowMs()
      const account = accountOf(developerId)
      const minute = minuteWindow(account.minute, nowMs)
      const day = dayWindow(account.day, nowMs)
      const isRepeated = account.leases.includes(leaseId)
      const used = usedOf(account, minute, day)
      const violated = isRepeated ? [] : QUOTA_NAMES.filter((name) => used[name] >= limits[name])
      if (isRepeated || violated.length > 0) {
        const decision = { violated, state: stateOf(account, minute, day, limits, nowMs) }
        // What is decided by charges that cannot be written falls with them.
        return account.unwritten?.written.promise.then(() => decision) ?? decision
      }
      account.bytes ??= new SlotBytes(developerId)
      const unwritten = (account.unwritten ??= beginWrite(account))
      unwritten.leaseIds.push(leaseId)
      account.minute = plusOne(minute)
      account.day = plusOne(day)
      account.leases.push(leaseId)
      const state = stateOf(account, account.minute, account.day, limits, nowMs)
      return unwritten.written.promise.then(() => ({ violated, state }))
    },
    release: (developerId, leaseId) => {
      const account = accounts.get(developerId)
      if (account !== undefined) endLease(account, leaseId)
    },
    read: (developerId, limits) => {
      const nowMs = clock.nowMs()
      const account = accounts.get(developerId) ?? {
        slot: -1,
        minute: NEVER,
        day: NEVER,
        leases: [],
      }
      const minute = minuteWindow(account.minute, nowMs)
      const day = dayWindow(account.day, nowMs)
      return stateOf(account, minute, day, limits, nowMs)
    },
    close: () => {
      writeAll()
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
      accounts.set(developerId, { slot, minute, day, leases: [] })
    }
  }
  return { accounts, free, slots: file.slots.length }
}

/** Writes the counts of an account. Should that fail, nothing is counted and nobody is admitted. */
function writeDown(file: QuotaFile, account: Account): void {
  const { unwritten, bytes } = account
  if (unwritten === undefined || bytes === undefined) return
  account.unwritten = undefined
  try {
    file.write(account.slot, bytes.with(account.minute, account.day))
    unwritten.written.resolve()
  } catch (error) {
    account.minute = unwritten.minute
    account.day = unwritten.day
    for (const leaseId of unwritten.leaseIds) endLease(account, leaseId)
    unwritten.written.reject(error)
  }
}

function endLease({ leases }: Account, leaseId: string): void {
  const at = leases.indexOf(leaseId)
  if (at >= 0) leases.splice(at, 1)
}

function usedOf(account: Account, minute: WindowCount, day: WindowCount): QuotaLimits {
  return { minute: minute.count, day: day.count, concurrency: account.leases.length }
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
