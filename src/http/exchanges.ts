import type { Clock } from '../domain/clock.ts'

/** One request being answered on a connection. */
export interface Exchange {
  /** Ends the connection at once. */
  destroy(): void
}

/** The requests that are being answered, each with a hard end. */
export interface Exchanges {
  add(exchange: Exchange): void
  delete(exchange: Exchange): void
  readonly size: number
  /** Resolves when there is none, at once if there is none now. */
  empty(): Promise<void>
  /** Stops the hard ends. */
  close(): void
}

/** How often requests past their hard end are looked for. */
const SWEEP_MS = 1_000

/**
 * Keeps the open requests. One that is not over `hardEndMs` after it began (its client does not read, say) loses its
 * connection within a second more, so that nothing holds a place of a limit for ever. One timer serves them all.
 */
export function createExchanges(clock: Clock, hardEndMs: number): Exchanges {
  const open = new Map<Exchange, number>()
  const waiting: (() => void)[] = []
  let cancel = () => {}

  const sweep = () => {
    const tooOld = clock.monotonicMs() - hardEndMs
    for (const [exchange, sinceMs] of open) {
      // In the order in which they began, so the first young one ends the search.
      if (sinceMs > tooOld) break
      exchange.destroy()
    }
    cancel = clock.after(SWEEP_MS, sweep)
  }
  cancel = clock.after(SWEEP_MS, sweep)

  return {
    add: (exchange) => void open.set(exchange, clock.monotonicMs()),
    delete: (exchange) => {
      open.delete(exchange)
      if (open.size === 0) for (const resolve of waiting.splice(0)) resolve()
    },
    get size() {
      return open.size
    },
    empty: () =>
      open.size === 0 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve)),
    close: () => cancel(),
  }
}
