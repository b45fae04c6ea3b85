import type { JSX } from 'preact'
import { Field } from './field.tsx'

/** Renders the choice of one of several named values. */
export function SelectField<Value extends string>({
  label,
  value,
  options,
  names,
  onValue,
}: {
  readonly label: string
  readonly value: Value
  readonly options: readonly Value[]
  readonly names: Readonly<Record<Value, string>>
  readonly onValue: (value: Value) => void
}): JSX.Element {
  return (
    <Field label={label}>
      {(field) => (
        <select
          {...field}
          value={value}
          onChange={({ currentTarget }) =>
            onValue(options.find((one) => one === currentTarget.value) ?? value)
          }
        >
          {options.map((one) => (
            <option key={one} value={one}>
              {names[one]}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
