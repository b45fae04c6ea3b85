import { useEffect, useState } from 'preact/hooks'
import { parseRoute, type PageName } from '../layout/route.ts'

/** Format of the secret of a link. */
const SECRET = /^#([A-Za-z0-9_-]{20,100})$/

/** Pages whose links carry a secret. */
type SecretPage = Extract<PageName, 'signIn' | 'requestAccess'>

/** Where this tab stores the secret of a request for access, so that a reload still shows it. */
const REQUEST_KEY = 'backline-access-request'

const held: { [Page in SecretPage]?: string | undefined } = {}

/**
 * Moves the secret out of the address bar, where it would be visible, copied and kept in the
 * history. Call it before the first render.
 */
export function storeLinkSecret(): void {
  const { page } = parseRoute(location)
  if (page !== 'signIn' && page !== 'requestAccess') return
  if (location.hash === '') {
    if (page === 'requestAccess') held[page] ??= readRequest()
    return
  }
  passLinkSecret(page, SECRET.exec(location.hash)?.[1])
  history.replaceState(undefined, '', location.pathname + location.search)
}

/** Passes a secret to a page, as if its link had been opened; `undefined`: forgets it. */
export function passLinkSecret(page: SecretPage, secret: string | undefined): void {
  held[page] = secret
  if (page === 'requestAccess') writeRequest(secret)
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
      passLinkSecret(page, undefined)
      setSecret(undefined)
    },
  ]
}

function readRequest(): string | undefined {
  try {
    return SECRET.exec(`#${sessionStorage.getItem(REQUEST_KEY) ?? ''}`)?.[1]
  } catch {
    return undefined
  }
}

function writeRequest(secret: string | undefined): void {
  try {
    if (secret === undefined) sessionStorage.removeItem(REQUEST_KEY)
    else sessionStorage.setItem(REQUEST_KEY, secret)
  } catch {
    // Without storage, a reload needs the link again.
  }
}
