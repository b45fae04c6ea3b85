import type { Clock } from '../../time/clock.ts'
import type { FillRandom } from '../../text/fill-random.ts'

const ID_BYTES = 12
const POOL_IDS = 256

/**
 * Creates a generator of request ids of 24 hexadecimal digits: eight encode the second of arrival
 * (Unix time), so that records are found by time, and sixteen are random, so that they are unique
 * across nodes. Randomness is read in batches.
 */
export function createRequestIds(
  fillRandom: FillRandom,
  clock: Pick<Clock, 'nowMs'>,
): () => string {
  const pool = Buffer.alloc(ID_BYTES * POOL_IDS)
  let next = pool.length
  return () => {
    if (next === pool.length) {
      fillRandom(pool)
      next = 0
    }
    // A clock before 1970 or after 2106 only makes records unfindable by time.
    pool.writeUInt32BE((clock.nowMs() / 1_000) >>> 0, next)
    next += ID_BYTES
    return pool.toString('hex', next - ID_BYTES, next)
  }
}
