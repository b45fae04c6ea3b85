import type { Config } from '../config.ts'
import type { Portal, PortalAbout } from '../http/portal-exchange.ts'
import type { About } from '../portal/create-portal-app.ts'
import type { PortalParts } from './create-portal-handlers.ts'
import type { World } from './world.ts'

/** The portal of a process, until it is closed. */
export interface OpenPortal {
  readonly portal: Portal
  close(): Promise<void>
}

type IncomingMessage = Parameters<Portal['serve']>[0]

/** The outside world, as far as the portal needs it. */
type PortalWorld = Pick<World, 'clock' | 'fillRandom' | 'observe'>

/**
 * Opens the portal; `undefined` where it is off. Its framework is loaded when somebody first asks for something: most
 * processes of many are never asked, and a start would wait for it.
 */
export function openPortal(
  config: Config,
  world: PortalWorld,
  parts: PortalParts,
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
  const { clock, observe } = world
  const open = async () => {
    const [{ createPortalApp }, { createPortalHandlers }, { portalFiles }] = await Promise.all([
      import('../portal/create-portal-app.ts'),
      import('./create-portal-handlers.ts'),
      import('./portal-files.ts'),
    ])
    return createPortalApp({
      ...(await createPortalHandlers(config, world, parts)),
      ...portalFiles(),
      origin: url,
      about: aboutOf,
      onFault: (requestId, error) => observe({ type: 'fault', requestId, where: 'portal', error }),
      requestsMinute,
      nowMs: () => clock.nowMs(),
    })
  }
  let opened: ReturnType<typeof open> | undefined
  // On a listener of its own there is nothing else to claim a target.
  const claims = listen === 'public' ? isPortalTarget : () => true
  return {
    portal: {
      claims,
      serve: (incoming, outgoing, about) => {
        abouts.set(incoming, about)
        opened ??= open().catch((error: unknown) => {
          // The next one tries again: what was missing may be there by then.
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
