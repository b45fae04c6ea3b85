import { useCallback, useEffect, useState } from 'preact/hooks'
import { callApi, ApiProblem } from '../api/api-client.ts'
import type { SignInOptions } from './portal-context.ts'

/** State of the sign-in. */
export interface SignInOptionsState {
  readonly options: SignInOptions | undefined
  readonly problem: ApiProblem | undefined
  /** Reloads; never rejects. */
  readonly reload: () => Promise<void>
}

/** Loads the sign-in state once, on `reload` and when the network returns. */
export function useSignInOptions(): SignInOptionsState {
  const [options, setOptions] = useState<SignInOptions>()
  const [problem, setProblem] = useState<ApiProblem>()
  const reload = useCallback(async () => {
    try {
      setOptions(await callApi('sign_in.options', {}))
      setProblem(undefined)
    } catch (error) {
      setProblem(error instanceof ApiProblem ? error : new ApiProblem('broken'))
    }
  }, [])
  useEffect(() => {
    void reload()
    const update = () => void reload()
    globalThis.addEventListener('online', update)
    return () => globalThis.removeEventListener('online', update)
  }, [reload])
  return { options, problem, reload }
}
