import { BacklineError } from './backline-error.ts'
import type { Clock } from './clock.ts'
import { fillDefaults } from './fill-defaults.ts'
import type { OperationEntry } from './operation-entry.ts'
import { readFreshness } from './read-freshness.ts'
import type { Result } from './result.ts'
import type { Answer } from './send-request.ts'

/** How answers are read. */
export interface ReadOptions {
  readonly clock: Clock
  /** Whether fields that were left out are filled in. */
  readonly fills: boolean
}

/**
 * Makes the result of an answer; callers that share an answer get one of their own each. Throws a
 * {@link BacklineError} when the answer cannot be the server's.
 */
export function readResult(
  { defaults }: OperationEntry,
  answer: Answer,
  { clock, fills }: ReadOptions,
): Result<unknown> {
  const requestId = answer.headers.get('x-request-id') ?? ''
  const unexpected = (what: string, cause?: unknown) =>
    new BacklineError('unexpected_answer', what, { status: 200, requestId, cause })
  const freshness = readFreshness(answer, clock)
  if (freshness === undefined) {
    throw unexpected(
      'The answer has no X-Fetched-At and Age: is the base URL right, and does a proxy pass them?',
    )
  }
  const common = { ...freshness, joined: false, requestIds: [requestId] }
  if (defaults === undefined) return { data: new Uint8Array(answer.body.slice(0)), ...common }
  try {
    const message: unknown = JSON.parse(new TextDecoder().decode(answer.body))
    return { data: fills ? fillDefaults(defaults, message) : message, ...common }
  } catch (cause) {
    throw unexpected('The answer is not the JSON that was expected.', cause)
  }
}
