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
  /** Begins the time of an exchange anew: its client has taken a piece of an answer that it may take slowly. */
  renew(exchange: Exchange): void
  /** Stops the time of an exchange, until it is renewed: it waits for us and not for its client. */
  rest(exchange: Exchange): void
  readonly size: number
  /** Resolves when there is none, at once if there is none now. */
  empty(): Promise<void>
  /** Stops the hard ends. */
  close(): void
}

/** How often requests past their hard end are looked for. */
const SWEEP_MS = 1_000

/**
 * Keeps the open requests. One that is not over `hardEndMs` after it began or was renewed (its client does not read,
 * say) loses its connection within a second more, so that nothing holds a place of a limit for ever. One timer serves
 * them all.
 */
export function createExchanges(clock: Clock, hardEndMs: number): Exchanges {
  const open = new Map<Exchange, number>()
  const resting = new Set<Exchange>()
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

  const isKnown = (exchange: Exchange) => open.delete(exchange) || resting.delete(exchange)
  return {
    add: (exchange) => void open.set(exchange, clock.monotonicMs()),
    delete: (exchange) => {
      isKnown(exchange)
      if (open.size + resting.size === 0) for (const resolve of waiting.splice(0)) resolve()
    },
    // Taken out and put in again, it is the youngest of the order.
    renew: (exchange) => void (isKnown(exchange) && open.set(exchange, clock.monotonicMs())),
    rest: (exchange) => void (isKnown(exchange) && resting.add(exchange)),
    get size() {
      return open.size + resting.size
    },
    empty: () =>
      open.size + resting.size === 0
        ? Promise.resolve()
        : new Promise((resolve) => waiting.push(resolve)),
    close: () => cancel(),
  }
}
