import { notFound } from '../platform/http/errors/service-error.ts'
import { createFindRoute, type Forms, type Route } from './router.ts'
import type { RawRequest } from '../platform/http/request/raw-request.ts'
import { parseTarget, type Methods } from '../platform/http/request/request-target.ts'

/** The route of a request, with its target. */
export interface RouteMatchOf<Id extends string> extends Route<Id> {
  /** The request target, as in {@link RawRequest}. */
  readonly target: string
  /** The query as received, without its question mark. */
  readonly query: string
}

/**
 * Creates a parser that validates a request target and finds its operation in `table`. It throws
 * `invalid_request` (400), `not_found` (404) or `method_not_allowed` (405).
 */
export function createRequestParser<Id extends string>(
  prefix: string,
  table: Forms<Id>,
  methods?: Methods,
): (request: RawRequest) => RouteMatchOf<Id> {
  const findRoute = createFindRoute(prefix, table)
  return (request) => {
    const { path, query } = parseTarget(request, methods)
    const route = findRoute(path)
    if (route === undefined) throw notFound('There is no such path.')
    return { ...route, query, target: request.target }
  }
}
