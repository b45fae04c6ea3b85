import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { parseRoute, type Route } from './route.ts'

/** Route and navigation. */
export interface Router {
  readonly route: Route
  readonly navigate: (path: string) => void
  readonly setQuery: (query: Readonly<Record<string, string | undefined>>) => void
  readonly guard: (message: string | undefined) => void
  /** Set while leaving awaits confirmation. */
  readonly leaving: { readonly message: string; readonly path: string } | undefined
  /** Leaves or stays. */
  readonly confirmLeave: (leaves: boolean) => void
}

/**
 * Returns the route of the current URL. Follows the browser's history; a guarded page asks before
 * it is left.
 */
export function useRouter(): Router {
  const [route, setPlace] = useState(() => parseRoute(location))
  const [leaving, setLeaving] = useState<Router['leaving']>()
  const guarded = useRef<string>(undefined)
  const address = useRef(location.pathname + location.search)

  const arrive = useCallback(() => {
    address.current = location.pathname + location.search
    setPlace(parseRoute(location))
  }, [])
  const navigate = useCallback(
    (path: string) => {
      if (guarded.current !== undefined) return setLeaving({ message: guarded.current, path })
      history.pushState(undefined, '', path)
      arrive()
      scrollTo(0, 0)
    },
    [arrive],
  )
  useEffect(() => {
    const update = () => {
      if (guarded.current === undefined) return arrive()
      const path = location.pathname + location.search
      history.pushState(undefined, '', address.current)
      setLeaving({ message: guarded.current, path })
    }
    const warn = (event: BeforeUnloadEvent) => {
      if (guarded.current !== undefined) event.preventDefault()
    }
    return listenToHistory(update, warn)
  }, [arrive])
  const setQuery = useCallback(
    (changes: Readonly<Record<string, string | undefined>>) => {
      history.replaceState(undefined, '', location.pathname + searchWith(changes))
      arrive()
    },
    [arrive],
  )
  return {
    route,
    navigate,
    setQuery,
    guard: useCallback((message) => {
      guarded.current = message
    }, []),
    leaving,
    confirmLeave: (leaves) => {
      const path = leaving?.path
      setLeaving(undefined)
      if (!leaves || path === undefined) return
      guarded.current = undefined
      navigate(path)
    },
  }
}

/** Listens to steps through the history and to unloading. Returns the function that stops. */
function listenToHistory(
  onStep: () => void,
  onUnload: (event: BeforeUnloadEvent) => void,
): () => void {
  globalThis.addEventListener('popstate', onStep)
  globalThis.addEventListener('beforeunload', onUnload)
  return () => {
    globalThis.removeEventListener('popstate', onStep)
    globalThis.removeEventListener('beforeunload', onUnload)
  }
}

/** Returns the query of the current URL with these changes; `undefined` removes a parameter. */
function searchWith(changes: Readonly<Record<string, string | undefined>>): string {
  const query = new URLSearchParams(location.search)
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) query.delete(name)
    else query.set(name, value)
  }
  return query.size === 0 ? '' : `?${query}`
}
