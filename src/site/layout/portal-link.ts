/** The address of the portal, as far as links need it. */
export interface PortalAddress {
  readonly listen: object | 'public' | 'off'
  /** The public origin, without a trailing slash; empty if not configured. */
  readonly url: string
}

/**
 * Returns the portal link for the other pages; `undefined` when the portal is off, or has its own
 * listener without a configured origin.
 */
export function portalLink({ portal }: { readonly portal: PortalAddress }): string | undefined {
  const { listen, url } = portal
  if (listen === 'off') return undefined
  // Sign-in works only on the configured origin, whatever host the reader used.
  if (url !== '') return `${url}/portal`
  return listen === 'public' ? '/portal' : undefined
}
