import type { SignedInActor } from '../accounts/audit-note.ts'
import type { SignInDeveloper } from '../accounts/sign-in-store.ts'

/** Signed-in developer with their session. */
export interface CurrentUser extends SignInDeveloper {
  readonly sessionId: string
}

/**
 * Returns the user of a session cookie; `undefined` when it is missing, has ended or belongs to a
 * suspended developer.
 */
export type FindCurrentUser = (sessionToken: string) => Promise<CurrentUser | undefined>

/**
 * Returns the user as the actor on their own account, which an operator also changes as a
 * developer.
 */
export function asDeveloper({ developerId, name }: CurrentUser): SignedInActor {
  return { kind: 'developer', developerId, name }
}

/** Returns the user as an operator. The caller has checked the role. */
export function asOperator({ developerId, name }: CurrentUser): SignedInActor {
  return { kind: 'operator', developerId, name }
}
