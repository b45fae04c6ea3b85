import type { ReadContext } from '../../domain/gateway.ts'

/** What ends a long read. Its signal is asked for only when a read turns out to be long. */
export type ReadSignal = Pick<ReadContext, 'signal'>
