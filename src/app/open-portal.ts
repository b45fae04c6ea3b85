import type { Config } from './config/read-config.ts'
import type { LoadShedder } from '../platform/http/server/load-shedding.ts'
import type { Portal, PortalAbout } from '../portal/portal-exchange.ts'
import type { About } from '../portal/portal-requests.ts'
import type { PortalHandlersOptions } from './portal-handlers-wiring.ts'
import type { AppPlatform } from './app-platform.ts'

/** The portal of a process, until it is closed. */
export interface OpenPortal {
  readonly portal: Portal
  close(): Promise<void>
}

type IncomingMessage = Parameters<Portal['serve']>[0]

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
  parts: PortalHandlersOptions,
): OpenPortal | undefined {
  const { listen, url, requestsMinute } = config.portal
  if (listen === 'off') return undefined
  const abouts = new WeakMap<IncomingMessage, PortalAbout>()
  const aboutOf = ({ raw }: { readonly raw: IncomingMessage }): About => {
    const about = abouts.get(raw)
    return {
      requestId: about?.requestId ?? '',
      network: about?.network() ?? '',
      name: (operation) => {
        if (about !== undefined) about.operation = operation
      },
    }
  }
  const { clock, observe, load } = platform
  const isShed = () => {
    const overload = load.isOverloaded()
    if (overload !== undefined) observe({ type: 'load.shed', overload })
    return overload !== undefined
  }
  const open = async () => {
    const [{ createPortalApp }, { createPortalHandlers }, { portalFiles }] = await Promise.all([
      import('../portal/portal-app.ts'),
      import('./portal-handlers-wiring.ts'),
      import('../portal/portal-files.ts'),
    ])
    return createPortalApp({
      ...(await createPortalHandlers(config, platform, parts)),
      ...portalFiles(),
      origin: url,
      about: aboutOf,
      onFault: (requestId, error) => observe({ type: 'fault', requestId, where: 'portal', error }),
      isShed,
      requestsMinute,
      nowMs: () => clock.nowMs(),
    })
  }
  let opened: ReturnType<typeof open> | undefined
  // On a listener of its own the portal serves every target.
  const claims = listen === 'public' ? isPortalTarget : () => true
  return {
    portal: {
      claims,
      serve: (incoming, outgoing, about) => {
        abouts.set(incoming, about)
        opened ??= open().catch((error: unknown) => {
          // The next request retries: the cause may be gone by then.
          opened = undefined
          throw error
        })
        const route = async (loading: ReturnType<typeof open>) => {
          try {
            const app = await loading
            app.routing(incoming, outgoing)
          } catch (error) {
            observe({ type: 'fault', requestId: about.requestId, where: 'portal', error })
            if (outgoing.headersSent) return void outgoing.destroy()
            outgoing.writeHead(503, { 'Content-Length': 0, 'Retry-After': '5' }).end()
          }
        }
        void route(opened)
      },
    },
    close: async () => {
      await opened?.then(
        (app) => app.close(),
        () => {},
      )
    },
  }
}

function isPortalTarget(target: string): boolean {
  return /^\/portal(?:[/?#]|$)/.test(target)
}
