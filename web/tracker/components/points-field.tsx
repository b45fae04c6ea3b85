import type { JSX } from 'preact'

/** Renders a field for a number that the reader writes in any form. */
export function PointsField({
  label,
  value,
  isWrong,
  onInput,
}: {
  readonly label: string
  readonly value: string
  /** Whether the text is no number; not said by default. */
  readonly isWrong?: boolean | undefined
  readonly onInput: (text: string) => void
}): JSX.Element {
  return (
    <label class="points-field">
      <span>{label}</span>
      <input
        type="text"
        inputMode="numeric"
        autoComplete="off"
        maxLength={20}
        value={value}
        aria-invalid={isWrong}
        onInput={({ currentTarget }) => onInput(currentTarget.value)}
      />
    </label>
  )
}
