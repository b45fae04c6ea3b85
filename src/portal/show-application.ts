import type { ApplicationEntry, ApplicationKey } from '../domain/application-store.ts'
import type { PortalApplication, PortalKey } from './contract/shapes.ts'

/** A key in the shape of the table. */
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

/** An application in the shape of the table. */
export function showApplication({ keys, ...rest }: ApplicationEntry): PortalApplication {
  return { ...rest, keys: keys.map(showKey) }
}
