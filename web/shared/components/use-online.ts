import { useEffect, useState } from 'preact/hooks'

/** Returns `navigator.onLine` and updates when it changes. */
export function useOnline(): boolean {
  const [isOnline, setOnline] = useState(() => navigator.onLine)
  useEffect(() => {
    const update = () => setOnline(navigator.onLine)
    globalThis.addEventListener('online', update)
    globalThis.addEventListener('offline', update)
    // It may have changed since the first rendering.
    update()
    return () => {
      globalThis.removeEventListener('online', update)
      globalThis.removeEventListener('offline', update)
    }
  }, [])
  return isOnline
}
