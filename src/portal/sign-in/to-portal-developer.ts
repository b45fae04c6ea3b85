import type { SignInDeveloper } from '../../domain/sign-in-store.ts'
import type { PortalDeveloper } from '../contract/shapes.ts'

/** Somebody who signs in, as pages show them, and nothing else of theirs. Who is suspended never gets here. */
export function toPortalDeveloper({
  developerId,
  name,
  isOperator,
  isWaiting,
  plan,
  limits,
  createdAtMs,
}: SignInDeveloper): PortalDeveloper {
  return {
    developerId,
    name,
    isOperator,
    limits,
    createdAtMs,
    state: isWaiting ? 'waiting' : 'active',
    ...(plan !== undefined && { plan }),
  }
}
