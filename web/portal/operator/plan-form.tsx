import type { JSX } from 'preact'
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { askPortal, type ReplyOf } from '../api/ask-portal.ts'
import { useAction } from '../api/use-action.ts'
import { Button } from '../parts/button.tsx'
import { Field } from '../parts/field.tsx'
import { ProblemNotice } from '../parts/notice.tsx'
import { changedLimits, draftOf, wrongLimits } from './limit-draft.ts'
import { LimitFields } from './limit-fields.tsx'
import type { OperatorTexts } from './texts/en.ts'

/** A plan as operators see it. */
export type Plan = ReplyOf<'operator.plans'>['plans'][number]

/** Makes a plan, or changes the one that is given, whose name stays. */
export function PlanForm({
  plan,
  texts,
  onSaved,
  onCancel,
}: {
  readonly plan: Plan | undefined
  readonly texts: OperatorTexts
  readonly onSaved: (name: string) => void
  readonly onCancel: () => void
}): JSX.Element {
  const { isBusy, problem, run } = useAction()
  const [name, setName] = useState('')
  const [draft, setDraft] = useState(() => draftOf(plan?.limits ?? {}))
  const [isTried, setTried] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const id = useId()
  useEffect(() => {
    // Whoever asked to change one is led to where it is changed.
    if (plan !== undefined) heading.current?.focus()
  }, [plan])
  const wanted = plan?.name ?? name.trim()
  const save = async () => {
    await askPortal('operator.set_plan', {
      body: { name: wanted, limits: changedLimits(plan?.limits ?? {}, draft) },
    })
    setName('')
    setDraft(draftOf({}))
    setTried(false)
    onSaved(wanted)
  }
  return (
    <section aria-labelledby={id}>
      <h2 id={id} ref={heading} tabIndex={-1}>
        {plan === undefined ? texts.plans.make : texts.plans.edit(plan.name)}
      </h2>
      <form
        class="stack operator-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setTried(true)
          if (wanted !== '' && wrongLimits(draft).length === 0) void run(save)
        }}
      >
        {plan === undefined && (
          <Field
            label={texts.plans.name}
            error={isTried && wanted === '' ? texts.nameMissing : undefined}
          >
            {(field) => (
              <input
                {...field}
                type="text"
                maxLength={100}
                required
                value={name}
                onInput={({ currentTarget }) => setName(currentTarget.value)}
              />
            )}
          </Field>
        )}
        <LimitFields
          draft={draft}
          onChange={setDraft}
          isTried={isTried}
          legend={texts.plans.limits}
          hint={texts.plans.empty}
          texts={texts}
        />
        <ProblemNotice problem={problem} />
        <div class="actions">
          <Button type="submit" kind="primary" isBusy={isBusy}>
            {texts.plans.save}
          </Button>
          {plan !== undefined && <Button onClick={onCancel}>{texts.plans.cancel}</Button>}
        </div>
      </form>
    </section>
  )
}
