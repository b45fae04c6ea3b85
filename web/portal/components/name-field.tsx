import type { JSX } from 'preact'
import { Field } from './field.tsx'
import { NAME_MAX } from './parse-name.ts'

/** Renders the input for a name. */
export function NameField({
  label,
  hint,
  value,
  onValue,
  error,
}: {
  readonly label: string
  readonly hint?: string
  readonly value: string
  readonly onValue: (value: string) => void
  readonly error?: string | undefined
}): JSX.Element {
  return (
    <Field label={label} hint={hint} error={error}>
      {(props) => (
        <input
          {...props}
          value={value}
          maxLength={NAME_MAX}
          autoComplete="off"
          spellcheck={false}
          required
          onInput={({ currentTarget }) => onValue(currentTarget.value)}
        />
      )}
    </Field>
  )
}
