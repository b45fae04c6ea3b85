import { useCallback, useEffect, useState } from 'preact/hooks'
import { readView, writeView, type View } from './view.ts'

/** The view that the address says, and what goes to another one; back and forward of the browser work. */
export function useView(): readonly [View, (view: View) => void] {
  const [view, setView] = useState(() => readView(location.search))
  useEffect(() => {
    const look = () => setView(readView(location.search))
    globalThis.addEventListener('popstate', look)
    return () => globalThis.removeEventListener('popstate', look)
  }, [])
  const choose = useCallback((next: View) => {
    history.pushState(undefined, '', `/${writeView(next)}`)
    setView(readView(location.search))
  }, [])
  return [view, choose]
}
