import { randomBytes } from 'node:crypto'
import type { AccountService } from '../../src/accounts/open-account-service.ts'
import type { SignedInActor } from '../../src/accounts/audit-note.ts'
import type { KeySecret, KeyTraits } from '../../src/accounts/self-service-keys.ts'
import type { QuotaLimits } from '../../src/quotas/quota.ts'
import { newName } from './new-key.ts'

/** The accounts of the portal under test. */
export interface PortalAccountsUnderTest {
  readonly accounts: PortalAccounts
  /**
   * The same accounts, opened a second time except on SQLite, where one process would block itself.
   */
  readonly other: PortalAccounts
  readonly defaultLimits: QuotaLimits
  /** Unix milliseconds on the clock that both were opened with. */
  readonly nowMs: () => number
  close(): Promise<void>
}

/** The parts of the accounts under test. */
export type PortalAccounts = Pick<
  AccountService,
  | 'store'
  | 'applications'
  | 'selfServiceKeys'
  | 'developers'
  | 'plans'
  | 'audit'
  | 'signIn'
  | 'findKey'
>

/** Any operator. */
export const OPERATOR = { kind: 'operator', developerId: 'operator', name: 'Olga' } as const

/** The MAC of a key that does not exist. */
export function newSecret(): KeySecret {
  return { keyId: newName(), mac: randomBytes(32), pepperId: 'pepper' }
}

/** A key with defaults and without expiry. */
export const TRAITS: KeyTraits = {
  name: 'a key',
  scopes: ['game:rankings', 'game:decks'],
  regions: ['jp', 'tw'],
  expiresAtMs: undefined,
}

/** Signs in a new person with a provider. Returns them and their session token. */
export async function newDeveloper(
  { signIn }: PortalAccounts,
  registration: 'open' | 'approval' = 'open',
): Promise<SignedInActor & { readonly token: string }> {
  const person = { issuer: 'https://login.example', subject: newName(), name: newName() }
  const started = await signIn.signInIdentity(person, registration, {
    agent: '',
    sessionToken: undefined,
  })
  if (typeof started === 'string') throw new Error(started)
  const { developerId, name } = started.developer
  return { kind: 'developer', developerId, name, token: started.token }
}

/** Creates a developer with an application. Returns both. */
export async function newApplication(service: PortalAccounts) {
  const by = await newDeveloper(service)
  const made = await service.applications.create(by, newName(), 10)
  if (typeof made === 'string') throw new Error(made)
  return { by, applicationId: made.applicationId, name: made.name }
}

/** Returns the audit trail of a developer, newest first: action, actor and target. */
export async function trailOf({ audit }: PortalAccounts, developerId: string) {
  const { entries } = await audit.list({ developerId, limit: 100 })
  return entries.map(({ action, by, subject }) => `${action} ${by.kind} ${subject ?? '-'}`)
}
