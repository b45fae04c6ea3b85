import type { PublicMatched } from '../../contract/public/public-flow-values.ts'
import { PUBLIC_OPERATIONS } from '../../contract/public/public-operations.ts'
import { PUBLIC_PREFIX } from '../../contract/public/public-prefix.ts'
import { createReadAsked } from '../create-read-asked.ts'
import type { RawRequest } from '../raw-request.ts'

/** Makes the stage that finds the public operation a request asks for (400, 404, 405). */
export function createPublicMatch(): (request: RawRequest) => PublicMatched {
  const read = createReadAsked(PUBLIC_PREFIX, PUBLIC_OPERATIONS)
  return (request) => read(request) as unknown as PublicMatched
}
