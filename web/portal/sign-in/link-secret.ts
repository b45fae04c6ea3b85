import { useEffect, useState } from 'preact/hooks'
import { readPlace } from '../frame/place.ts'

/** The secret of a sign-in link, as the portal makes it. */
const SECRET = /^#([A-Za-z0-9_-]{20,100})$/

let held: string | undefined

/**
 * Takes the secret out of the address bar, where it would be seen, copied and kept in the history. It is done before anything
 * is shown.
 */
export function holdLinkSecret(): void {
  if (readPlace(location).page !== 'signIn' || location.hash === '') return
  held = SECRET.exec(location.hash)?.[1]
  history.replaceState(undefined, '', location.pathname + location.search)
}

/** The secret of the link that was opened, also of one that is opened while the page is shown; and what forgets it. */
export function useLinkSecret(): readonly [secret: string | undefined, forget: () => void] {
  const [secret, setSecret] = useState(held)
  useEffect(() => {
    const look = () => {
      holdLinkSecret()
      setSecret(held)
    }
    globalThis.addEventListener('hashchange', look)
    return () => globalThis.removeEventListener('hashchange', look)
  }, [])
  return [
    secret,
    () => {
      held = undefined
      setSecret(undefined)
    },
  ]
}
