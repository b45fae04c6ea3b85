import { existsSync, readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'
import { basename } from 'node:path'

const SELF = '/proc/thread-self'

/** Lets the thread that serves go before this one when there are too few processors for both, where threads have priorities (Linux). */
export function standBackInThread(): void {
  if (existsSync(SELF)) setPriority(Number(basename(readlinkSync(SELF))), 10)
}
