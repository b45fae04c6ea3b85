import { useState } from 'preact/hooks'
import { usePortal } from '../frame/portal-context.ts'
import { AskProblem } from './ask-portal.ts'

/** Something that a button does, one time after the other. */
export interface Action {
  readonly isBusy: boolean
  /** Why the last try did nothing. */
  readonly problem: AskProblem | undefined
  /** Does it; nothing while it is being done. Never rejects. */
  readonly run: (work: () => Promise<void>) => Promise<void>
  /** Forgets the problem. */
  readonly clear: () => void
}

/** Keeps how a button's work goes; a session that is over leads to the sign-in. */
export function useAction(): Action {
  const { sessionOver } = usePortal()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<AskProblem>()
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
        const told = error instanceof AskProblem ? error : new AskProblem('broken')
        if (told.code === 'not_signed_in') sessionOver()
        else setProblem(told)
      } finally {
        setBusy(false)
      }
    },
  }
}
