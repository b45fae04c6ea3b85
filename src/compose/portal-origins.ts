import type { Config } from '../config.ts'
import type { ListenAddress } from '../config/listen-settings.ts'
import { isLoopback } from '../domain/is-loopback.ts'
import { originAt } from '../domain/origin-at.ts'

/** The origins that a browser of the portal sees, without a slash at their ends. */
export interface PortalOrigins {
  /** Of the portal. `host` is what the browser calls this server. */
  portal(host: string | undefined): string
  /** Of the interfaces that keys are for. */
  api(host: string | undefined): string
}

/**
 * Makes what says the origins: those that are set. Where none is, a browser that calls this server by a name of its own
 * machine is told that name, for it means this one to nobody else; every other `Host` could be anybody's, and counts for nothing.
 */
export function createPortalOrigins({
  portal,
  listen,
  publicUrl,
}: Pick<Config, 'portal' | 'listen' | 'publicUrl'>): PortalOrigins {
  const isApart = typeof portal.listen === 'object'
  const own = originHere(typeof portal.listen === 'object' ? portal.listen : listen)
  const ofPortal = (host: string | undefined) => {
    if (portal.url !== '') return portal.url
    const asked = URL.parse(`http://${host ?? ''}`)
    return asked !== null && isLoopback(asked.hostname) ? asked.origin : own
  }
  return {
    portal: ofPortal,
    api: (host) => {
      if (publicUrl !== '') return publicUrl
      return isApart ? originHere(listen) : ofPortal(host)
    },
  }
}

/** The origin by which this machine reaches a listener of its own, as browsers write it. */
function originHere({ host, port }: ListenAddress): string {
  const isEverywhere = host === '0.0.0.0' || host === '::'
  return new URL(originAt({ host: isEverywhere ? 'localhost' : host, port })).origin
}
