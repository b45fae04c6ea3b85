import { useEffect } from 'preact/hooks'
import { usePortal } from './portal-context.ts'

/** Asks with `words` whoever wants to leave the page, as long as there are words. */
export function useLeaveGuard(words: string | undefined): void {
  const { guard } = usePortal()
  useEffect(() => {
    guard(words)
    return () => guard(undefined)
  }, [words, guard])
}
