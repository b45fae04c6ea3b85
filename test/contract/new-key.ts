import { randomBytes, randomUUID } from 'node:crypto'
import type { NewKey } from '../../src/accounts/account-store.ts'

/** Returns a unique name or id, so that suites can share a store. */
export const newName = (): string => randomUUID().replaceAll('-', '').slice(0, 16)

/** Creates a new key; unspecified fields are random or defaults. */
export function newKey(about: Partial<NewKey> = {}): NewKey {
  return {
    keyId: newName(),
    name: '',
    developer: newName(),
    application: 'app',
    scopes: ['game:rankings', 'game:decks'],
    regions: ['jp', 'tw'],
    createdAtMs: 1_780_000_000_123,
    expiresAtMs: undefined,
    mac: randomBytes(32),
    pepperId: 'pepper',
    ...about,
  }
}
