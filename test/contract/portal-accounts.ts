import { randomBytes } from 'node:crypto'
import type { AccountDesk } from '../../src/compose/open-account-desk.ts'
import type { SignedInActor } from '../../src/domain/audit.ts'
import type { KeySecret, KeyTraits } from '../../src/domain/own-key-store.ts'
import type { QuotaLimits } from '../../src/domain/quota.ts'
import { newName } from './new-key.ts'

/** The parts of the accounts that the portal manages, under test. */
export interface PortalAccountsUnderTest {
  readonly desk: PortalAccounts
  /** The same accounts, opened a second time where one process may: SQLite would wait for itself. */
  readonly other: PortalAccounts
  readonly defaultLimits: QuotaLimits
  /** Unix milliseconds on the clock that both were opened with. */
  readonly nowMs: () => number
  close(): Promise<void>
}

/** What of them is tried. */
export type PortalAccounts = Pick<
  AccountDesk,
  'store' | 'applications' | 'ownKeys' | 'developers' | 'plans' | 'audit' | 'signIn' | 'findKey'
>

/** An operator who is nobody in particular. */
export const OPERATOR = { kind: 'operator', developerId: 'operator', name: 'Olga' } as const

/** What a key that nobody has is recognised by. */
export function newSecret(): KeySecret {
  return { keyId: newName(), mac: randomBytes(32), pepperId: 'pepper' }
}

/** A plain key for ever. */
export const TRAITS: KeyTraits = {
  name: 'a key',
  scopes: ['game:rankings', 'game:decks'],
  regions: ['jp', 'tw'],
  expiresAtMs: undefined,
}

/** Somebody new signs in with a provider; returns them and the token of their session. */
export async function newDeveloper(
  { signIn }: PortalAccounts,
  registration: 'open' | 'approval' = 'open',
): Promise<SignedInActor & { readonly token: string }> {
  const person = { issuer: 'https://login.example', subject: newName(), name: newName() }
  const begun = await signIn.signInPerson(person, registration, {
    agent: '',
    sessionToken: undefined,
  })
  if (typeof begun === 'string') throw new Error(begun)
  const { developerId, name } = begun.developer
  return { kind: 'developer', developerId, name, token: begun.token }
}

/** A developer with an application; returns both. */
export async function newApplication(desk: PortalAccounts) {
  const by = await newDeveloper(desk)
  const made = await desk.applications.create(by, newName(), 10)
  if (typeof made === 'string') throw new Error(made)
  return { by, applicationId: made.applicationId, name: made.name }
}

/** What the audit trail says of a developer, the newest first: what was done, by whom, to what. */
export async function toldOf({ audit }: PortalAccounts, developerId: string) {
  const { entries } = await audit.list({ developerId, limit: 100 })
  return entries.map(({ action, by, subject }) => `${action} ${by.kind} ${subject ?? '-'}`)
}
