import { onAbort } from '../../platform/concurrency/abort.ts'
import type { Clock } from '../../platform/time/clock.ts'
import type { Region } from '../../game/region.ts'
import type { LiveHub } from './live-hub.ts'
import { matchesFilter, type LiveFilter } from './live-filter.ts'

/** Options of {@link streamLive}. */
export interface LiveStreamOptions {
  readonly hub: LiveHub
  readonly clock: Pick<Clock, 'after'>
  readonly region: Region
  readonly filter: LiveFilter
  /** The last sequence number that the client received. */
  readonly after: number
  /** The newest sequence number when the stream started. */
  readonly newest: number
  /** Reconnection delay sent to the client, in milliseconds, for a lost connection. */
  readonly retryMs: number
  /**
   * Lifetime of the stream in milliseconds. It also ends the stream of a client that vanished
   * without closing its connection: TCP accepts data for such a client for a quarter of an hour.
   */
  readonly lifeMs: number
  /** Aborts when the client disconnects. */
  readonly signal: AbortSignal
  /** Called with the error that ended the stream; the client reconnects. */
  readonly onFault: (error: unknown) => void
}

/**
 * Idle time in milliseconds after which a comment is sent: below the 15 s at which some proxies
 * close idle connections.
 */
export const SILENCE_MAX_MS = 10_000

/**
 * Reconnection delay in milliseconds at the end of a lifetime: short, because lifetimes are spread.
 */
const RETRY_AT_END_MS = 250

/** Approximate bytes per chunk. The client has to accept each chunk within the stall limit. */
const CHUNK_BYTES = 16_384

/**
 * Yields the chunks of an event stream: its position, then every entry after `after` that matches
 * the filter, once and in order, until the client disconnects, the hub closes or the lifetime ends.
 * An event `missed` reports entries that are no longer retained.
 */
export async function* streamLive(options: LiveStreamOptions): AsyncGenerator<Uint8Array> {
  const { hub, region, filter, after, newest, signal, onFault } = options
  const { clock, retryMs, lifeMs } = options
  const wakeSignal = createWakeSignal(clock)
  const lifetime = { hasEnded: false }
  const cancelEnd = clock.after(lifeMs, () => {
    lifetime.hasEnded = true
    wakeSignal.set()
  })
  const endListening = hub.listen(region, wakeSignal.set)
  const stopListening = onAbort(signal, wakeSignal.set)
  // A sequence number beyond the newest one belongs to another history.
  let at = Math.min(after, newest)
  let lastSent = at
  try {
    // The position is sent at once, so that a client that reconnects before the first event misses
    // nothing.
    let text = `retry: ${retryMs}\nid: ${at}\n\n${after > newest ? missedBlock(after, newest) : ''}`
    while (!signal.aborted && !hub.isClosed && !lifetime.hasEnded) {
      wakeSignal.reset()
      const part = await hub.after(region, at)
      if (part.missed) text += missedBlock(at, (part.entries[0]?.seq ?? part.upTo + 1) - 1)
      for (const entry of part.entries) {
        if (!matchesFilter(filter, entry.type, entry.board)) continue
        text += entry.text
        lastSent = entry.seq
        if (text.length < CHUNK_BYTES) continue
        yield Buffer.from(text)
        text = ''
      }
      const isAll = part.upTo === at
      at = part.upTo
      if (text !== '') yield Buffer.from(text)
      text = ''
      if (isAll && !(await wakeSignal.waitFor(SILENCE_MAX_MS))) {
        // Send the number too, so that a reconnecting client skips entries that its filter
        // excludes.
        text = at > lastSent ? `: \nid: ${at}\n\n` : ': \n\n'
        lastSent = at
      }
    }
    if (lifetime.hasEnded) yield Buffer.from(`retry: ${RETRY_AT_END_MS}\n\n`)
  } catch (error) {
    onFault(error)
  } finally {
    cancelEnd()
    endListening()
    stopListening()
  }
}

/**
 * Returns the event that reports the loss of the entries after `after` up to and including `upTo`.
 */
function missedBlock(after: number, upTo: number): string {
  const data = JSON.stringify({ after: String(after), upTo: String(upTo) })
  return `id: ${upTo}\nevent: missed\ndata: ${data}\n\n`
}

/** Creates an auto-resettable event that may be set before it is awaited. */
function createWakeSignal(clock: Pick<Clock, 'after'>) {
  let isSet = false
  let wake = () => {}
  return {
    set: () => {
      isSet = true
      wake()
    },
    /** Clears earlier `set` calls. */
    reset: () => {
      isSet = false
    },
    /** Resolves to true once set since the last reset, or to false after `withinMs`. */
    waitFor: async (withinMs: number): Promise<boolean> => {
      if (isSet) return true
      const { promise, resolve } = Promise.withResolvers<boolean>()
      wake = () => resolve(true)
      const cancel = clock.after(withinMs, () => resolve(false))
      try {
        return await promise
      } finally {
        cancel()
      }
    },
  }
}
