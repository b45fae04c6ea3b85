import type { IncomingMessage } from 'node:http'
import type { Portal, PortalAbout } from './portal-exchange.ts'
import { portalHeaders } from './portal-headers.ts'
import type { About } from './portal-requests.ts'
import { renderPortalError, type PortalErrorOptions } from './render-portal-error.ts'

/** The part of the portal's application that serves requests. */
export interface PortalApplication {
  readonly routing: (...request: ServedRequest) => void
  readonly close: () => PromiseLike<unknown>
}

type ServedRequest = [incoming: IncomingMessage, outgoing: Parameters<Portal['serve']>[1]]

/** Options of {@link LazyPortal}. */
export interface LazyPortalOptions extends Pick<
  PortalErrorOptions,
  'renderErrorPage' | 'maintenanceLeftS'
> {
  /** Opens the application, which reads the facts of a request with `about`. */
  readonly open: (about: (incoming: IncomingMessage) => About) => Promise<PortalApplication>
  /** Called with internal faults. */
  readonly onFault: (requestId: string, error: unknown) => void
}

/** A portal whose application is opened by its first request. */
export class LazyPortal {
  readonly #options: LazyPortalOptions
  readonly #abouts = new WeakMap<IncomingMessage, PortalAbout>()
  #opened: Promise<PortalApplication> | undefined

  constructor(options: LazyPortalOptions) {
    this.#options = options
  }

  /** Serves a request, or answers 503 if the application cannot be opened. Never rejects. */
  async serve(...[incoming, outgoing, about]: Parameters<Portal['serve']>): Promise<void> {
    const { onFault, renderErrorPage, maintenanceLeftS } = this.#options
    const { requestId } = about
    this.#abouts.set(incoming, about)
    try {
      const app = await this.#load()
      app.routing(incoming, outgoing)
    } catch (error) {
      const { status, headers, body } = renderPortalError(incoming, error, {
        requestId,
        onFault: (cause) => onFault(requestId, cause),
        renderErrorPage,
        maintenanceLeftS,
      })
      if (outgoing.headersSent) return void outgoing.destroy()
      outgoing
        .writeHead(status, {
          ...portalHeaders(requestId),
          ...headers,
          'Content-Length': body.byteLength,
        })
        .end(body)
    }
  }

  /** Closes the application, if it has been opened. Never rejects because it could not be. */
  async close(): Promise<void> {
    await this.#opened?.then(
      (app) => app.close(),
      () => {},
    )
  }

  #load(): Promise<PortalApplication> {
    this.#opened ??= this.#options
      .open((incoming) => this.#aboutOf(incoming))
      .catch((error: unknown) => {
        // The next request retries: the cause may be gone by then.
        this.#opened = undefined
        throw error
      })
    return this.#opened
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
}
