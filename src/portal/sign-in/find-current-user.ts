import type { SignInService } from '../../accounts/sign-in-service.ts'
import type { FindCurrentUser } from '../current-user.ts'

/**
 * Creates the look-up of the current user. It reads the store each time, so an ended session stops
 * working at once.
 */
export function createFindCurrentUser(
  service: () => Pick<SignInService, 'findSession'>,
): FindCurrentUser {
  return async (sessionToken) => {
    const found = await service().findSession(sessionToken)
    return found && { ...found.developer, sessionId: found.sessionId }
  }
}
