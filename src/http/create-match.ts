import { OPEN_PREFIX } from '../contract/open-prefix.ts'
import type { Asked, Matched } from '../contract/flow-values.ts'
import { notFound } from '../domain/service-error.ts'
import { createFindRoute } from './create-find-route.ts'
import type { KnownTargets } from './known-targets.ts'
import type { RawRequest } from './raw-request.ts'
import { checkRequest, readTarget } from './read-target.ts'

/**
 * Makes the stage that finds the operation a request asks for (400, 404, 405). What `known` knows is not found again; all
 * that stands around the target is looked at each time.
 */
export function createMatch(known: Pick<KnownTargets, 'find'>): (request: RawRequest) => Matched {
  const findRoute = createFindRoute(OPEN_PREFIX)
  const read = (request: RawRequest): Asked => {
    const { path, query } = readTarget(request)
    const route = findRoute(path)
    if (route === undefined) throw notFound('There is no such path.')
    return { ...route, query, target: request.target }
  }
  return (request) => {
    checkRequest(request)
    const asked = known.find(request.target) ?? read(request)
    const { requestId, network, headers } = request
    return { asked, authorization: headers.authorization, network, requestId } as Matched
  }
}
