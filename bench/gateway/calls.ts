import { demoExample } from '../../src/gateways/embedded/demo/demo-example.ts'

/** One kind of call. */
export interface CallKind {
  /** How large its answer is. */
  readonly name: string
  /** Its path behind the region, the same for a gateway and for the keyed interface. */
  readonly path: (id: string | number) => string
  /** An id that the demo has an answer for. */
  readonly example: string
}

/** A call with a small answer. */
export const SMALL: CallKind = {
  name: '0.6 kB',
  path: (id) => `announcement/${id}`,
  example: String(demoExample('announcement.get', 'jp')['id']),
}

/** A call with a larger one. */
export const LARGER: CallKind = {
  name: '12 kB',
  path: (id) => `arena/${id}/ranking/1/9`,
  example: String(demoExample('arena.ranking', 'jp')['arenaSeasonId']),
}

let last = 1_000_000
/** A number that no call had before, so that no two calls are equal and none is shared. */
export function nextId(): number {
  return (last += 1)
}
