import type { ReadContext } from '../game/gateway.ts'

/** The signal that aborts a long read. It is lazy: only a long read accesses it. */
export type ReadSignal = Pick<ReadContext, 'signal'>
