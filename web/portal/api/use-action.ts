import { useState } from 'preact/hooks'
import { usePortal } from '../layout/portal-context.ts'
import { ApiProblem } from './api-client.ts'

/** An action of a button, run one at a time. */
export interface Action {
  readonly isBusy: boolean
  /** Why the last attempt failed. */
  readonly problem: ApiProblem | undefined
  /** Runs the work; ignored while busy. Never rejects. */
  readonly run: (work: () => Promise<void>) => Promise<void>
  /** Clears the problem. */
  readonly clear: () => void
}

/** Returns the state of an action. An ended session leads to the sign-in page. */
export function useAction(): Action {
  const { onSessionEnded: sessionOver } = usePortal()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<ApiProblem>()
  return {
    isBusy,
    problem,
    clear: () => setProblem(undefined),
    run: async (work) => {
      if (isBusy) return
      setBusy(true)
      setProblem(undefined)
      try {
        await work()
      } catch (error) {
        const told = error instanceof ApiProblem ? error : new ApiProblem('broken')
        if (told.code === 'not_signed_in') sessionOver()
        else setProblem(told)
      } finally {
        setBusy(false)
      }
    },
  }
}
