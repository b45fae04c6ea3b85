import type { Clock } from '../domain/clock.ts'
import { Roster, type Entry } from './roster.ts'

/** One request being answered on a connection. */
export interface OpenExchange extends Entry {
  /** From when its hard end is counted, on the monotonic clock; infinite while it rests. Only {@link Exchanges} writes it. */
  sinceMs: number
  /** Ends the connection at once. */
  destroy(): void
}

/** The requests that are being answered, each with a hard end. */
export interface Exchanges {
  add(exchange: OpenExchange): void
  delete(exchange: OpenExchange): void
  /** Begins the time of an exchange anew: its client has taken a piece of an answer that it may take slowly. */
  renew(exchange: OpenExchange): void
  /** Stops the time of an exchange, until it is renewed: it waits for us and not for its client. */
  rest(exchange: OpenExchange): void
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
  const open = new Roster<OpenExchange>()
  const waiting: (() => void)[] = []
  let cancel = () => {}

  const sweep = () => {
    const tooOld = clock.monotonicMs() - hardEndMs
    for (const exchange of open.list()) if (exchange.sinceMs <= tooOld) exchange.destroy()
    cancel = clock.after(SWEEP_MS, sweep)
  }
  cancel = clock.after(SWEEP_MS, sweep)

  return {
    add: (exchange) => {
      exchange.sinceMs = clock.monotonicMs()
      open.add(exchange)
    },
    delete: (exchange) => {
      open.delete(exchange)
      if (open.size === 0) for (const resolve of waiting.splice(0)) resolve()
    },
    renew: (exchange) => void (exchange.sinceMs = clock.monotonicMs()),
    rest: (exchange) => void (exchange.sinceMs = Number.POSITIVE_INFINITY),
    get size() {
      return open.size
    },
    empty: () =>
      open.size === 0 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve)),
    close: () => cancel(),
  }
}
