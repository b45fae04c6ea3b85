/** The header lines that a browser says with, where a request comes from. */
export interface OriginFacts {
  readonly origin: string | undefined
  readonly secFetchSite: string | undefined
  readonly host: string | undefined
}

/**
 * Whether a page of the portal itself sent this request, as the browser says. Browsers set `Sec-Fetch-Site` and `Origin`, and no
 * page can; what has neither line was sent by no browser of this decade, and is refused too. `origin` is the portal's own,
 * empty when it is not set: then the host that was asked for counts.
 */
export function isSameOrigin({ origin, secFetchSite, host }: OriginFacts, own: string): boolean {
  if (secFetchSite !== undefined && secFetchSite !== 'same-origin') return false
  if (origin === undefined) return secFetchSite === 'same-origin'
  if (own !== '') return origin === own
  return host !== undefined && URL.parse(origin)?.host === host.toLowerCase()
}
