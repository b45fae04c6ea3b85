import type { Caller, Identified, Matched } from '../flow-values.ts'
import { OPERATIONS } from '../../game/operations.ts'
import { knownRegion } from '../../game/region.ts'
import type { MissingGrant } from '../../accounts/rejection-facts.ts'
import { ServiceError } from '../../platform/http/errors/service-error.ts'

/** The key lacks the scope or the region of the request. */
export class NotGranted extends ServiceError {
  readonly missingGrant: MissingGrant

  constructor(message: string, missingGrant: MissingGrant, challenge: string) {
    super('insufficient_scope', message, { challenge })
    this.missingGrant = missingGrant
  }
}

/**
 * Checks that the region is known (400), that the key is granted it (403), and that the key has the
 * scope of the operation (403). No other region is tried.
 */
export function authorize(matched: Matched, { key }: Identified): Caller {
  const { operation } = matched.route
  const region = knownRegion(matched.route.region)
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

function insufficient(message: string, lacks: MissingGrant, detail = ''): NotGranted {
  return new NotGranted(
    message,
    lacks,
    `Bearer realm="backline", error="insufficient_scope"${detail}`,
  )
}
