import type { Caller, Identified, Matched } from '../contract/flow-values.ts'
import { OPERATIONS } from '../contract/operations.ts'
import { knownRegion } from '../domain/region.ts'
import type { RefusedGrant } from '../domain/refusal-facts.ts'
import { ServiceError } from '../domain/service-error.ts'

/** What was asked is not granted to the key. */
export class NotGranted extends ServiceError {
  readonly refusedGrant: RefusedGrant

  constructor(message: string, refusedGrant: RefusedGrant, challenge: string) {
    super('insufficient_scope', message, { challenge })
    this.refusedGrant = refusedGrant
  }
}

/**
 * The stage that says what a key may do here: the region is known (400), granted (403), and the key has the scope of
 * the operation (403). No other region is ever tried.
 */
export function authorize(matched: Matched, { key }: Identified): Caller {
  const { operation } = matched.asked
  const region = knownRegion(matched.asked.region)
  if (!key.regions.has(region)) {
    const message = `The developer key is not granted the region ${region}.`
    throw insufficient(message, { lacks: 'region', region })
  }
  const { scope } = OPERATIONS[operation]
  if (!key.scopes.has(scope)) {
    const message = `The developer key lacks the scope ${scope}.`
    throw insufficient(message, { lacks: 'scope', region }, `, scope="${scope}"`)
  }
  return { matched, key, region } as Caller
}

function insufficient(message: string, lacks: RefusedGrant, detail = ''): NotGranted {
  return new NotGranted(
    message,
    lacks,
    `Bearer realm="backline", error="insufficient_scope"${detail}`,
  )
}
