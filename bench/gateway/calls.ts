import { demoExample } from '../../src/demo/demo-example.ts'

/** One kind of call. */
export interface CallKind {
  /** The size of its answer. */
  readonly name: string
  /** Its path after the region, the same for a gateway and for the keyed interface. */
  readonly path: (id: string | number) => string
  /** An id for which the demo has an answer. */
  readonly example: string
}

/** A call with a small answer. */
export const SMALL: CallKind = {
  name: '0.6 kB',
  path: (id) => `announcement/${id}`,
  example: String(demoExample('announcement.get', 'jp')['id']),
}

/** A call with a larger answer. */
export const LARGER: CallKind = {
  name: '12 kB',
  path: (id) => `arena/${id}/ranking/1/9`,
  example: String(demoExample('arena.ranking', 'jp')['arenaSeasonId']),
}

let last = 1_000_000
/** Returns an unused id, so that no two calls are equal and none is coalesced. */
export function nextId(): number {
  return (last += 1)
}
