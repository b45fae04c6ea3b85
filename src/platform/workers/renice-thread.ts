import { existsSync, readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'
import { basename } from 'node:path'

const SELF = '/proc/thread-self'

/**
 * Lowers the priority of this thread below the serving one, where threads have priorities (Linux).
 */
export function reniceThread(): void {
  if (existsSync(SELF)) setPriority(Number(basename(readlinkSync(SELF))), 10)
}
