import { useCallback, useEffect, useState } from 'preact/hooks'
import { askPortal, AskProblem } from '../api/ask-portal.ts'
import type { SignInOptions } from './portal-context.ts'

/** Who is signed in, as far as it is known. */
export interface KnownOptions {
  readonly options: SignInOptions | undefined
  readonly problem: AskProblem | undefined
  /** Asks again; never rejects. */
  readonly reload: () => Promise<void>
}

/** Asks once who is signed in and how one may sign in, and again when told or when the network is back. */
export function useOptions(): KnownOptions {
  const [options, setOptions] = useState<SignInOptions>()
  const [problem, setProblem] = useState<AskProblem>()
  const reload = useCallback(async () => {
    try {
      setOptions(await askPortal('sign_in.options', {}))
      setProblem(undefined)
    } catch (error) {
      setProblem(error instanceof AskProblem ? error : new AskProblem('broken'))
    }
  }, [])
  useEffect(() => {
    void reload()
    const look = () => void reload()
    globalThis.addEventListener('online', look)
    return () => globalThis.removeEventListener('online', look)
  }, [reload])
  return { options, problem, reload }
}
