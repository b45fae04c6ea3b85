import { answerError } from './answer-error.ts'
import { BacklineError } from './backline-error.ts'
import type { Clock } from './clock.ts'
import { callHook, type Hooks } from './hooks.ts'
import { linkSignal } from './link-signal.ts'
import type { Pace, Ticket } from './pace.ts'
import { readLimits } from './read-limits.ts'
import type { RetryPolicy } from './retry-policy.ts'
import type { ShareLease } from './share-lease.ts'
import { createSingleFlight, type CallerLimits, type Callers } from './single-flight.ts'
import { sleep } from './sleep.ts'
import type { Answer, Transport } from './transport.ts'

/** Options of {@link createExchange}. */
export interface ExchangeOptions {
  readonly clock: Clock
  readonly transport: Transport
  readonly pace: Pace
  readonly retries: RetryPolicy
  readonly hooks: Hooks
  /** Milliseconds for one request. */
  readonly attemptMs: number
  /** The lease to renew while calls are under way. */
  readonly lease?: ShareLease | undefined
}

/** Returns the response to a request target, or rejects with a {@link BacklineError}. */
export type Exchange = (target: string, limits: CallerLimits) => Promise<Answer>

/** Creates the exchange of one interface: rate-limited, coalesced, and with retries. */
export function createExchange(options: ExchangeOptions): Exchange {
  const { clock, transport, lease } = options
  return createSingleFlight({
    clock,
    work: async (target, callers) => {
      try {
        await lease?.enter()
        return await requestWithRetries(options, target, callers)
      } finally {
        lease?.leave()
      }
    },
    deadlineError: (target) =>
      new BacklineError('deadline_exceeded', 'No response arrived before the deadline.', {
        address: transport.addressOf(target),
      }),
  })
}

async function requestWithRetries(
  options: ExchangeOptions,
  target: string,
  { signal, announce }: Callers,
): Promise<Answer> {
  const { clock, transport, pace, retries, hooks } = options
  const info = { method: 'GET', address: transport.addressOf(target) } as const
  retries.earn()
  for (let retried = 0, attempt = 1; ; attempt += 1) {
    let isTold = false
    const ticket = await pace.enter(signal, (opensAtMs, limit) => {
      const waitMs = opensAtMs - clock.nowMs()
      if (waitMs <= 0) return
      announce(opensAtMs, quotaError(info.address, limit, waitMs))
      // After a 429 the hook was called with the limits that it named.
      if (!isTold && limit !== '') callHook(hooks.onLimited, { ...info, limit, waitMs })
      isTold = true
    })
    callHook(hooks.onRequest, { ...info, attempt })
    try {
      return await sendRequest(options, target, ticket, signal)
    } catch (error) {
      const pauseMs = retries.pauseMs(error, retried)
      if (pauseMs === undefined) throw error
      const failure = error as BacklineError
      announce(clock.nowMs() + pauseMs, failure)
      if (failure.status === 429) {
        const limit = failure.violated.join(', ')
        callHook(hooks.onLimited, { ...info, limit, waitMs: pauseMs })
      } else {
        retried += 1
      }
      callHook(hooks.onRetry, { ...info, attempt, error: failure, pauseMs })
      await sleep(clock, pauseMs, signal)
    }
  }
}

/** Sends one request and reads its whole response. Always returns the ticket. */
async function sendRequest(
  { clock, transport, pace, attemptMs }: ExchangeOptions,
  target: string,
  ticket: Ticket,
  signal: AbortSignal,
): Promise<Answer> {
  const { controller, unlink } = linkSignal(signal)
  const cancel = clock.after(attemptMs, () => controller.abort())
  let response: Response
  let receivedAtMs: number
  let body: ArrayBuffer
  try {
    response = await transport.fetch(target, controller.signal)
    receivedAtMs = clock.nowMs()
    body = await response.arrayBuffer()
  } catch (cause) {
    const isAborted = controller.signal.aborted
    pace.leave(ticket, { fate: isAborted ? 'abandoned' : 'lost' })
    signal.throwIfAborted()
    throw transport.failure(target, cause, isAborted ? attemptMs : undefined)
  } finally {
    cancel()
    unlink()
  }
  const { status, headers } = response
  const address = transport.addressOf(target)
  const error = status === 200 ? undefined : answerError(address, response, body, transport.hasKey)
  const restMs = status === 429 ? error?.retryAfterMs : undefined
  pace.leave(ticket, { fate: 'answered', receivedAtMs, samples: readLimits(headers), restMs })
  if (error !== undefined) throw error
  return { address, headers, body, receivedAtMs }
}

function quotaError(address: string, limit: string, retryAfterMs: number): BacklineError {
  const seconds = Math.ceil(retryAfterMs / 1_000)
  const detail = `The quota is used up and resets in ${seconds} s. Nothing was sent.`
  const violated = limit === '' ? [] : [limit]
  return new BacklineError('quota_exceeded', detail, { address, retryAfterMs, violated })
}
