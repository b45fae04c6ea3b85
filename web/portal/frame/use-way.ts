import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { readPlace, type Place } from './place.ts'

/** Where the reader is, and how to get elsewhere. */
export interface Way {
  readonly place: Place
  readonly go: (path: string) => void
  readonly setQuery: (query: Readonly<Record<string, string | undefined>>) => void
  readonly guard: (words: string | undefined) => void
  /** Set while somebody who wants to leave is asked. */
  readonly leaving: { readonly words: string; readonly path: string } | undefined
  /** Leaves after all, or stays. */
  readonly answerLeaving: (leaves: boolean) => void
}

/** The place that the address says. Back and forward of the browser work; a guarded page asks before it is left. */
export function useWay(): Way {
  const [place, setPlace] = useState(() => readPlace(location))
  const [leaving, setLeaving] = useState<Way['leaving']>()
  const guarded = useRef<string>(undefined)
  const address = useRef(location.pathname + location.search)

  const arrive = useCallback(() => {
    address.current = location.pathname + location.search
    setPlace(readPlace(location))
  }, [])
  const go = useCallback(
    (path: string) => {
      if (guarded.current !== undefined) return setLeaving({ words: guarded.current, path })
      history.pushState(undefined, '', path)
      arrive()
      scrollTo(0, 0)
    },
    [arrive],
  )
  useEffect(() => {
    const look = () => {
      if (guarded.current === undefined) return arrive()
      const path = location.pathname + location.search
      history.pushState(undefined, '', address.current)
      setLeaving({ words: guarded.current, path })
    }
    const warn = (event: BeforeUnloadEvent) => {
      if (guarded.current !== undefined) event.preventDefault()
    }
    globalThis.addEventListener('popstate', look)
    globalThis.addEventListener('beforeunload', warn)
    return () => {
      globalThis.removeEventListener('popstate', look)
      globalThis.removeEventListener('beforeunload', warn)
    }
  }, [arrive])
  const setQuery = useCallback(
    (changes: Readonly<Record<string, string | undefined>>) => {
      const query = new URLSearchParams(location.search)
      for (const [name, value] of Object.entries(changes)) {
        if (value === undefined) query.delete(name)
        else query.set(name, value)
      }
      const search = query.size === 0 ? '' : `?${query}`
      history.replaceState(undefined, '', location.pathname + search)
      arrive()
    },
    [arrive],
  )
  return {
    place,
    go,
    setQuery,
    guard: useCallback((words) => {
      guarded.current = words
    }, []),
    leaving,
    answerLeaving: (leaves) => {
      const path = leaving?.path
      setLeaving(undefined)
      if (!leaves || path === undefined) return
      guarded.current = undefined
      go(path)
    },
  }
}
