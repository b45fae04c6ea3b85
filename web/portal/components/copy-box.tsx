import type { JSX } from 'preact'
import { useId, useRef } from 'preact/hooks'
import { usePortal } from '../layout/portal-context.ts'
import { Button } from './button.tsx'

/** Renders a text with a label and a copy button. */
export function CopyBox({
  label,
  text,
  isPrimary = false,
}: {
  readonly label: string
  readonly text: string
  readonly isPrimary?: boolean
}): JSX.Element {
  const { common, announce } = usePortal()
  const id = useId()
  const shown = useRef<HTMLElement>(null)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      announce(common.copied)
    } catch {
      // Without clipboard permission, select the text for manual copying.
      if (shown.current !== null) getSelection()?.selectAllChildren(shown.current)
      announce(common.copyFailed)
    }
  }
  return (
    <div class="copy-box" role="group" aria-labelledby={id}>
      <p id={id} class="label">
        {label}
      </p>
      <div class="copy-row">
        <code ref={shown}>{text}</code>
        <Button
          kind={isPrimary ? 'primary' : 'plain'}
          label={common.copyNamed(label)}
          onClick={() => void copy()}
        >
          {common.copy}
        </Button>
      </div>
    </div>
  )
}
