import type { ComponentChildren, JSX } from 'preact'
import { usePortal } from '../frame/portal-context.ts'
import type { AskProblem } from '../api/ask-portal.ts'
import { Button } from './button.tsx'

/** Something that is to be noticed: as it is, good, a warning, or bad, which is said at once to those who listen. */
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

/** Says why something could not be done, with a button to try again where that makes sense; nothing without a problem. */
export function ProblemNotice({
  problem,
  words,
  retry,
}: {
  readonly problem: AskProblem | undefined
  /** What an area says instead of the frame's text. */
  readonly words?: string | undefined
  readonly retry?: (() => void) | undefined
}): JSX.Element | null {
  const { texts, format } = usePortal()
  if (problem === undefined) return null
  const { code, retryAfterS, requestId } = problem
  const isFault = ['unavailable', 'broken'].includes(code)
  return (
    <Notice kind="bad">
      <p>
        {words ?? texts.problems[code]}{' '}
        {retryAfterS !== undefined && texts.retryIn(format.duration(retryAfterS * 1_000))}
        {isFault && requestId !== undefined && (
          <>
            {' '}
            <span class="quiet">
              {texts.requestId} <code>{requestId}</code>
            </span>
          </>
        )}
      </p>
      {retry !== undefined && <Button onClick={retry}>{texts.retry}</Button>}
    </Notice>
  )
}

/** The place of what is still being loaded. */
export function Skeleton(): JSX.Element {
  const { texts } = usePortal()
  return (
    <div class="shell" aria-busy="true">
      <p class="quiet">{texts.loading}</p>
      <div class="skeleton skeleton-block" />
    </div>
  )
}
