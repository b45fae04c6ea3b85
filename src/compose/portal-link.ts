import type { Config } from '../config.ts'

/**
 * Where the pages beside the interfaces lead whoever looks for the portal; `undefined` where it is off, or on a listener of its own whose
 * origin for browsers nobody has set.
 */
export function portalLink({ portal }: Pick<Config, 'portal'>): string | undefined {
  const { listen, url } = portal
  if (listen === 'off') return undefined
  // Signing in holds to the origin that is set, by whatever name the reader came here.
  if (url !== '') return `${url}/portal`
  return listen === 'public' ? '/portal' : undefined
}
