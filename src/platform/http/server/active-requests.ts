import type { Clock } from '../../time/clock.ts'
import { IndexedSet, type Entry } from './indexed-set.ts'

/** An open request of a connection. */
export interface OpenRequest extends Entry {
  /**
   * Start of its deadline, on the monotonic clock; infinite while suspended. Only {@link
   * ActiveRequests} writes it.
   */
  sinceMs: number
  /** Ends the connection at once. */
  destroy(): void
}

/** The open requests, each with a hard deadline. */
export interface ActiveRequests {
  add(activeRequest: OpenRequest): void
  delete(activeRequest: OpenRequest): void
  /** Restarts the deadline of a request whose client has read a chunk. */
  renew(activeRequest: OpenRequest): void
  /**
   * Suspends the deadline of a request until it is renewed: it waits for the server, not for its
   * client.
   */
  suspend(activeRequest: OpenRequest): void
  readonly size: number
  /** Resolves when no request is open. */
  empty(): Promise<void>
  /** Stops enforcing the deadlines. */
  close(): void
}

/** Milliseconds between two checks of the deadlines. */
const SWEEP_MS = 1_000

/**
 * Creates the registry of open requests. A request that is open `hardEndMs` after its start or
 * renewal (its client does not read, for example) loses its connection within a further second, so
 * that none occupies a concurrency slot forever. One timer serves all.
 */
export function createActiveRequests(clock: Clock, hardEndMs: number): ActiveRequests {
  const open = new IndexedSet<OpenRequest>()
  const waiting: (() => void)[] = []
  let cancel = () => {}

  const sweep = () => {
    const expiredBefore = clock.monotonicMs() - hardEndMs
    for (const activeRequest of open.list())
      if (activeRequest.sinceMs <= expiredBefore) activeRequest.destroy()
    cancel = clock.after(SWEEP_MS, sweep)
  }
  cancel = clock.after(SWEEP_MS, sweep)

  return {
    add: (activeRequest) => {
      activeRequest.sinceMs = clock.monotonicMs()
      open.add(activeRequest)
    },
    delete: (activeRequest) => {
      open.delete(activeRequest)
      if (open.size === 0) for (const resolve of waiting.splice(0)) resolve()
    },
    renew: (activeRequest) => void (activeRequest.sinceMs = clock.monotonicMs()),
    suspend: (activeRequest) => void (activeRequest.sinceMs = Number.POSITIVE_INFINITY),
    get size() {
      return open.size
    },
    empty: () =>
      open.size === 0 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve)),
    close: () => cancel(),
  }
}
