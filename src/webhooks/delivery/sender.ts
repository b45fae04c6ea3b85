import type { Lease } from '../../platform/concurrency/maintain-lease.ts'
import { onAbort } from '../../platform/concurrency/abort.ts'
import type { Clock } from '../../platform/time/clock.ts'
import type { AttemptDelivery } from './attempt-delivery.ts'
import { SenderLeaseLost, type AttemptRecord, type DueDelivery, type Outbox } from '../outbox.ts'

/** Concurrent deliveries: in total, per host, and per developer, who may have many hosts. */
const [IN_FLIGHT_MAX, HOST_IN_FLIGHT_MAX, DEVELOPER_IN_FLIGHT_MAX] = [64, 8, 16]

/** Milliseconds between two polls of the outbox, which other processes write too. */
const POLL_MS = 1_000

/** Options of {@link Sender}. */
export interface SenderOptions {
  readonly outbox: Pick<Outbox, 'due' | 'record'>
  readonly lease: Lease
  readonly clock: Clock
  readonly attempt: AttemptDelivery
  /** Called when another node has the lease. */
  readonly onLost: () => void
  /** Called with the first of several consecutive failures of the outbox. */
  readonly onFailure: (error: unknown) => void
}

/**
 * Sends due deliveries while this process has the lease: one at a time per webhook, oldest first,
 * at most 8 per host and 16 per developer, so that a slow receiver delays no other. An attempt that
 * cannot be recorded blocks its webhook until it is.
 */
export class Sender {
  readonly #options: SenderOptions
  readonly #stopped = new AbortController()
  /** The deliveries in progress or not yet recorded, by webhook. */
  readonly #busy = new Map<string, Pick<DueDelivery, 'host' | 'developerId'>>()
  readonly #attempts = new Set<Promise<void>>()
  readonly #running: Promise<void>
  #finished: AttemptRecord[] = []
  /** Whether `wake` was called since the last poll started. */
  #isWoken = false
  #stopWaiting = () => {}

  constructor(options: SenderOptions) {
    this.#options = options
    this.#running = this.#run()
  }

  /** Polls the outbox now. */
  wake(): void {
    this.#isWoken = true
    this.#stopWaiting()
  }

  /** Aborts attempts, without recording them. Resolves when no work is pending. */
  async end(): Promise<void> {
    this.#stopped.abort()
    await this.#running
    await Promise.all(this.#attempts)
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopped
    let fails = false
    while (!signal.aborted) {
      this.#isWoken = false
      try {
        await this.#record()
        while (!signal.aborted && (await this.#startDue())) {}
        fails = false
      } catch (error) {
        if (!fails && !signal.aborted) this.#options.onFailure(error)
        fails = true
      }
      // After a failure, waiting attempts do not shorten the pause.
      if (!this.#isWoken || fails) await this.#wait(fails)
    }
  }

  /** Waits until the next poll is due or `wake` is called. */
  async #wait(isPaused: boolean): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const cancel = this.#options.clock.after(POLL_MS, resolve)
    const stopListening = onAbort(this.#stopped.signal, resolve)
    if (!isPaused) this.#stopWaiting = resolve
    await promise
    this.#stopWaiting = () => {}
    stopListening()
    cancel()
  }

  /** Records finished attempts together; keeps them if the outbox is unavailable. */
  async #record(): Promise<void> {
    const records = this.#finished
    if (records.length === 0) return
    const { outbox, lease, onLost } = this.#options
    this.#finished = []
    try {
      await outbox.record(records, lease)
    } catch (error) {
      if (!(error instanceof SenderLeaseLost)) {
        this.#finished = [...records, ...this.#finished]
        throw error
      }
      this.#stopped.abort()
      onLost()
      return
    }
    for (const { webhookId } of records) this.#busy.delete(webhookId)
  }

  /** Starts due deliveries that have a slot. Returns whether there may be more. */
  async #startDue(): Promise<boolean> {
    const free = IN_FLIGHT_MAX - this.#busy.size
    if (free <= 0) return false
    const hosts = new Slots(HOST_IN_FLIGHT_MAX)
    const developers = new Slots(DEVELOPER_IN_FLIGHT_MAX)
    for (const { host, developerId } of this.#busy.values()) {
      hosts.add(host)
      developers.add(developerId)
    }
    const due = await this.#options.outbox.due({
      nowMs: this.#options.clock.nowMs(),
      busyHosts: hosts.full,
      busyDevelopers: developers.full,
      busyWebhooks: [...this.#busy.keys()],
      max: free,
    })
    if (this.#stopped.signal.aborted) return false
    for (const delivery of due) {
      const { webhookId, host, developerId } = delivery
      if (this.#busy.has(webhookId) || !hosts.isFree(host) || !developers.isFree(developerId)) {
        continue
      }
      hosts.add(host)
      developers.add(developerId)
      this.#start(delivery)
    }
    return due.length > 0
  }

  #start(delivery: DueDelivery): void {
    const { webhookId, host, developerId } = delivery
    this.#busy.set(webhookId, { host, developerId })
    const attempt = this.#attempt(delivery).finally(() => this.#attempts.delete(attempt))
    this.#attempts.add(attempt)
  }

  async #attempt(delivery: DueDelivery): Promise<void> {
    const record = await this.#options.attempt(delivery, this.#stopped.signal)
    if (record === undefined) return
    this.#finished.push(record)
    this.wake()
  }
}

/** Counts the slots in use per name, up to a maximum each. */
class Slots {
  readonly #max: number
  readonly #used = new Map<string, number>()

  constructor(max: number) {
    this.#max = max
  }

  get full(): readonly string[] {
    return [...this.#used.keys()].filter((name) => !this.isFree(name))
  }

  isFree(name: string): boolean {
    return (this.#used.get(name) ?? 0) < this.#max
  }

  add(name: string): void {
    this.#used.set(name, (this.#used.get(name) ?? 0) + 1)
  }
}
