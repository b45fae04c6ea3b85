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

/** Looks keys up so that no request waits for a database that is frozen, unreachable or slow. Rejects instead. */
export function guardFind({ find, clock, onChange }: GuardFindSettings): KeyStore['find'] {
  const guard = createGuard({ clock, deadlineMs: FIND_MS, onChange })
  return (keyId) => guard.call(async () => find(keyId))
}
