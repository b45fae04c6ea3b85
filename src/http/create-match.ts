import { LRUCache } from 'lru-cache'
import { OPEN_PREFIX } from '../contract/open-prefix.ts'
import type { Asked, Matched } from '../contract/flow-values.ts'
import { notFound } from '../domain/service-error.ts'
import { createFindRoute } from './create-find-route.ts'
import type { RawRequest } from './raw-request.ts'
import { checkRequest, readTarget } from './read-target.ts'

/** Longer targets are read each time: clients ask again and again for short ones. */
const TARGET_MAX = 512

/** What all remembered targets may take, in bytes. */
const REMEMBERED_BYTES = 8 * 1_024 * 1_024

/**
 * What one takes, with the arguments and the key that the stage of the parameters makes of it: a flat cost, and for each
 * character that of a list with an item for every two of them.
 */
const FLAT_BYTES = 1_024
const CHARACTER_BYTES = 16

/**
 * Makes the stage that finds the operation a request asks for (400, 404, 405). What a target asks for depends on its text
 * alone, so it is found once and remembered; what is refused is not, and the rest of the request is looked at each time.
 */
export function createMatch(): (request: RawRequest) => Matched {
  const findRoute = createFindRoute(OPEN_PREFIX)
  const remembered = new LRUCache<string, Asked>({
    maxSize: REMEMBERED_BYTES,
    sizeCalculation: (_, { length }) => FLAT_BYTES + CHARACTER_BYTES * length,
  })
  const read = (request: RawRequest): Asked => {
    const { path, query } = readTarget(request)
    const route = findRoute(path)
    if (route === undefined) throw notFound('There is no such path.')
    const asked = { ...route, query }
    if (request.target.length <= TARGET_MAX) remembered.set(request.target, asked)
    return asked
  }
  return (request) => {
    checkRequest(request)
    const asked = remembered.get(request.target) ?? read(request)
    const { requestId, network, headers } = request
    return { asked, authorization: headers.authorization, network, requestId } as Matched
  }
}
