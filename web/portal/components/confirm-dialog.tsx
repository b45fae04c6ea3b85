import type { ComponentChildren, JSX } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'
import { useAction } from '../api/use-action.ts'
import { usePortal } from '../layout/portal-context.ts'
import { Button, type ButtonKind } from './button.tsx'
import { focusInvalid } from './focus-invalid.ts'
import { ProblemNotice } from './notice.tsx'

/**
 * Renders a modal confirmation. Calls `onClose` when it is dismissed or `onConfirm` has succeeded;
 * shows the error of a failed `onConfirm`.
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
  /** Title that names the object. */
  readonly title: string
  /** Label of the confirm button. */
  readonly action: string
  readonly cancel?: string
  readonly kind?: ButtonKind
  /** Whether the form is valid. */
  readonly isReady?: boolean
  readonly onConfirm: () => Promise<void>
  readonly onClose: () => void
  readonly children?: ComponentChildren
}): JSX.Element {
  const { common } = usePortal()
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const { isBusy, problem, run } = useAction()
  useEffect(() => {
    const opener = document.activeElement
    const restoreFocus = opener instanceof HTMLElement ? rememberFocus(opener) : undefined
    dialog.current?.showModal()
    return restoreFocus
  }, [])
  return (
    <dialog ref={dialog} aria-labelledby={id} onClose={onClose}>
      <form
        class="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!isReady) return focusInvalid(event.currentTarget)
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
          <Button onClick={onClose}>{cancel ?? common.cancel}</Button>
          <Button type="submit" kind={kind} isBusy={isBusy}>
            {action}
          </Button>
        </div>
      </form>
    </dialog>
  )
}

/**
 * Remembers the button that opens a dialog. Returns a function to call when the dialog is removed:
 * it returns the focus to the button. If the button is removed with its row, before or after that,
 * it focuses the table, or the heading of the page without one, so that keyboard users keep their
 * place.
 */
function rememberFocus(button: HTMLElement): () => void {
  const table = button.closest<HTMLElement>('.scroll')
  const main = button.closest('main')
  const focusPlace = () => {
    if (document.activeElement !== document.body) return
    const place = table?.isConnected === true ? table : document.querySelector('h1')
    place?.focus()
  }
  return () => {
    // The dialog is still there and makes the rest of the page inert.
    if (!button.isConnected) return queueMicrotask(focusPlace)
    button.focus()
    if (table === null || main === null) return
    const observer = new MutationObserver(() => {
      if (button.isConnected && document.activeElement === button) return
      observer.disconnect()
      focusPlace()
    })
    observer.observe(main, { childList: true, subtree: true })
  }
}
