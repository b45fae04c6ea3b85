import { onAbort } from './abort-listeners.ts'
import { answerError } from './answer-error.ts'
import { BacklineError } from './backline-error.ts'
import type { ExchangeOptions } from './exchange.ts'
import { callHook } from './hooks.ts'
import { linkSignal } from './link-signal.ts'
import type { LiveEntry } from './live-entry.ts'
import type { Departure } from './pace.ts'
import { parseEventStream, type StreamBlock } from './parse-event-stream.ts'
import { readLimits } from './read-limits.ts'
import { boundMs } from './retry-policy.ts'
import { sleep } from './sleep.ts'

/** Options of {@link LiveStream}. */
export interface LiveStreamOptions extends Pick<
  ExchangeOptions,
  'clock' | 'transport' | 'pace' | 'hooks' | 'attemptMs'
> {
  /** Returns a random number from 0 to 1. */
  readonly jitter: () => number
  /** Returns the request target that continues after a position. */
  readonly targetAfter: (position: string | undefined) => string
  readonly position: string | undefined
  readonly signal: AbortSignal | undefined
}

/** A connection that is silent for so long is dead: the server sends something every 10 s. */
const SILENCE_MS = 60_000

/** Pause after a lost connection until the server states another. Milliseconds. */
const PAUSE_MS = 3_000

/**
 * The live entries of a region, each once and in order, for as long as it is iterated. Reconnects
 * by itself and continues after the last entry. Ends with `break`, with its signal, or by throwing
 * an error that a retry cannot fix.
 */
export class LiveStream implements AsyncIterableIterator<LiveEntry> {
  readonly #options: LiveStreamOptions
  readonly #controller: AbortController
  readonly #unlink: () => void
  readonly #entries: AsyncGenerator<LiveEntry, void, undefined>
  #position: string | undefined
  #pauseMs = PAUSE_MS
  #attempt = 0

  constructor(options: LiveStreamOptions) {
    this.#options = options
    this.#position = options.position
    const { controller, unlink } = linkSignal(options.signal)
    this.#controller = controller
    this.#unlink = unlink
    this.#entries = this.#read()
  }

  /** The position to resume from, also past entries that the filter excludes. */
  get position(): string | undefined {
    return this.#position
  }

  next(): Promise<IteratorResult<LiveEntry, void>> {
    return this.#entries.next()
  }

  /** Ends the stream. */
  return(): Promise<IteratorResult<LiveEntry, void>> {
    this.#controller.abort()
    return this.#entries.return().catch(() => ({ done: true, value: undefined }))
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  async *#read(): AsyncGenerator<LiveEntry, void, undefined> {
    const { clock, hooks, jitter } = this.#options
    const { signal } = this.#controller
    try {
      for (let failures = 0; ; failures += 1) {
        let pauseMs: number
        try {
          for await (const { id, event, data, retryMs } of this.#blocks()) {
            failures = 0
            this.#pauseMs = retryMs ?? this.#pauseMs
            if (id !== undefined) this.#position = id
            if (data !== undefined) yield this.#entryOf(event, data)
          }
          pauseMs = this.#pauseMs
        } catch (error) {
          signal.throwIfAborted()
          if (!(error instanceof BacklineError) || !error.retryable) throw error
          const leastMs = Math.max(error.retryAfterMs ?? 0, failures === 0 ? this.#pauseMs : 0)
          pauseMs = leastMs + jitter() * boundMs(failures)
          const info = {
            method: 'GET',
            address: error.address ?? '',
            attempt: this.#attempt,
          } as const
          callHook(hooks.onRetry, { ...info, error, pauseMs })
        }
        await sleep(clock, pauseMs, signal)
      }
    } finally {
      this.#unlink()
      this.#controller.abort()
    }
  }

  /** Yields the blocks of one connection, until it ends. Throws a {@link BacklineError}. */
  async *#blocks(): AsyncGenerator<StreamBlock, void, undefined> {
    const { clock, transport, attemptMs, targetAfter } = this.#options
    const target = targetAfter(this.#position)
    const { controller, unlink } = linkSignal(this.#controller.signal)
    const { signal } = controller
    let limitMs = attemptMs
    let cancel = () => {}
    const limit = (ms: number) => {
      cancel()
      limitMs = ms
      cancel = clock.after(ms, () => controller.abort())
    }
    try {
      const response = await this.#open(target, signal, limit)
      yield* parseEventStream(readChunks(response, signal, () => limit(SILENCE_MS)))
    } catch (error) {
      if (error instanceof BacklineError) throw error
      if (error instanceof RangeError) throw unexpected(transport.addressOf(target), error.message)
      throw transport.failure(target, error, signal.aborted ? limitMs : undefined)
    } finally {
      cancel()
      unlink()
      controller.abort()
    }
  }

  /** Opens a connection. It counts as one request until its head has arrived. */
  async #open(target: string, signal: AbortSignal, limit: (ms: number) => void) {
    const { transport, pace, hooks, attemptMs } = this.#options
    const address = transport.addressOf(target)
    const ticket = await pace.enter(signal, () => {})
    let departure: Departure = { fate: 'lost' }
    try {
      this.#attempt += 1
      callHook(hooks.onRequest, { method: 'GET', address, attempt: this.#attempt })
      limit(attemptMs)
      const response = await transport.fetch(target, signal)
      const { status, headers } = response
      const samples = readLimits(headers)
      departure = { fate: 'answered', samples }
      if (status !== 200) {
        const error = answerError(address, response, await response.arrayBuffer(), true)
        departure = { ...departure, restMs: status === 429 ? error.retryAfterMs : undefined }
        throw error
      }
      const isStream = headers.get('content-type')?.startsWith('text/event-stream') === true
      if (!isStream || samples === undefined) throw unexpected(address, 'It is no event stream.')
      return response
    } finally {
      pace.leave(ticket, departure)
    }
  }

  #entryOf(type: string, data: string): LiveEntry {
    const { transport, targetAfter } = this.#options
    try {
      return { id: this.#position ?? '', type, data: JSON.parse(data) as unknown } as LiveEntry
    } catch {
      throw unexpected(transport.addressOf(targetAfter(this.#position)), 'An event is not JSON.')
    }
  }
}

/** Yields the chunks of a body, and calls `onChunk` before each read. Throws when aborted. */
async function* readChunks(
  { body }: Response,
  signal: AbortSignal,
  onChunk: () => void,
): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = body?.getReader()
  if (reader === undefined) return
  const cancelRead = () => void reader.cancel().catch(() => {})
  const unlisten = onAbort(signal, cancelRead)
  try {
    for (;;) {
      onChunk()
      const { done, value } = await reader.read()
      signal.throwIfAborted()
      if (done) return
      yield value
    }
  } finally {
    unlisten()
    cancelRead()
  }
}

function unexpected(address: string, reason: string): BacklineError {
  const message = `The response is not Backline's. ${reason} Check baseUrl.`
  return new BacklineError('unexpected_answer', message, { address, status: 200 })
}
