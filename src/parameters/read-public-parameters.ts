import type { PublicCall, PublicMatched } from '../contract/public/public-flow-values.ts'
import { PUBLIC_OPERATIONS } from '../contract/public/public-operations.ts'
import { knownRegion } from '../domain/region.ts'
import { createReadArguments } from './read-arguments.ts'

/** Makes the stage that reads the region of a public request, and turns its raw strings into typed arguments (400). */
export function createReadPublicParameters(): (matched: PublicMatched) => PublicCall {
  const readArguments = createReadArguments(PUBLIC_OPERATIONS)
  return (matched) => {
    const region = knownRegion(matched.region)
    const { operation } = matched
    return { operation, region, arguments: readArguments(matched) } as unknown as PublicCall
  }
}
