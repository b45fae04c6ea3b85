import type { JSX } from 'preact'
import { Field } from '../parts/field.tsx'
import { LIMIT_NAMES, wrongLimits, type LimitDraft } from './limit-draft.ts'
import type { OperatorTexts } from './texts/en.ts'

/** The inputs of three limits. What is wrong is said only once somebody tried to save it. */
export function LimitFields({
  draft,
  onChange,
  isTried,
  legend,
  hint,
  texts,
}: {
  readonly draft: LimitDraft
  readonly onChange: (draft: LimitDraft) => void
  readonly isTried: boolean
  readonly legend: string
  readonly hint: string
  readonly texts: OperatorTexts
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
          label={texts.limits[name]}
          error={isTried && wrong.includes(name) ? texts.developer.badLimit : undefined}
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
