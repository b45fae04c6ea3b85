import type { Clock } from '../domain/clock.ts'
import type { FillRandom } from '../domain/fill-random.ts'

const ID_BYTES = 12
const POOL_IDS = 256

/**
 * Makes request ids of 24 hexadecimal digits: eight say the second (Unix time) in which the request began, so that its
 * record is found by time, and sixteen are random, so that no two nodes make the same one. Randomness is drawn for many
 * ids at a time.
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
    // A clock that stands before 1970 or behind 2106 makes ids that nobody finds, and no fault.
    pool.writeUInt32BE((clock.nowMs() / 1_000) >>> 0, next)
    next += ID_BYTES
    return pool.toString('hex', next - ID_BYTES, next)
  }
}
