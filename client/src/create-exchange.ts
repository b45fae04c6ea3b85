import { BacklineError } from './backline-error.ts'
import { pause } from './pause.ts'
import { retryPauseMs } from './retry-pause.ts'
import { createSendRequest, type Answer, type SendOptions } from './send-request.ts'
import { createShareCalls, type Crowd, type Patience } from './share-calls.ts'

/**
 * Brings the answer to a request target: paced, shared with equal calls, tried again where that
 * makes sense.
 */
export type ActiveRequest = (target: string, patience: Patience) => Promise<Answer>

/** Makes the exchange of one client. */
export function createRequestListener(
  settings: SendOptions & { readonly retries: number },
): ActiveRequest {
  const { clock, pace, retries } = settings
  const send = createSendRequest(settings)

  const bring = async (target: string, { signal, announce }: Crowd): Promise<Answer> => {
    for (let retried = 0; ;) {
      const ticket = await pace.enter(signal, (opensAtMs) => {
        const waitMs = opensAtMs - clock.nowMs()
        if (waitMs > 0) announce(opensAtMs, noQuota(waitMs))
      })
      try {
        return await send(target, ticket, signal)
      } catch (error) {
        const pauseMs = retryPauseMs(error, retried, retries)
        if (pauseMs === undefined) throw error
        announce(clock.nowMs() + pauseMs, error as BacklineError)
        await pause(clock, pauseMs, signal)
        if ((error as BacklineError).status !== 429) retried += 1
      }
    }
  }
  return createShareCalls(clock, bring)
}

function noQuota(retryAfterMs: number): BacklineError {
  const message = `The quota is used up, and opens again in ${Math.ceil(retryAfterMs / 1_000)} s. Nothing was sent.`
  return new BacklineError('quota_exceeded', message, { retryAfterMs })
}
