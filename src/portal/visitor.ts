import type { SignedInActor } from '../domain/audit.ts'
import type { SignInDeveloper } from '../domain/sign-in-store.ts'

/** Who is signed in, and in which session. */
export interface Visitor extends SignInDeveloper {
  readonly sessionId: string
}

/** Whose session a cookie holds; `undefined` for none, for one that is over, and for a suspended developer's. */
export type FindVisitor = (sessionToken: string) => Promise<Visitor | undefined>

/** Who does something to what is their own: an operator too does that as a developer. */
export function asDeveloper({ developerId, name }: Visitor): SignedInActor {
  return { kind: 'developer', developerId, name }
}

/** Who does something as an operator. That the visitor is one was made sure of before. */
export function asOperator({ developerId, name }: Visitor): SignedInActor {
  return { kind: 'operator', developerId, name }
}
