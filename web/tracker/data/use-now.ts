import { useEffect, useState } from 'preact/hooks'
import { serverNowMs } from './ask.ts'

/** The time of the server in Unix milliseconds, told every second. */
export function useNow(): number {
  const [nowMs, setNowMs] = useState(serverNowMs)
  useEffect(() => {
    const timer = setInterval(() => setNowMs(serverNowMs()), 1_000)
    return () => clearInterval(timer)
  }, [])
  return nowMs
}

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
