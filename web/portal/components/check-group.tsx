import type { JSX } from 'preact'
import { useId } from 'preact/hooks'
import { usePortal } from '../layout/portal-context.ts'
import { Button } from './button.tsx'

/** Option of a {@link CheckGroup}. */
export interface CheckOption<Value extends string> {
  readonly value: Value
  readonly name: string
  readonly help?: string
}

/** Renders a group of checkboxes with a button that selects all or none. */
export function CheckGroup<Value extends string>({
  legend,
  hint,
  error,
  options,
  chosen,
  onChosen,
}: {
  readonly legend: string
  readonly hint?: string
  readonly error?: string | undefined
  readonly options: readonly CheckOption<Value>[]
  readonly chosen: readonly Value[]
  readonly onChosen: (chosen: readonly Value[]) => void
}): JSX.Element {
  const { common } = usePortal()
  const id = useId()
  const described = [hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`]
    .filter(Boolean)
    .join(' ')
  const hasAll = chosen.length === options.length
  const toggle = hasAll ? common.clear : common.selectAll
  return (
    <fieldset class="checks" aria-describedby={described === '' ? undefined : described}>
      <legend>{legend}</legend>
      <Button
        kind="text"
        label={`${toggle}: ${legend}`}
        onClick={() => onChosen(hasAll ? [] : options.map(({ value }) => value))}
      >
        {toggle}
      </Button>
      {hint !== undefined && (
        <p class="quiet" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <div class="check-list">
        {options.map(({ value, name, help }) => (
          <label key={value} class="check">
            <input
              type="checkbox"
              checked={chosen.includes(value)}
              onChange={({ currentTarget: { checked } }) =>
                onChosen(
                  options
                    .map((option) => option.value)
                    .filter((one) => (one === value ? checked : chosen.includes(one))),
                )
              }
            />
            <span>
              {name} <code class="quiet">{value}</code>
              {help !== undefined && <span class="quiet help">{help}</span>}
            </span>
          </label>
        ))}
      </div>
      {error !== undefined && (
        <p class="wrong" id={`${id}-error`}>
          {error}
        </p>
      )}
    </fieldset>
  )
}
