import { callInParts } from './call-in-parts.ts'
import {
  ATTEMPT_MS,
  authorizationOf,
  DEADLINE_MS,
  readBaseUrl,
  RETRIES,
  type ClientOptions,
} from './client-options.ts'
import { createRequestListener } from './create-exchange.ts'
import { OPERATIONS } from './generated/operation-table.ts'
import type { Operations } from './generated/operation-types.ts'
import type { OperationEntry } from './operation-entry.ts'
import { Pace } from './pace.ts'
import { readResult } from './read-result.ts'
import type { CallOptions, Result } from './result.ts'
import { systemClock } from './system-clock.ts'
import { writeTarget, type GivenParameters } from './write-target.ts'

export { BacklineError } from './backline-error.ts'
export type { ErrorCode, ParameterProblem } from './backline-error.ts'
export type { ClientOptions } from './client-options.ts'
export type { Clock } from './clock.ts'
export type * from './generated/messages.ts'
export type * from './generated/operation-types.ts'
export type { Pacing } from './pace.ts'
export type { CallOptions, Data, FillMode, Freshness, Result, Sparse } from './result.ts'

/** Makes a client whose results have only the fields that were sent. */
export function createClient(
  options: ClientOptions & { readonly fillDefaults: false },
): Operations<'sparse'>
/**
 * Makes a client of a Backline server: `client.event.ranking('jp', { eventId: '2004', ranks: [1,
 * 100] })`. It keeps to the limits of the developer by itself, so make one for each key and use it
 * everywhere. Throws a `TypeError` when an option is invalid; calls reject with a {@link
 * BacklineError}, or with the reason of their signal.
 */
export function createClient(options: ClientOptions): Operations
/** Makes either. */
export function createClient(options: ClientOptions): Operations | Operations<'sparse'> {
  const { clock = systemClock, deadlineMs = DEADLINE_MS, pacing = 'burst' } = options
  const pace = new Pace({
    clock,
    pacing,
    concurrencyMax: options.concurrencyMax ?? Number.POSITIVE_INFINITY,
  })
  const activeRequest = createRequestListener({
    clock,
    pace,
    fetch: options.fetch ?? globalThis.fetch.bind(globalThis),
    baseUrl: readBaseUrl(options.baseUrl),
    headers: authorizationOf(options.key),
    attemptMs: options.attemptMs ?? ATTEMPT_MS,
    retries: options.retries ?? RETRIES,
  })
  const reading = { clock, fills: options.fillDefaults ?? true }

  const call = (
    entry: OperationEntry,
    region: string,
    given: GivenParameters,
    own: CallOptions,
  ): Promise<Result<unknown>> => {
    const deadlineAtMs = clock.nowMs() + (own.deadlineMs ?? deadlineMs)
    const ask = async (part: GivenParameters, signal: AbortSignal | undefined) => {
      const target = writeTarget(entry, region, part)
      return readResult(entry, await activeRequest(target, { signal, deadlineAtMs }), reading)
    }
    if (entry.batch === undefined) return ask(given, own.signal)
    return callInParts(entry.batch, given, ask, own.signal)
  }

  const groups: Record<string, Record<string, unknown>> = {}
  for (const [id, entry] of Object.entries<OperationEntry>(OPERATIONS)) {
    const [group = '', method = ''] = id.split('.')
    groups[group] = {
      ...groups[group],
      [method]: (region: string, given: GivenParameters = {}, own: CallOptions = {}) =>
        call(entry, region, given, own),
    }
  }
  return groups as unknown as Operations
}
