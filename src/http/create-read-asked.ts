import { notFound } from '../domain/service-error.ts'
import { createFindRoute, type Forms, type Route } from './create-find-route.ts'
import type { RawRequest } from './raw-request.ts'
import { readTarget } from './read-target.ts'

/** What a request target asks for. */
export interface AskedOf<Id extends string> extends Route<Id> {
  /** The request target as it came. */
  readonly target: string
  /** The query as it came, without its question mark. */
  readonly query: string
}

/** Makes what finds the operation of a table that a request asks for, from its first byte on (400, 404, 405). */
export function createReadAsked<Id extends string>(
  prefix: string,
  table: Forms<Id>,
): (request: RawRequest) => AskedOf<Id> {
  const findRoute = createFindRoute(prefix, table)
  return (request) => {
    const { path, query } = readTarget(request)
    const route = findRoute(path)
    if (route === undefined) throw notFound('There is no such path.')
    return { ...route, query, target: request.target }
  }
}
