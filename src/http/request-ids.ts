import type { FillRandom } from '../domain/fill-random.ts'

const ID_BYTES = 12
const POOL_IDS = 256

/**
 * Makes request ids: 24 hexadecimal digits of randomness, so that an id says nothing about the traffic and no two
 * nodes make the same one. Randomness is drawn for many ids at a time.
 */
export function createRequestIds(fillRandom: FillRandom): () => string {
  const pool = Buffer.alloc(ID_BYTES * POOL_IDS)
  let next = pool.length
  return () => {
    if (next === pool.length) {
      fillRandom(pool)
      next = 0
    }
    next += ID_BYTES
    return pool.toString('hex', next - ID_BYTES, next)
  }
}
