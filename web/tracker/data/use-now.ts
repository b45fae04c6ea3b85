import { useEffect, useState } from 'preact/hooks'
import { serverNowMs } from './api-client.ts'

/** Returns the server time in Unix ms, updated every second. */
export function useNow(): number {
  const [nowMs, setNowMs] = useState(serverNowMs)
  useEffect(() => {
    const timer = setInterval(() => setNowMs(serverNowMs()), 1_000)
    return () => clearInterval(timer)
  }, [])
  return nowMs
}
