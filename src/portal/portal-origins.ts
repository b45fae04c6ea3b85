import type { PortalConfig } from './portal-config.ts'
import type { ListenAddress, ListenConfig } from '../platform/http/listen-config.ts'
import { isLoopback } from '../platform/net/is-loopback.ts'
import { originAt } from '../platform/net/origin-at.ts'

/** Origins seen by a browser of the portal, without a trailing slash. */
export interface PortalOrigins {
  /** Origin of the portal. `host` is the request's `Host`. */
  readonly portal: (host: string | undefined) => string
  /** Origin of the API. */
  readonly api: (host: string | undefined) => string
}

/**
 * Creates the origins: the configured ones. Without them, a request to a loopback name gets that
 * name, which reaches this machine only from itself; any other `Host` could be forged and is
 * ignored.
 */
export function createPortalOrigins({
  portal,
  listen,
  publicUrl,
}: { readonly portal: PortalConfig } & Pick<ListenConfig, 'listen' | 'publicUrl'>): PortalOrigins {
  const isApart = typeof portal.listen === 'object'
  const own = originHere(typeof portal.listen === 'object' ? portal.listen : listen)
  const ofPortal = (host: string | undefined) => {
    if (portal.url !== '') return portal.url
    const requestUrl = URL.parse(`http://${host ?? ''}`)
    return requestUrl !== null && isLoopback(requestUrl.hostname) ? requestUrl.origin : own
  }
  return {
    portal: ofPortal,
    api: (host) => {
      if (publicUrl !== '') return publicUrl
      return isApart ? originHere(listen) : ofPortal(host)
    },
  }
}

/** Returns the origin by which this machine reaches its own listener. */
function originHere({ host, port }: ListenAddress): string {
  const isEverywhere = host === '0.0.0.0' || host === '::'
  return new URL(originAt({ host: isEverywhere ? 'localhost' : host, port })).origin
}
