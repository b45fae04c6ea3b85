import type { FastifyInstance, RouteHandlerMethod } from 'fastify'
import type { Matched } from '../../src/contract/flow-values.ts'
import { OPERATIONS } from '../../src/contract/operations.ts'
import { notFound } from '../../src/domain/service-error.ts'
import { OPEN_PREFIX } from '../../src/http/create-match.ts'
import type { RawRequest } from '../../src/http/raw-request.ts'
import { readTarget } from '../../src/http/read-target.ts'

/** What Fastify's router found. */
export interface Route {
  readonly operation: string
  readonly params: Readonly<Record<string, string>>
}

/** A request together with the route that it came by. */
export interface RoutedRequest extends RawRequest {
  readonly route?: Route
}

/** The stage `match` when the router has already spoken: the checks are the same, the search is not made again. */
export function matchRouted(request: RoutedRequest): Matched {
  const { query, authorization } = readTarget(request)
  const { route, requestId } = request
  if (route === undefined) throw notFound('There is no such path.')
  const { region, ...pathValues } = route.params
  const { operation } = route
  return { operation, region, pathValues, query, authorization, requestId } as unknown as Matched
}

/** Adds one route for every form of every operation, and the way for all that none of them takes. */
export function addRoutes(
  app: FastifyInstance,
  createHandler: (operation?: string) => RouteHandlerMethod,
): void {
  for (const [operation, { forms }] of Object.entries(OPERATIONS)) {
    const handler = createHandler(operation)
    for (const form of forms) {
      const path = `${OPEN_PREFIX}{region}${form}`.replaceAll(/\{([A-Za-z]+)\}/g, ':$1')
      app.get(path, handler)
    }
  }
  app.setNotFoundHandler(createHandler())
}
