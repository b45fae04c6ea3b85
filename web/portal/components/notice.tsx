import type { ComponentChildren, JSX } from 'preact'
import { usePortal } from '../layout/portal-context.ts'
import type { ApiProblem } from '../api/api-client.ts'
import { Button } from './button.tsx'

/** Renders a notice; a bad one is announced by screen readers immediately. */
export function Notice({
  kind = 'plain',
  children,
}: {
  readonly kind?: 'plain' | 'good' | 'warn' | 'bad'
  readonly children: ComponentChildren
}): JSX.Element {
  return (
    <div class={`notice ${kind}`} {...(kind === 'bad' && { role: 'alert' as const })}>
      {children}
    </div>
  )
}

/**
 * Renders why an action failed, with a retry button if `retry` is given; nothing without a problem.
 */
export function ProblemNotice({
  problem,
  messages,
  retry,
}: {
  readonly problem: ApiProblem | undefined
  /** Text that replaces the common one. */
  readonly messages?: string | undefined
  readonly retry?: (() => void) | undefined
}): JSX.Element | null {
  const { common, format } = usePortal()
  if (problem === undefined) return null
  const { code, retryAfterS, requestId } = problem
  const isFault = ['unavailable', 'outcome_unknown', 'broken'].includes(code)
  return (
    <Notice kind="bad">
      <p>
        {messages ?? common.problems[code]}{' '}
        {retryAfterS !== undefined && common.retryIn(format.duration(retryAfterS * 1_000))}
        {isFault && requestId !== undefined && (
          <>
            {' '}
            <span class="quiet">
              {common.requestId} <code>{requestId}</code>
            </span>
          </>
        )}
      </p>
      {retry !== undefined && <Button onClick={retry}>{common.retry}</Button>}
    </Notice>
  )
}
