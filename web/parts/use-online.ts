import { useEffect, useState } from 'preact/hooks'

/** Whether the browser believes that it has a network. */
export function useOnline(): boolean {
  const [isOnline, setOnline] = useState(() => navigator.onLine)
  useEffect(() => {
    const look = () => setOnline(navigator.onLine)
    globalThis.addEventListener('online', look)
    globalThis.addEventListener('offline', look)
    return () => {
      globalThis.removeEventListener('online', look)
      globalThis.removeEventListener('offline', look)
    }
  }, [])
  return isOnline
}
