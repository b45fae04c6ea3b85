import type { SignInStore } from '../../domain/sign-in-store.ts'
import { createIdentities } from './identities.ts'
import { createInvitations } from './invitations.ts'
import { createRoles } from './roles.ts'
import { createSessions } from './sessions.ts'
import type { SignInSettings } from './sign-in-settings.ts'

/** Who signs in, in SQL. In each transaction a write comes first, so that two writers queue and neither fails. */
export function createSignInStore(settings: SignInSettings): SignInStore {
  return {
    ...createSessions(settings),
    ...createInvitations(settings),
    ...createIdentities(settings),
    ...createRoles(settings),
  }
}
