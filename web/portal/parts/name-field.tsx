import type { JSX } from 'preact'
import { Field } from './field.tsx'

/** The longest name, as the table has it. */
const NAME_MAX = 100

/** The name in a text that somebody typed; `undefined` where the portal would refuse it. */
export function readName(text: string): string | undefined {
  const name = text.trim()
  const isGood =
    name.length > 0 &&
    name.length <= NAME_MAX &&
    !/[\p{Cc}\u2028\u2029\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/u.test(name)
  return isGood ? name : undefined
}

/** Where something is given a name. */
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
