import type { Clock } from '../../platform/time/clock.ts'
import type { Awaitable } from '../../platform/concurrency/awaitable.ts'
import {
  QUOTA_NAMES,
  type QuotaDecision,
  type QuotaLimits,
  type QuotaState,
  type QuotaStore,
} from '../quota.ts'
import {
  dayWindow,
  minuteWindow,
  EMPTY_WINDOW,
  incrementWindow,
  windowEndsInMs,
  type WindowCount,
} from '../quota-window.ts'
import { DAY_MS, MINUTE_MS } from '../../platform/time/time-units.ts'
import type { InstancePlace, InstancesFull } from '../instance-shares.ts'
import { LiveInstances } from './live-instances.ts'
import { openQuotaFile, type QuotaFile, type QuotaFileListeners } from './quota-file.ts'
import { SlotBytes } from './quota-slot.ts'

/** Options of {@link createEmbeddedQuotaStore}. */
export interface EmbeddedQuotaOptions extends QuotaFileListeners {
  /**
   * Path of `quota.bin`. The caller must own the data directory: two stores on one file both
   * miscount.
   */
  readonly path: string
  readonly clock: Clock
}

/** Counts and leases of one developer. Leases exist in memory only, so a crash frees them all. */
interface Account {
  readonly slot: number
  /** Created at the first admission: most developers of a file do not return within one run. */
  bytes?: SlotBytes
  minute: WindowCount
  day: WindowCount
  /**
   * A short list. A `Set` that is filled and emptied continuously allocates hash table after hash
   * table, and each retains its successors until a full collection.
   */
  readonly leases: string[]
  unwritten?: Unwritten | undefined
}

/** Unwritten charges of one developer. */
interface Unwritten {
  /** The counts on file. */
  readonly minute: WindowCount
  readonly day: WindowCount
  readonly leaseIds: string[]
  /**
   * Resolves when the charges are on file; rejects, with the charges undone, when the write fails.
   */
  readonly written: PromiseWithResolvers<void>
}

const SYNC_MS = 1_000

/**
 * Creates a quota store that counts in this process. A decision is one synchronous block, so the
 * single JavaScript thread is its lock. The developer's slot is written before the decision
 * resolves, which makes counts exact across a kill of the process. All charges of a developer in
 * one event-loop iteration share a write. A power loss forgets at most the admissions since the
 * last sync, one second ago.
 */
export function createEmbeddedQuotaStore(options: EmbeddedQuotaOptions): QuotaStore {
  return new EmbeddedQuotaStore(options)
}

class EmbeddedQuotaStore implements QuotaStore {
  readonly #clock: Clock
  readonly #file: QuotaFile
  readonly #accounts: Map<string, Account>
  /** In memory only: after a restart, instances register again. */
  readonly #instances = new LiveInstances()
  /** Slots of the file that no account has. */
  readonly #freeSlots: number[]
  #slotsUsed: number
  /** Accounts with unwritten charges. */
  #pending: Account[] = []
  readonly #stopSync: () => void

  constructor({ path, clock, ...listeners }: EmbeddedQuotaOptions) {
    this.#clock = clock
    this.#file = openQuotaFile(path, listeners)
    const { accounts, free, slots } = accountsOf(this.#file)
    this.#accounts = accounts
    this.#freeSlots = free
    this.#slotsUsed = slots
    this.#stopSync = startInterval(clock, SYNC_MS, () => this.#file.sync())
  }

  take(developerId: string, limits: QuotaLimits, leaseId: string): Awaitable<QuotaDecision> {
    const nowMs = this.#clock.nowMs()
    const account = this.#accountOf(developerId)
    const minute = minuteWindow(account.minute, nowMs)
    const day = dayWindow(account.day, nowMs)
    const isRepeated = account.leases.includes(leaseId)
    const used = usedOf(account, minute, day)
    const violated = isRepeated ? [] : QUOTA_NAMES.filter((name) => used[name] >= limits[name])
    if (isRepeated || violated.length > 0) {
      const decision = { violated, state: stateOf(account, minute, day, limits, nowMs) }
      // A decision based on charges that cannot be written fails with them.
      return account.unwritten?.written.promise.then(() => decision) ?? decision
    }
    account.bytes ??= new SlotBytes(developerId)
    const unwritten = (account.unwritten ??= this.#scheduleWrite(account))
    unwritten.leaseIds.push(leaseId)
    account.minute = incrementWindow(minute)
    account.day = incrementWindow(day)
    account.leases.push(leaseId)
    const state = stateOf(account, account.minute, account.day, limits, nowMs)
    return unwritten.written.promise.then(() => ({ violated, state }))
  }

  release(developerId: string, leaseId: string): void {
    const account = this.#accounts.get(developerId)
    if (account !== undefined) endLease(account, leaseId)
  }

  read(developerId: string, limits: QuotaLimits): QuotaState {
    const nowMs = this.#clock.nowMs()
    const account = this.#accounts.get(developerId) ?? emptyAccount(-1)
    const minute = minuteWindow(account.minute, nowMs)
    const day = dayWindow(account.day, nowMs)
    return stateOf(account, minute, day, limits, nowMs)
  }

  registerInstance(developerId: string, instance: string): InstancePlace | InstancesFull {
    return this.#instances.register(developerId, instance, this.#clock.nowMs())
  }

  close(): void {
    this.#writeAll()
    this.#stopSync()
    this.#file.close()
  }

  #accountOf(developerId: string): Account {
    const known = this.#accounts.get(developerId)
    if (known !== undefined) return known
    const account = emptyAccount(this.#freeSlots.pop() ?? this.#slotsUsed++)
    this.#accounts.set(developerId, account)
    return account
  }

  #scheduleWrite(account: Account): Unwritten {
    if (this.#pending.push(account) === 1) setImmediate(() => this.#writeAll())
    const { minute, day } = account
    return { minute, day, leaseIds: [], written: Promise.withResolvers() }
  }

  #writeAll(): void {
    const accounts = this.#pending
    this.#pending = []
    for (const account of accounts) writeAccount(this.#file, account)
  }
}

function emptyAccount(slot: number): Account {
  return { slot, minute: EMPTY_WINDOW, day: EMPTY_WINDOW, leases: [] }
}

function accountsOf(file: QuotaFile) {
  const accounts = new Map<string, Account>()
  const free: number[] = []
  for (const [slot, stored] of file.slots.entries()) {
    if (stored === undefined) free.push(slot)
    else {
      const { developerId, minute, day } = stored
      accounts.set(developerId, { slot, minute, day, leases: [] })
    }
  }
  return { accounts, free, slots: file.slots.length }
}

/**
 * Writes the counts of an account. Undoes and rejects its unwritten charges when the write fails.
 */
function writeAccount(file: QuotaFile, account: Account): void {
  const { unwritten, bytes } = account
  if (unwritten === undefined || bytes === undefined) return
  account.unwritten = undefined
  try {
    file.write(account.slot, bytes.encode(account.minute, account.day))
    unwritten.written.resolve()
  } catch (error) {
    account.minute = unwritten.minute
    account.day = unwritten.day
    for (const leaseId of unwritten.leaseIds) endLease(account, leaseId)
    unwritten.written.reject(error)
  }
}

function endLease({ leases }: Account, leaseId: string): void {
  const index = leases.indexOf(leaseId)
  if (index >= 0) leases.splice(index, 1)
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

function startInterval(clock: Clock, periodMs: number, task: () => void): () => void {
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
