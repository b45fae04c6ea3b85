import { useEffect } from 'preact/hooks'
import { usePortal } from './portal-context.ts'

/** Asks for confirmation with `words` before the page is left, while they are set. */
export function useLeaveGuard(message: string | undefined): void {
  const { guard } = usePortal()
  useEffect(() => {
    guard(message)
    return () => guard(undefined)
  }, [message, guard])
}
