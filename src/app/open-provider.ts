import type { Config } from './config/read-config.ts'
import type { PortalAppOptions } from '../portal/portal-app.ts'
import type { ServedAccounts } from '../accounts/store/open-served-accounts.ts'
import { createPortalOrigins } from '../portal/portal-origins.ts'
import type { AppPlatform } from './app-platform.ts'

/** Opens the configured sign-in provider. Its client is loaded only if there is one. */
export async function openProvider(
  config: Config,
  { clock, fillRandom, observe }: Pick<AppPlatform, 'clock' | 'fillRandom' | 'observe'>,
  { service, pepper }: Pick<ServedAccounts, 'service' | 'pepper'>,
): Promise<PortalAppOptions['addNavigation']> {
  const { oidc, registration } = config.portal
  if (oidc === undefined) return () => {}
  const [{ createProvider }, { createAttempts }, { createAddProviderRoutes }] = await Promise.all([
    import('../portal/sign-in/oidc-provider.ts'),
    import('../portal/sign-in/sign-in-attempts.ts'),
    import('../portal/sign-in/provider-routes.ts'),
  ])
  return createAddProviderRoutes({
    service: () => service().signIn,
    provider: createProvider(oidc, clock),
    attempts: createAttempts({ pepper, fillRandom, nowMs: () => clock.nowMs() }),
    registration,
    originOf: createPortalOrigins(config).portal,
    onFault: (requestId, error) => observe({ type: 'fault', requestId, where: 'provider', error }),
  })
}
