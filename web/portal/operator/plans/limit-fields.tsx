import type { JSX } from 'preact'
import { Field } from '../../components/field.tsx'
import { LIMIT_NAMES, wrongLimits, type LimitDraft } from './limit-draft.ts'
import type { OperatorMessages } from '../messages/en.ts'

/** Renders the inputs of the three limits; shows errors only after an attempt to save. */
export function LimitFields({
  draft,
  onChange,
  isTried,
  legend,
  hint,
  messages,
}: {
  readonly draft: LimitDraft
  readonly onChange: (draft: LimitDraft) => void
  readonly isTried: boolean
  readonly legend: string
  readonly hint: string
  readonly messages: OperatorMessages
}): JSX.Element {
  const wrong = wrongLimits(draft)
  return (
    <fieldset class="operator-limits">
      <legend>
        {legend} <span class="quiet">{hint}</span>
      </legend>
      {LIMIT_NAMES.map((name) => (
        <Field
          key={name}
          label={messages.limits[name]}
          error={isTried && wrong.includes(name) ? messages.developer.badLimit : undefined}
        >
          {(field) => (
            <input
              {...field}
              type="text"
              inputmode="numeric"
              size={12}
              value={draft[name]}
              onInput={({ currentTarget }) => onChange({ ...draft, [name]: currentTarget.value })}
            />
          )}
        </Field>
      ))}
    </fieldset>
  )
}
