import type { Config } from '../config.ts'
import type { PortalSettings } from '../portal/create-portal-app.ts'
import type { ServedAccounts } from './open-served-accounts.ts'
import { createPortalOrigins } from './portal-origins.ts'
import type { World } from './world.ts'

/** Opens the way to the provider that the settings name. Loaded only here: who has none does not wait for what speaks with one. */
export async function openProvider(
  config: Config,
  { clock, fillRandom, observe }: Pick<World, 'clock' | 'fillRandom' | 'observe'>,
  { desk, pepper }: Pick<ServedAccounts, 'desk' | 'pepper'>,
): Promise<PortalSettings['addNavigation']> {
  const { oidc, registration } = config.portal
  if (oidc === undefined) return () => {}
  const [{ createProvider }, { createAttempts }, { createAddProviderRoutes }] = await Promise.all([
    import('../portal/sign-in/create-provider.ts'),
    import('../portal/sign-in/create-attempts.ts'),
    import('../portal/sign-in/create-add-provider-routes.ts'),
  ])
  return createAddProviderRoutes({
    desk: () => desk().signIn,
    provider: createProvider(oidc, clock),
    attempts: createAttempts({ pepper, fillRandom, nowMs: () => clock.nowMs() }),
    registration,
    originOf: createPortalOrigins(config).portal,
    onFault: (requestId, error) => observe({ type: 'fault', requestId, where: 'provider', error }),
  })
}
