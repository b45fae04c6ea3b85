import { useEffect, useState } from 'preact/hooks'
import { parseRoute } from '../layout/route.ts'

/** Format of the secret of a sign-in link. */
const SECRET = /^#([A-Za-z0-9_-]{20,100})$/

let held: string | undefined

/**
 * Moves the secret out of the address bar, where it would be visible, copied and kept in the
 * history. Call it before the first render.
 */
export function storeLinkSecret(): void {
  if (parseRoute(location).page !== 'signIn' || location.hash === '') return
  held = SECRET.exec(location.hash)?.[1]
  history.replaceState(undefined, '', location.pathname + location.search)
}

/**
 * Returns the secret of the opened link and a function that clears it. Notices links opened later
 * in the same page.
 */
export function useLinkSecret(): readonly [secret: string | undefined, forget: () => void] {
  const [secret, setSecret] = useState(held)
  useEffect(() => {
    const update = () => {
      storeLinkSecret()
      setSecret(held)
    }
    globalThis.addEventListener('hashchange', update)
    return () => globalThis.removeEventListener('hashchange', update)
  }, [])
  return [
    secret,
    () => {
      held = undefined
      setSecret(undefined)
    },
  ]
}
