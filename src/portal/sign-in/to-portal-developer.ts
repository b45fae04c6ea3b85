import type { SignInDeveloper } from '../../domain/sign-in-store.ts'
import type { PortalDeveloper } from '../contract/shapes.ts'

/** Somebody who signs in, as pages show them. Who is suspended never gets here. */
export function toPortalDeveloper({
  isWaiting,
  plan,
  ...developer
}: SignInDeveloper): PortalDeveloper {
  return {
    ...developer,
    state: isWaiting ? 'waiting' : 'active',
    ...(plan !== undefined && { plan }),
  }
}
