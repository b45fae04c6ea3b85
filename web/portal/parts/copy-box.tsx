import type { JSX } from 'preact'
import { useId, useRef } from 'preact/hooks'
import { usePortal } from '../frame/portal-context.ts'
import { Button } from './button.tsx'

/** A text to take along, with its name and a button that copies it. It wraps, and can be selected whole. */
export function CopyBox({
  label,
  text,
  isPrimary = false,
}: {
  readonly label: string
  readonly text: string
  readonly isPrimary?: boolean
}): JSX.Element {
  const { texts, say } = usePortal()
  const id = useId()
  const shown = useRef<HTMLElement>(null)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      say(texts.copied)
    } catch {
      // Without the right to write there is still the reader's own hand.
      if (shown.current !== null) getSelection()?.selectAllChildren(shown.current)
      say(texts.copyFailed)
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
          label={texts.copyNamed(label)}
          onClick={() => void copy()}
        >
          {texts.copy}
        </Button>
      </div>
    </div>
  )
}
