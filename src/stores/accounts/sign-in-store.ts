import type { SignInStore } from '../../domain/sign-in-store.ts'
import type { AccountParts } from './account-parts.ts'
import { createIdentities } from './identities.ts'
import { createInvitations } from './invitations.ts'
import { createRoles } from './roles.ts'
import { createSessions } from './sessions.ts'

/** Who signs in, in SQL. In each transaction a write comes first, so that two writers queue and neither fails. */
export function createSignInStore(parts: AccountParts): SignInStore {
  return {
    ...createSessions(parts),
    ...createInvitations(parts),
    ...createIdentities(parts),
    ...createRoles(parts),
  }
}
