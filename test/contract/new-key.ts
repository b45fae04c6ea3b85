import { randomBytes, randomUUID } from 'node:crypto'
import type { NewKey } from '../../src/domain/account-store.ts'

/** A name or an id that no other test uses, so that suites may share a store. */
export const newName = (): string => randomUUID().replaceAll('-', '').slice(0, 16)

/** A key that nobody has; what is not said is drawn or plain. */
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
