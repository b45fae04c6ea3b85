import findMyWay from 'find-my-way'
import type { Matched } from '../contract/flow-values.ts'
import { OPERATIONS, type OperationId } from '../contract/operations.ts'
import { notFound } from '../domain/service-error.ts'
import type { RawRequest } from './raw-request.ts'
import { readTarget } from './read-target.ts'

/** Where the spec's interface begins; the region is always the segment behind it. */
export const OPEN_PREFIX = '/api/open/v1/game/'

interface Route {
  readonly operation: OperationId
  readonly form: string
}

/** A legal path parameter can be long: 100 ids of 20 characters, or 256 escaped code points. */
const PATH_VALUE_MAX = 16_384

/** Makes the router of the keyed interface: one route for each form of the operation table, and no other. */
export function createRouter() {
  const router = findMyWay({ caseSensitive: true, maxParamLength: PATH_VALUE_MAX })
  for (const [operation, { forms }] of Object.entries(OPERATIONS)) {
    for (const form of forms) {
      const path = `${OPEN_PREFIX}{region}${form}`.replaceAll(/\{([A-Za-z]+)\}/g, ':$1')
      router.on('GET', path, noHandler, { operation, form })
    }
  }
  return router
}

/**
 * Makes the stage that finds the operation a request asks for (400, 404, 405). Routes come from the operation table
 * alone; static segments win over parameters.
 */
export function createMatch(): (request: RawRequest) => Matched {
  const router = createRouter()
  return (request) => {
    const { path, query } = readTarget(request)
    const found = router.find('GET', path)
    if (found === null) throw notFound('There is no such path.')
    const { operation, form } = found.store as Route
    if (!isSpelled(form, path)) throw notFound('There is no such path.')
    const { region: _, ...pathValues } = found.params
    const region = path.slice(OPEN_PREFIX.length, path.indexOf('/', OPEN_PREFIX.length))
    const { authorization } = request.headers
    const { requestId } = request
    return { operation, region, pathValues, query, authorization, requestId } as unknown as Matched
  }
}

/**
 * Whether the words of a form stand in a path as they are. The router takes `%61rena` for `arena`; we do not, for what
 * stands in front of us (a proxy's rule, a log) compares bytes as well. Values of parameters may be escaped.
 */
function isSpelled(form: string, path: string): boolean {
  if (!path.includes('%')) return true
  const words = form.split('/')
  const segments = path.slice(path.indexOf('/', OPEN_PREFIX.length)).split('/')
  return (
    path.startsWith(OPEN_PREFIX) &&
    words.every((word, at) => word.startsWith('{') || word === segments[at])
  )
}

/** The router only finds; what is found is answered by the flow. */
function noHandler(): void {}
