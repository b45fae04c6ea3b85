import { OPEN_PREFIX } from '../contract/open-prefix.ts'
import { OPERATIONS } from '../contract/operations.ts'
import type { Matched } from '../contract/flow-values.ts'
import { createReadAsked } from './create-read-asked.ts'
import type { KnownTargets } from './known-targets.ts'
import type { RawRequest } from './raw-request.ts'
import { checkRequest } from './read-target.ts'

/**
 * Makes the stage that finds the operation a request asks for (400, 404, 405). What `known` knows is not found again; all
 * that stands around the target is looked at each time.
 */
export function createMatch(known: Pick<KnownTargets, 'find'>): (request: RawRequest) => Matched {
  const read = createReadAsked(OPEN_PREFIX, OPERATIONS)
  return (request) => {
    checkRequest(request)
    const asked = known.find(request.target) ?? read(request)
    const { requestId, network, headers } = request
    return { asked, authorization: headers.authorization, network, requestId } as Matched
  }
}
