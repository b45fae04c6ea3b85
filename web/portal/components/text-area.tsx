import type { JSX } from 'preact'
import { Field } from './field.tsx'

/** Renders a field for a text of several lines. */
export function TextArea({
  label,
  hint,
  value,
  max,
  onValue,
  error,
}: {
  readonly label: string
  readonly hint?: string | undefined
  readonly value: string
  /** Maximum characters. */
  readonly max: number
  readonly onValue: (value: string) => void
  readonly error?: string | undefined
}): JSX.Element {
  return (
    <Field label={label} hint={hint} error={error}>
      {(props) => (
        <textarea
          {...props}
          class="prose-input"
          value={value}
          maxLength={max}
          rows={4}
          onInput={({ currentTarget }) => onValue(currentTarget.value)}
        />
      )}
    </Field>
  )
}
