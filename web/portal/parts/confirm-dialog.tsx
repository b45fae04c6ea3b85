import type { ComponentChildren, JSX } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'
import { useAction } from '../api/use-action.ts'
import { usePortal } from '../frame/portal-context.ts'
import { Button, type ButtonKind } from './button.tsx'
import { focusWrong } from './focus-wrong.ts'
import { followFocus } from './follow-focus.ts'
import { ProblemNotice } from './notice.tsx'

/**
 * Asks before something is done. It is open as long as it is shown; `onClose` is told when the reader wants it away or it is
 * done. What `onConfirm` throws is said in it.
 */
export function ConfirmDialog({
  title,
  action,
  cancel,
  kind = 'danger',
  isReady = true,
  onConfirm,
  onClose,
  children,
}: {
  /** Names the thing that it is about. */
  readonly title: string
  /** What the button does. */
  readonly action: string
  readonly cancel?: string
  readonly kind?: ButtonKind
  /** Whether it can be done as it is filled in. */
  readonly isReady?: boolean
  readonly onConfirm: () => Promise<void>
  readonly onClose: () => void
  readonly children?: ComponentChildren
}): JSX.Element {
  const { texts } = usePortal()
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const { isBusy, problem, run } = useAction()
  useEffect(() => {
    const before = document.activeElement
    dialog.current?.showModal()
    return () => {
      if (before instanceof HTMLElement && before.isConnected) followFocus(before)
    }
  }, [])
  return (
    <dialog ref={dialog} aria-labelledby={id} onClose={onClose}>
      <form
        class="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!isReady) return focusWrong(event.currentTarget)
          void run(async () => {
            await onConfirm()
            onClose()
          })
        }}
      >
        <h2 id={id}>{title}</h2>
        {children}
        <ProblemNotice problem={problem} />
        <div class="actions">
          <Button onClick={onClose}>{cancel ?? texts.cancel}</Button>
          <Button type="submit" kind={kind} isBusy={isBusy}>
            {action}
          </Button>
        </div>
      </form>
    </dialog>
  )
}
