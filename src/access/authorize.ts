import type { Caller, Identified, Matched } from '../contract/flow-values.ts'
import { OPERATIONS } from '../contract/operations.ts'
import { knownRegion } from '../domain/region.ts'
import { ServiceError } from '../domain/service-error.ts'

/**
 * The stage that says what a key may do here: the region is known (400), granted (403), and the key has the scope of
 * the operation (403). No other region is ever tried.
 */
export function authorize(matched: Matched, { key }: Identified): Caller {
  const { operation } = matched.asked
  const region = knownRegion(matched.asked.region)
  if (!key.regions.has(region)) {
    throw insufficient(`The developer key is not granted the region ${region}.`, '')
  }
  const { scope } = OPERATIONS[operation]
  if (!key.scopes.has(scope)) {
    throw insufficient(`The developer key lacks the scope ${scope}.`, `, scope="${scope}"`)
  }
  return { matched, key, region } as Caller
}

function insufficient(message: string, detail: string): ServiceError {
  return new ServiceError('insufficient_scope', message, {
    challenge: `Bearer realm="backline", error="insufficient_scope"${detail}`,
  })
}
