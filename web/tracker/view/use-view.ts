import { useCallback, useEffect, useState } from 'preact/hooks'
import { readView, writeView, type View } from './view.ts'

/**
 * Returns the view of the current URL and a function that navigates to another one. Follows the
 * browser's history.
 */
export function useView(): readonly [View, (view: View) => void] {
  const [view, setView] = useState(() => readView(location.search))
  useEffect(() => {
    const update = () => setView(readView(location.search))
    globalThis.addEventListener('popstate', update)
    return () => globalThis.removeEventListener('popstate', update)
  }, [])
  const choose = useCallback((next: View) => {
    history.pushState(undefined, '', `/${writeView(next)}`)
    setView(readView(location.search))
  }, [])
  return [view, choose]
}
