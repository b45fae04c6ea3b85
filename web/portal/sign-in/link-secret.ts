import { useEffect, useState } from 'preact/hooks'
import { parseRoute, type PageName } from '../layout/route.ts'

/** Format of the secret of a link. */
const SECRET = /^#([A-Za-z0-9_-]{20,100})$/

/** Pages whose links carry a secret. */
type SecretPage = Extract<PageName, 'signIn' | 'requestAccess'>

const held: { [Page in SecretPage]?: string | undefined } = {}

/**
 * Moves the secret out of the address bar, where it would be visible, copied and kept in the
 * history. Call it before the first render.
 */
export function storeLinkSecret(): void {
  const { page } = parseRoute(location)
  if ((page !== 'signIn' && page !== 'requestAccess') || location.hash === '') return
  held[page] = SECRET.exec(location.hash)?.[1]
  history.replaceState(undefined, '', location.pathname + location.search)
}

/** Passes a secret to a page, as if its link had been opened. */
export function passLinkSecret(page: SecretPage, secret: string): void {
  held[page] = secret
}

/**
 * Returns the secret of the opened link of a page and a function that clears it. Notices links
 * opened later in the same page.
 */
export function useLinkSecret(
  page: SecretPage,
): readonly [secret: string | undefined, forget: () => void] {
  const [secret, setSecret] = useState(held[page])
  useEffect(() => {
    const update = () => {
      storeLinkSecret()
      setSecret(held[page])
    }
    globalThis.addEventListener('hashchange', update)
    return () => globalThis.removeEventListener('hashchange', update)
  }, [page])
  return [
    secret,
    () => {
      held[page] = undefined
      setSecret(undefined)
    },
  ]
}
