import type { SignInDesk } from '../../access/sign-in-desk.ts'
import type { FindVisitor } from '../visitor.ts'

/** Makes what finds who is signed in. It asks the store each time, so a session that has ended is over at once. */
export function createFindVisitor(desk: () => Pick<SignInDesk, 'visitorOf'>): FindVisitor {
  return async (sessionToken) => {
    const found = await desk().visitorOf(sessionToken)
    return found && { ...found.developer, sessionId: found.sessionId }
  }
}
