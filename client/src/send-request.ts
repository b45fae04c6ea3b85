import { answerError } from './answer-error.ts'
import { BacklineError } from './backline-error.ts'
import type { Clock } from './clock.ts'
import { linkSignal } from './link-signal.ts'
import type { Pace, Ticket } from './pace.ts'
import { readLimits } from './read-limits.ts'

/** A 200 that has come whole. */
export interface Answer {
  readonly headers: Headers
  readonly body: ArrayBuffer
  /** When its head came. */
  readonly receivedAtMs: number
}

/** What requests are sent with. */
export interface SendOptions {
  readonly clock: Clock
  readonly pace: Pace
  readonly fetch: typeof fetch
  /** What stands before the path, without a slash at its end. */
  readonly baseUrl: string
  readonly headers: Readonly<Record<string, string>>
  /** Milliseconds for one request. */
  readonly attemptMs: number
}

/**
 * Makes what sends one request and reads its whole answer. Whatever comes of it, the ticket is
 * given back. Rejects with a {@link BacklineError}, or with the signal's reason when it aborts.
 */
export function createSendRequest(settings: SendOptions) {
  const { clock, pace, fetch, baseUrl, headers, attemptMs } = settings
  return async (target: string, ticket: Ticket, signal: AbortSignal): Promise<Answer> => {
    const { controller, unlink } = linkSignal(signal)
    const cancel = clock.after(attemptMs, () => controller.abort())
    let response: Response
    let receivedAtMs: number
    let body: ArrayBuffer
    try {
      response = await fetch(`${baseUrl}${target}`, {
        headers,
        redirect: 'manual',
        signal: controller.signal,
      })
      receivedAtMs = clock.nowMs()
      body = await response.arrayBuffer()
    } catch (cause) {
      pace.leave(ticket, { fate: controller.signal.aborted ? 'abandoned' : 'lost' })
      signal.throwIfAborted()
      const message = controller.signal.aborted
        ? `There was no answer within ${attemptMs} ms.`
        : 'The connection could not be made, or broke.'
      throw new BacklineError('network_failure', message, { cause })
    } finally {
      cancel()
      unlink()
    }
    const error = response.status === 200 ? undefined : answerError(response, body)
    const restMs = response.status === 429 ? error?.retryAfterMs : undefined
    const samples = readLimits(response.headers)
    pace.leave(ticket, { fate: 'answered', receivedAtMs, samples, restMs })
    if (error !== undefined) throw error
    return { headers: response.headers, body, receivedAtMs }
  }
}
