import { OPEN_PREFIX } from '../contract/open-prefix.ts'
import type { Matched } from '../contract/flow-values.ts'
import { notFound } from '../domain/service-error.ts'
import { createFindRoute } from './create-find-route.ts'
import type { RawRequest } from './raw-request.ts'
import { readTarget } from './read-target.ts'

/** Makes the stage that finds the operation a request asks for (400, 404, 405). */
export function createMatch(): (request: RawRequest) => Matched {
  const findRoute = createFindRoute(OPEN_PREFIX)
  return (request) => {
    const { path, query } = readTarget(request)
    const route = findRoute(path)
    if (route === undefined) throw notFound('There is no such path.')
    const { operation, region, pathValues } = route
    const { authorization } = request.headers
    const { requestId, network } = request
    return {
      operation,
      region,
      pathValues,
      query,
      authorization,
      network,
      requestId,
    } as unknown as Matched
  }
}
