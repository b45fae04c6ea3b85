import type { StoredKey } from '../../src/domain/key-store.ts'
import { createUnknownKeyGuard } from '../../src/access/unknown-key-guard.ts'
import { createVerdicts, type Verdicts, type VerdictSettings } from '../../src/access/verdicts.ts'

/** Verdicts on keys, for whoever may show as many unknown ones as they like. */
export interface TestVerdicts {
  find(keyId: string): Promise<StoredKey | undefined> | StoredKey | undefined
  stands: Verdicts['stands']
  close(): void
}

/** Makes verdicts with a guard that never refuses, asked from one network. */
export function createTestVerdicts(settings: Omit<VerdictSettings, 'guard'>): TestVerdicts {
  const { clock } = settings
  const guard = createUnknownKeyGuard({ clock, limit: Infinity, onRefused: () => {} })
  const { find, stands, close } = createVerdicts({ ...settings, guard })
  return { find: (keyId) => find(keyId, () => '192.0.2.1'), stands, close }
}
