import type { Clock } from '../../domain/clock.ts'
import type { Region } from '../../domain/region.ts'
import type { LiveHub } from './create-live-hub.ts'
import { passes, type LiveFilter } from './live-filter.ts'

/** What one stream is made of. */
export interface LiveStreamSettings {
  readonly hub: LiveHub
  readonly clock: Pick<Clock, 'after'>
  readonly region: Region
  readonly filter: LiveFilter
  /** The number the client has seen last. */
  readonly after: number
  /** The newest number of all when the stream began. */
  readonly newest: number
  /** Aborts when the client has left. */
  readonly gone: AbortSignal
  /** Hears why a stream was ended by us; its client comes back. */
  readonly onFault: (error: unknown) => void
}

/** Milliseconds of silence after which a line of comment is sent, so that nobody on the way takes the stream for dead. */
export const SILENCE_MAX_MS = 15_000

/** Milliseconds that a client is asked to wait before it comes back. */
const RETRY_MS = 3_000

/** Bytes, about, that are sent at one time: each of them has to be taken within the stall limit. */
const PIECE_MAX = 16_384

/**
 * The pieces of an event stream: everything behind `after` that passes the filter, once and in order, until the client has left or
 * the hub closes. A block `missed` says where entries are no longer kept.
 */
export async function* streamLive(settings: LiveStreamSettings): AsyncGenerator<Uint8Array> {
  const { hub, region, filter, after, newest, gone, onFault } = settings
  const bell = createBell(settings.clock)
  const endListening = hub.listen(region, bell.ring)
  gone.addEventListener('abort', bell.ring, { once: true })
  // A number from the future is of a history that is not this one.
  let at = Math.min(after, newest)
  let told = at
  try {
    let text = `retry: ${RETRY_MS}\n\n${after > newest ? missedBlock(after, newest) : ''}`
    while (!gone.aborted && !hub.isClosed) {
      bell.hush()
      const part = await hub.after(region, at)
      if (part.missed) text += missedBlock(at, (part.entries[0]?.seq ?? part.upTo + 1) - 1)
      for (const entry of part.entries) {
        if (!passes(filter, entry.type, entry.board)) continue
        text += entry.text
        told = entry.seq
        if (text.length < PIECE_MAX) continue
        yield Buffer.from(text)
        text = ''
      }
      const isAll = part.upTo === at
      at = part.upTo
      if (text !== '') yield Buffer.from(text)
      text = ''
      if (isAll && !(await bell.rings(SILENCE_MAX_MS))) {
        // The number goes along: who comes back need not go again through what the filter keeps out.
        text = at > told ? `: \nid: ${at}\n\n` : ': \n\n'
        told = at
      }
    }
  } catch (error) {
    onFault(error)
  } finally {
    endListening()
    gone.removeEventListener('abort', bell.ring)
  }
}

/** Says that what lay behind `after` is no longer kept up to and with `upTo`. Whoever comes back goes on from there. */
function missedBlock(after: number, upTo: number): string {
  const data = JSON.stringify({ after: String(after), upTo: String(upTo) })
  return `id: ${upTo}\nevent: missed\ndata: ${data}\n\n`
}

/** Something to wait for, that may ring before anybody waits. */
function createBell(clock: Pick<Clock, 'after'>) {
  let hasRung = false
  let wake = () => {}
  return {
    ring: () => {
      hasRung = true
      wake()
    },
    /** What rang until now is heard. */
    hush: () => {
      hasRung = false
    },
    /** Resolves when it has rung since it was hushed, with `false` when it does not in so many milliseconds. */
    rings: async (withinMs: number): Promise<boolean> => {
      if (hasRung) return true
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
