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
