import { PUBLIC_PREFIX } from '../../src/history/api/public-prefix.ts'
import { createSeededRandom } from '../../src/platform/text/seeded-random.ts'
import { boardOf, CADENCE_MS, START_MS, type EventShape } from '../history/record-event.ts'

/**
 * Yields an endless sequence of distinct targets of the public interface: the most expensive reads
 * at their maximum size, mixed with the most frequent ones.
 */
export function* publicTargets(shape: EventShape): Generator<string> {
  const { region, id } = boardOf(shape)
  const random = createSeededRandom(3, 'flood')
  const board = `${PUBLIC_PREFIX}${region}/events/${id}`
  const ranks = (count: number) => {
    const first = random.integer(1, shape.ranks - count + 1)
    return Array.from({ length: count }, (_, index) => `ranks=${first + index}`).join('&')
  }
  const at = () => START_MS + random.integer(0, shape.snapshots - 1) * CADENCE_MS
  for (;;) {
    yield `${board}/history?${ranks(1)}&from=${at()}`
    yield `${board}/history?${ranks(100)}&from=${at()}`
    yield `${board}/history?${ranks(10)}&step=15m`
    yield `${board}/comparison?${ranks(10)}&step=1h&since=${random.integer(0, 1_000)}`
    yield `${board}/cutoffs/at/${at()}`
    yield `${board}/speed?${ranks(100)}&window=1h&at=${at()}`
    yield `${board}/cutoffs`
    yield `${PUBLIC_PREFIX}${region}/watches`
    yield `${PUBLIC_PREFIX}${region}/events`
  }
}
