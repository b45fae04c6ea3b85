import type { JSX } from 'preact'
import type { ApiProblem } from '../api/api-client.ts'
import { usePortal } from '../layout/portal-context.ts'
import { Button } from './button.tsx'
import { ProblemNotice } from './notice.tsx'

/** Renders the end of a form: why it failed, the button that submits it, and one that cancels. */
export function FormEnd({
  problem,
  action,
  isBusy,
  onCancel,
}: {
  readonly problem: ApiProblem | undefined
  /** Label of the button that submits. */
  readonly action: string
  readonly isBusy: boolean
  readonly onCancel?: (() => void) | undefined
}): JSX.Element {
  const { common } = usePortal()
  return (
    <>
      <ProblemNotice problem={problem} />
      <div class="actions">
        <Button type="submit" kind="primary" isBusy={isBusy}>
          {action}
        </Button>
        {onCancel !== undefined && <Button onClick={onCancel}>{common.cancel}</Button>}
      </div>
    </>
  )
}
