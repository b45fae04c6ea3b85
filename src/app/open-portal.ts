import type { Config } from './config/read-config.ts'
import type { LoadShedder } from '../platform/http/server/overload/load-shedding.ts'
import { LazyPortal, type LazyPortalOptions } from '../portal/lazy-portal.ts'
import type { Portal } from '../portal/portal-exchange.ts'
import type { PortalHandlersOptions } from './portal-handlers-wiring.ts'
import { portalLink } from '../site/layout/portal-link.ts'
import { createPortalOrigins } from '../portal/portal-origins.ts'
import { PUBLIC_LISTENER, renderErrorPage } from '../site/render-error-page.ts'
import type { AppPlatform } from './app-platform.ts'
import type { IncidentFeed } from './public/incident-feed.ts'

/** The portal of a process, until it is closed. */
export interface OpenPortal {
  readonly portal: Portal
  close(): Promise<void>
}

/** The part of the platform that the portal needs. */
interface PortalPlatform extends Pick<AppPlatform, 'clock' | 'fillRandom' | 'observe'> {
  /** The load of the process; under overload, requests that need stores are rejected. */
  readonly load: LoadShedder
}

/**
 * Opens the portal; returns `undefined` if it is off. Loads its framework on the first request,
 * because most processes never serve the portal and it delays the start.
 */
export function openPortal(
  config: Config,
  platform: PortalPlatform,
  parts: PortalHandlersOptions & { readonly incidents: IncidentFeed },
): OpenPortal | undefined {
  const { listen, url, requestsMinute, accessRequestsDay } = config.portal
  if (listen === 'off') return undefined
  const addresses = addressesOf(config)
  const { clock, observe, load } = platform
  const onFault = (requestId: string, error: unknown) =>
    observe({ type: 'fault', requestId, where: 'portal', error })
  const errors = {
    maintenanceLeftS: () => parts.incidents.maintenanceLeftS(['portal']),
    renderErrorPage: (page) =>
      renderErrorPage({
        ...page,
        ...addresses,
        maintenance: parts.incidents.announced(),
        nowMs: clock.nowMs(),
      }),
  } satisfies Pick<LazyPortalOptions, 'maintenanceLeftS' | 'renderErrorPage'>
  const lazy = new LazyPortal({
    ...errors,
    onFault,
    open: async (about) => {
      const [{ createPortalApp }, { createPortalHandlers }, { portalFiles }] = await Promise.all([
        import('../portal/portal-app.ts'),
        import('./portal-handlers-wiring.ts'),
        import('../portal/portal-files.ts'),
      ])
      return createPortalApp({
        ...(await createPortalHandlers(config, platform, parts)),
        ...portalFiles(),
        ...errors,
        origin: url,
        requestsMinute,
        accessRequestsDay,
        about: ({ raw }) => about(raw),
        onFault,
        isShed: () => {
          const overload = load.isOverloaded()
          if (overload !== undefined) observe({ type: 'load.shed', overload })
          return overload !== undefined
        },
        nowMs: () => clock.nowMs(),
      })
    },
  })
  return {
    portal: {
      // On a listener of its own the portal serves every target.
      claims: listen === 'public' ? isPortalTarget : () => true,
      serve: (incoming, outgoing, about) => void lazy.serve(incoming, outgoing, about),
    },
    close: () => lazy.close(),
  }
}

/** Returns where the error pages of the portal find their files and link to. */
function addressesOf(config: Config) {
  if (config.portal.listen === 'public') return { ...PUBLIC_LISTENER, portal: portalLink(config) }
  // A listener of its own serves nothing but the portal.
  const siteOrigin = createPortalOrigins(config).api(undefined)
  return { assets: '/portal/assets', siteOrigin, portal: '/portal' }
}

function isPortalTarget(target: string): boolean {
  return /^\/portal(?:[/?#]|$)/.test(target)
}
