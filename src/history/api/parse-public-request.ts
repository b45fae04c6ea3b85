import type { PublicCall, PublicMatched } from './public-flow-values.ts'
import { PUBLIC_OPERATIONS } from './public-operations.ts'
import { PUBLIC_PREFIX } from './public-prefix.ts'
import { createArgumentParser } from '../../api/parameters/parse-arguments.ts'
import { createRequestParser } from '../../api/request-parser.ts'
import { knownRegion } from '../../game/region.ts'
import type { RawRequest } from '../../platform/http/request/raw-request.ts'
import { GET_AND_HEAD } from '../../platform/http/request/request-target.ts'

/** Creates the stage that finds the public operation of a request (400, 404, 405). */
export function createPublicRouteMatcher(): (request: RawRequest) => PublicMatched {
  const parse = createRequestParser(PUBLIC_PREFIX, PUBLIC_OPERATIONS, GET_AND_HEAD)
  return (request) => parse(request) as unknown as PublicMatched
}

/** Creates the stage that parses the region and the arguments of a public request (400). */
export function createPublicParameterParser(): (matched: PublicMatched) => PublicCall {
  const parseArguments = createArgumentParser(PUBLIC_OPERATIONS)
  return (matched) => {
    const region = knownRegion(matched.region)
    const { operation } = matched
    return { operation, region, arguments: parseArguments(matched) } as unknown as PublicCall
  }
}
