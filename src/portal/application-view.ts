import type { ApplicationEntry, ApplicationKey } from '../accounts/application-store.ts'
import type { PortalApplication, PortalKey } from './contract/shapes.ts'

/** Returns a key in the portal's format. */
export function showKey(key: ApplicationKey): PortalKey {
  const { expiresAtMs, revokedAtMs, replacedBy, scopes, regions, ...rest } = key
  return {
    ...rest,
    scopes: [...scopes],
    regions: [...regions],
    ...(expiresAtMs !== undefined && { expiresAtMs }),
    ...(revokedAtMs !== undefined && { revokedAtMs }),
    ...(replacedBy !== undefined && { replacedBy }),
  }
}

/** Returns an application in the portal's format. */
export function showApplication({ keys, ...rest }: ApplicationEntry): PortalApplication {
  return { ...rest, keys: keys.map(showKey) }
}
