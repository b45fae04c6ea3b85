import { callKey } from '../../../game/call-key.ts'
import type { PublicClient, PublicContent } from '../public-content.ts'
import type { PublicCall, PublicPermit } from '../public-flow-values.ts'
import { PUBLIC_OPERATIONS, type PublicOperationId } from '../public-operations.ts'
import { singleFlight } from '../../../platform/concurrency/single-flight.ts'
import { createSemaphore } from '../../../platform/concurrency/semaphore.ts'
import { ServiceError } from '../../../platform/http/errors/service-error.ts'

/** One shared instance: a flood of rejections must not create a stack trace each. */
const BUSY = new ServiceError(
  'unavailable',
  'Too many public requests are being answered right now. Try again in a moment.',
  { retryAfterS: 1 },
)

/** Live streams waiting to start. After a restart, all clients of a process reconnect at once. */
const STREAMS_QUEUED_MAX = 1_000

/** Queued requests per read slot: about 100 ms of work. */
const QUEUED_PER_SLOT = 16

/**
 * Creates the stage that answers an admitted public request from the store (404, 503). Equal
 * concurrent requests for the same representation share one read. At most `readsMax` reads run
 * concurrently, for all networks together; a bounded number waits, and any further request is
 * rejected at once, so that a distributed flood costs little.
 */
export function createPublicDispatcher(
  answer: (call: PublicCall, client: PublicClient) => Promise<PublicContent>,
  readsMax: number,
): (permit: PublicPermit, client: PublicClient) => Promise<PublicContent> {
  const slots = createSemaphore(readsMax)
  const streamSlots = createSemaphore(readsMax)
  const coalesce = singleFlight<PublicContent>()
  const read = async ({ call }: PublicPermit, client: PublicClient): Promise<PublicContent> => {
    if (slots.waiting >= readsMax * QUEUED_PER_SLOT) throw BUSY
    const release = await slots.acquire()
    try {
      return await answer(call, client)
    } finally {
      release()
    }
  }
  // A browser's EventSource does not retry after a 503, so streams have a queue of their own.
  // Starting one is cheap.
  const startStream = async (permit: PublicPermit, client: PublicClient) => {
    if (streamSlots.waiting >= STREAMS_QUEUED_MAX) throw BUSY
    const release = await streamSlots.acquire(client.signal)
    // The client has disconnected and will not receive this error.
    if (release === undefined) throw BUSY
    try {
      return await answer(permit.call, client)
    } finally {
      release()
    }
  }
  return (permit, client) => {
    const { operation, region, arguments: values } = permit.call
    if (PUBLIC_OPERATIONS[operation].response === 'text/event-stream') {
      return startStream(permit, client)
    }
    if (isStreamed(operation)) return read(permit, client)
    const key = callKey({ operation, region, arguments: values })
    const { encoding = '', known } = client
    return coalesce([encoding, known, key].join(' '), () => read(permit, client))
  }
}

/** Returns whether the response is a stream, which only one client can read. */
function isStreamed(operation: PublicOperationId): boolean {
  const { response } = PUBLIC_OPERATIONS[operation]
  return response === 'text/event-stream' || response === 'application/gzip'
}
