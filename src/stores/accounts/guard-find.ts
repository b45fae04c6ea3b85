import type { Clock } from '../../domain/clock.ts'
import type { KeyStore } from '../../domain/key-store.ts'
import { createGuard, type GuardSettings } from '../create-guard.ts'

/** Milliseconds that a request waits for a look-up. A healthy database takes one or two. */
const FIND_MS = 250

/** What look-ups are guarded with. */
export interface GuardFindSettings {
  readonly find: KeyStore['find']
  readonly clock: Pick<Clock, 'monotonicMs' | 'after'>
  readonly onChange: GuardSettings['onChange']
}

/** Look-ups behind a guard. */
export interface GuardedFind {
  /** Looks keys up so that no request waits for a database that is frozen, unreachable or slow. Rejects instead. */
  readonly find: KeyStore['find']
  /** Ends the guard's own tries. */
  close(): void
}

/** Puts a guard before look-ups. While the database is away it looks for a key that nobody has, to see it come back. */
export function guardFind({ find, clock, onChange }: GuardFindSettings): GuardedFind {
  const probe = async () => find('')
  const guard = createGuard({ clock, deadlineMs: FIND_MS, probe, onChange })
  return { find: (keyId) => guard.call(async () => find(keyId)), close: guard.close }
}
