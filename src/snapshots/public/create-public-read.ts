import { callKey } from '../../contract/call-key.ts'
import type { PublicClient, PublicContent } from '../../contract/public/public-content.ts'
import type { PublicCall, PublicPermit } from '../../contract/public/public-flow-values.ts'
import {
  PUBLIC_OPERATIONS,
  type PublicOperationId,
} from '../../contract/public/public-operations.ts'
import { createJoin } from '../../domain/create-join.ts'
import { createPlaces } from '../../domain/create-places.ts'
import { ServiceError } from '../../domain/service-error.ts'

/** Made once, for there may be very many of them. */
const BUSY = new ServiceError(
  'unavailable',
  'Too many public requests are being answered right now. Try again in a moment.',
  { retryAfterS: 1 },
)

/** How many wait for each of the places: some 100 ms of work. */
const WAITING_EACH = 16

/**
 * Makes the stage that answers an admitted public request from the store (404, 503). Requests at one time that are equal, and want
 * the same bytes, are one read. At
 * most `readsMax` are worked on at one time, from whatever addresses they come, and some wait in line; what is more is refused at
 * once, so that a flood from everywhere costs little.
 */
export function createPublicRead(
  answer: (call: PublicCall, client: PublicClient) => Promise<PublicContent>,
  readsMax: number,
): (permit: PublicPermit, client: PublicClient) => Promise<PublicContent> {
  const places = createPlaces(readsMax)
  const join = createJoin<PublicContent>()
  const read = async ({ call }: PublicPermit, client: PublicClient): Promise<PublicContent> => {
    if (places.waiting >= readsMax * WAITING_EACH) throw BUSY
    const giveBack = await places.take()
    try {
      return await answer(call, client)
    } finally {
      giveBack()
    }
  }
  return (permit, client) => {
    const { operation, region, arguments: values } = permit.call
    if (isStream(operation)) return read(permit, client)
    const key = callKey({ operation, region, arguments: values })
    const { encoding = '', known } = client
    return join([encoding, known, key].join(' '), () => read(permit, client))
  }
}

/** A stream belongs to the one who asked for it. */
function isStream(operation: PublicOperationId): boolean {
  const { response } = PUBLIC_OPERATIONS[operation]
  return response === 'text/event-stream' || response === 'application/gzip'
}
