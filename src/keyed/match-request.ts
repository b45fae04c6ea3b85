import { KEYED_PREFIX } from '../game/api-prefix.ts'
import { OPERATIONS } from '../game/operations.ts'
import type { Matched } from './flow-values.ts'
import { createRequestParser } from '../api/request-parser.ts'
import type { RouteCache } from './route-cache.ts'
import type { RawRequest } from '../platform/http/request/raw-request.ts'
import { validateRequest } from '../platform/http/request/request-target.ts'

/**
 * Creates the stage that matches a request to an operation (400, 404, 405). A target in `cache` is
 * not parsed again; the rest of the request is checked each time.
 */
export function createMatch(cache: Pick<RouteCache, 'find'>): (request: RawRequest) => Matched {
  const parse = createRequestParser(KEYED_PREFIX, OPERATIONS)
  return (request) => {
    validateRequest(request)
    const route = cache.find(request.target) ?? parse(request)
    const { requestId, network, headers } = request
    return { route, authorization: headers.authorization, network, requestId } as Matched
  }
}
