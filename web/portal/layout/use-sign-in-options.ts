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

/** The sign-in options, or why they could not be loaded. */
export type LoadedSignIn = Pick<SignInOptionsState, 'options' | 'problem'>

/** Loads the sign-in options. Never rejects. */
export async function loadSignIn(): Promise<LoadedSignIn> {
  try {
    return { options: await callApi('sign_in.options', {}), problem: undefined }
  } catch (error) {
    const problem = error instanceof ApiProblem ? error : new ApiProblem('broken')
    return { options: undefined, problem }
  }
}

/**
 * Returns the sign-in state, which is loaded on `reload` and when the network returns; at once
 * unless it is known at `first`.
 */
export function useSignInOptions(first: LoadedSignIn | undefined): SignInOptionsState {
  const [{ options, problem }, setState] = useState<LoadedSignIn>(
    first ?? { options: undefined, problem: undefined },
  )
  const reload = useCallback(async () => {
    const next = await loadSignIn()
    setState((before) => ({ ...next, options: next.options ?? before.options }))
  }, [])
  useEffect(() => {
    if (first === undefined) void reload()
    const update = () => void reload()
    globalThis.addEventListener('online', update)
    return () => globalThis.removeEventListener('online', update)
  }, [reload])
  return { options, problem, reload }
}
