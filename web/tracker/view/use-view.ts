import { useCallback, useEffect, useState } from 'preact/hooks'
import { readPreferences } from '../../shared/preferences/preferences.ts'
import { PATHS, type PageName } from './page.ts'
import { readView, writeView, type View } from './view.ts'

/** What the address of the page says. */
export interface Place {
  readonly name: PageName
  readonly view: View
}

/** The place, and the functions that go to another one. */
export interface Navigation extends Place {
  readonly choose: (view: View) => void
  readonly open: (name: keyof typeof PATHS) => void
  /** Replaces the view in the address without a new entry in the history of the browser. */
  readonly replace: (view: View) => void
}

/** Returns where the page is and how to leave it. Follows the browser's history. */
export function useView(): Navigation {
  const [place, setPlace] = useState(readPlace)
  useEffect(() => {
    const update = () => setPlace(readPlace())
    globalThis.addEventListener('popstate', update)
    return () => globalThis.removeEventListener('popstate', update)
  }, [])
  const go = useCallback((address: string) => {
    history.pushState(undefined, '', address)
    setPlace(readPlace())
  }, [])
  const choose = useCallback(
    (view: View) => {
      const path = location.pathname === PATHS.embed ? PATHS.embed : PATHS.board
      go(`${path}${writeView(view)}`)
    },
    [go],
  )
  const open = useCallback((name: keyof typeof PATHS) => go(PATHS[name]), [go])
  const replace = useCallback((view: View) => {
    history.replaceState(undefined, '', `${location.pathname}${writeView(view)}`)
    setPlace(readPlace())
  }, [])
  return { ...place, choose, open, replace }
}

/** Returns what the address of the page says now. */
export function readPlace(): Place {
  const view = readView(location.search, readPreferences())
  const board = view.player === undefined ? 'board' : 'player'
  if (location.pathname === PATHS.embed) return { name: 'embed', view }
  return { name: location.pathname === PATHS.archive ? 'archive' : board, view }
}
