import type { Config } from './config/read-config.ts'
import type { LoadShedder } from '../platform/http/server/load-shedding.ts'
import type { Portal, PortalAbout } from '../portal/portal-exchange.ts'
import type { About } from '../portal/portal-requests.ts'
import type { createPortalApp, PortalAppOptions } from '../portal/portal-app.ts'
import type { PortalHandlersOptions } from './portal-handlers-wiring.ts'
import { CONTENT_SECURITY_POLICIES } from '../platform/http/headers/content-security-policy.ts'
import { wantsErrorPage, type ErrorPage } from '../platform/http/errors/error-page.ts'
import { portalLink } from '../site/layout/portal-link.ts'
import { createPortalOrigins } from '../portal/portal-origins.ts'
import { PUBLIC_LISTENER, renderErrorPage } from '../site/render-error-page.ts'
import type { AppPlatform } from './app-platform.ts'
import type { IncidentFeed } from './incident-feed.ts'

/** The portal of a process, until it is closed. */
export interface OpenPortal {
  readonly portal: Portal
  close(): Promise<void>
}

type IncomingMessage = Parameters<Portal['serve']>[0]
type PortalLimits = Pick<
  PortalAppOptions,
  'origin' | 'requestsMinute' | 'accessRequestsDay' | 'renderErrorPage' | 'maintenanceLeftS'
>
type PortalApp = Awaited<ReturnType<typeof createPortalApp>>

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
  const addresses =
    listen === 'public'
      ? { ...PUBLIC_LISTENER, portal: portalLink(config) }
      : // A listener of its own serves nothing but the portal.
        {
          assets: '/portal/assets',
          siteOrigin: createPortalOrigins(config).api(undefined),
          portal: '/portal',
        }
  const lazy = new LazyPortal(config, platform, parts, {
    origin: url,
    requestsMinute,
    accessRequestsDay,
    maintenanceLeftS: () => parts.incidents.maintenanceLeftS(['portal']),
    renderErrorPage: (page) =>
      renderErrorPage({
        ...page,
        ...addresses,
        maintenance: parts.incidents.announced(),
        nowMs: platform.clock.nowMs(),
      }),
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

/** `Retry-After` of a portal that cannot be opened, in seconds. */
const RETRY_S = 5

class LazyPortal {
  readonly #config: Config
  readonly #platform: PortalPlatform
  readonly #parts: PortalHandlersOptions
  readonly #limits: PortalLimits
  readonly #abouts = new WeakMap<IncomingMessage, PortalAbout>()
  #opened: Promise<PortalApp> | undefined

  constructor(
    config: Config,
    platform: PortalPlatform,
    parts: PortalHandlersOptions,
    limits: PortalLimits,
  ) {
    this.#config = config
    this.#platform = platform
    this.#parts = parts
    this.#limits = limits
  }

  /** Serves a request, or answers 503 if the portal cannot be opened. Never rejects. */
  async serve(...[incoming, outgoing, about]: Parameters<Portal['serve']>): Promise<void> {
    const { observe } = this.#platform
    this.#abouts.set(incoming, about)
    try {
      const app = await this.#load()
      app.routing(incoming, outgoing)
    } catch (error) {
      observe({ type: 'fault', requestId: about.requestId, where: 'portal', error })
      if (outgoing.headersSent) return void outgoing.destroy()
      const plannedS = this.#limits.maintenanceLeftS()
      const retryAfterS = Math.max(plannedS, RETRY_S)
      const page = this.#renderUnavailable(incoming, {
        requestId: about.requestId,
        retryAfterS,
        isPlanned: plannedS > 0,
      })
      outgoing
        .writeHead(503, {
          'Content-Type': 'text/html; charset=utf-8',
          'Content-Length': Buffer.byteLength(page),
          'Content-Security-Policy': CONTENT_SECURITY_POLICIES.portal,
          'Cache-Control': 'no-store',
          'Retry-After': String(retryAfterS),
        })
        .end(page)
    }
  }

  /** Returns the page for a browser; nothing for a program. */
  #renderUnavailable(
    { url = '', headers }: IncomingMessage,
    facts: Pick<ErrorPage, 'requestId' | 'retryAfterS' | 'isPlanned'>,
  ): string {
    if (!wantsErrorPage({ target: url, headers })) return ''
    return this.#limits.renderErrorPage({
      ...facts,
      status: 503,
      code: 'unavailable',
      acceptLanguage: headers['accept-language'],
      cookie: headers.cookie,
    })
  }

  async close(): Promise<void> {
    await this.#opened?.then(
      (app) => app.close(),
      () => {},
    )
  }

  #load(): Promise<PortalApp> {
    this.#opened ??= this.#open().catch((error: unknown) => {
      // The next request retries: the cause may be gone by then.
      this.#opened = undefined
      throw error
    })
    return this.#opened
  }

  async #open(): Promise<PortalApp> {
    const { clock, observe } = this.#platform
    const [{ createPortalApp }, { createPortalHandlers }, { portalFiles }] = await Promise.all([
      import('../portal/portal-app.ts'),
      import('./portal-handlers-wiring.ts'),
      import('../portal/portal-files.ts'),
    ])
    return createPortalApp({
      ...(await createPortalHandlers(this.#config, this.#platform, this.#parts)),
      ...portalFiles(),
      ...this.#limits,
      about: ({ raw }) => this.#aboutOf(raw),
      onFault: (requestId, error) => observe({ type: 'fault', requestId, where: 'portal', error }),
      isShed: () => this.#isShed(),
      nowMs: () => clock.nowMs(),
    })
  }

  #aboutOf(incoming: IncomingMessage): About {
    const about = this.#abouts.get(incoming)
    return {
      requestId: about?.requestId ?? '',
      network: about?.network() ?? '',
      name: (operation) => {
        if (about !== undefined) about.operation = operation
      },
    }
  }

  #isShed(): boolean {
    const { load, observe } = this.#platform
    const overload = load.isOverloaded()
    if (overload !== undefined) observe({ type: 'load.shed', overload })
    return overload !== undefined
  }
}

function isPortalTarget(target: string): boolean {
  return /^\/portal(?:[/?#]|$)/.test(target)
}
