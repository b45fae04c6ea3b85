import type { StoredKey } from '../../src/accounts/keys/key-store.ts'
import { createUnknownKeyGuard } from '../../src/keyed/access/unknown-key-guard.ts'
import {
  createKeyCache,
  type KeyCache,
  type KeyCacheOptions,
} from '../../src/keyed/access/key-cache.ts'

/** A key cache without a limit for unknown keys. */
export interface TestKeyCache {
  find(keyId: string): Promise<StoredKey | undefined> | StoredKey | undefined
  isCurrent: KeyCache['isCurrent']
  close(): void
}

/** Creates a key cache whose guard rejects nothing; all lookups come from one network. */
export function createTestKeyCache(options: Omit<KeyCacheOptions, 'guard'>): TestKeyCache {
  const { clock } = options
  const guard = createUnknownKeyGuard({ clock, limit: Infinity, onRejected: () => {} })
  const { find, isCurrent, close } = createKeyCache({ ...options, guard })
  return { find: (keyId) => find(keyId, () => '192.0.2.1'), isCurrent, close }
}
